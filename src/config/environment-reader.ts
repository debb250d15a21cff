import { MALFORMED } from './variable.js';
import { VARIABLES, type ValueOf, type VariableName } from './variables.js';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables one by one and collects the mistakes, so that all are reported together. */
export class EnvironmentReader {
  readonly #env: Environment;
  /** A set, because a variable that is read twice must give one mistake. */
  readonly mistakes = new Set<string>();

  constructor(env: Environment) {
    this.#env = env;
  }

  /**
   * Tells whether a variable is set. An empty value counts as not set, because compose files and shells write it for an
   * unset variable.
   */
  isSet(name: VariableName): boolean {
    return (this.#env[name] ?? '').trim() !== '';
  }

  find<N extends VariableName>(name: N): ValueOf<N> | undefined {
    if (!this.isSet(name)) return undefined;
    const { schema, expected, example, ...rest } = VARIABLES[name];
    const text = (this.#env[name] ?? '').trim();
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data as ValueOf<N>;
    const shown = 'secret' in rest ? 'its value (not shown)' : JSON.stringify(text.slice(0, 200));
    const why = parsed.error.issues[0]?.message ?? MALFORMED;
    this.mistakes.add(
      `${name}: expected ${expected}, for example ${example}; got ${shown}${why === MALFORMED || 'secret' in rest ? '' : `\n${why}`}`,
    );
    return undefined;
  }

  /**
   * Reads a required variable. If it is missing, the returned value must not be used: the caller throws the mistakes
   * first.
   */
  get<N extends VariableName>(name: N): ValueOf<N> {
    if (!this.isSet(name)) {
      const { expected, example } = VARIABLES[name];
      this.mistakes.add(`${name}: missing; expected ${expected}, for example ${example}`);
    }
    return this.find(name) as ValueOf<N>;
  }

  refuse(name: VariableName, why: string): void {
    if (this.isSet(name)) this.mistakes.add(`${name}: ${why}`);
  }
}

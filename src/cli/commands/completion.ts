import { Argument, type Command } from 'commander';

const SHELLS = ['bash', 'zsh'] as const;

/**
 * Adds the command that prints the completion script of a shell. It must be added last, so that it knows all other
 * commands.
 */
export function registerCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes these commands in your shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) => {
      process.stdout.write(completionScript(program, shell));
    });
}

/** The words that may follow a path of commands. */
interface Words {
  readonly path: string;
  readonly words: readonly string[];
  /** True: the path is complete, and no further command follows. */
  readonly isLast: boolean;
}

function listWords(command: Command, path: string): Words[] {
  const children = command.commands.flatMap((child) => listWords(child, `${path} ${child.name()}`));
  const names = command.commands.map((child) => child.name());
  const options = command.options.flatMap(({ long }) => (long == null ? [] : [long]));
  const words = [...names, ...(names.length === 0 ? options : []), '--help'];
  return [...children, { path, words, isLast: names.length === 0 }];
}

/** Zsh runs the script of bash through its `bashcompinit`. The script has only our own names, so none needs quotes. */
function completionScript(program: Command, shell: (typeof SHELLS)[number]): string {
  const cases = listWords(program, '').map(
    ({ path, words, isLast }) => `    "${path}"${isLast ? '*' : ''}) echo "${words.join(' ')}" ;;`,
  );
  return `${shell === 'zsh' ? 'autoload -Uz compinit bashcompinit && compinit && bashcompinit\n' : ''}_quittance_words() {
  case "$1" in
${cases.join('\n')}
  esac
}
_quittance() {
  local typed="" i
  for ((i = 1; i < COMP_CWORD; i += 1)); do
    case "\${COMP_WORDS[i]}" in -*) ;; *) typed="$typed \${COMP_WORDS[i]}" ;; esac
  done
  COMPREPLY=($(compgen -W "$(_quittance_words "$typed")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _quittance quittance
`;
}

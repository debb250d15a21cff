import { InvalidArgumentError } from 'commander';

/** Returns the reader of `--scopes a,b` for commander. */
export function parseScopes<S extends string>(known: readonly S[]): (text: string) => readonly S[] {
  return (text) => {
    const asked = text.split(',').map((scope) => scope.trim());
    const scopes = known.filter((scope) => asked.includes(scope));
    if (scopes.length === new Set(asked).size) return scopes;
    throw new InvalidArgumentError(`Expected some of ${known.join(', ')}.`);
  };
}

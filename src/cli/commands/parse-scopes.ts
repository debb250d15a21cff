import { InvalidArgumentError } from 'commander';
import {
  OPERATOR_PRESETS,
  OPERATOR_SCOPES,
  type OperatorScope,
  type Scope,
} from '../../domain/merchants/scopes.js';

/** Returns a parser of `--scopes a,b` for commander. The name of a preset means its scopes. */
export function parseScopes<S extends Scope>(
  known: readonly S[],
  presets: Readonly<Record<string, readonly S[]>> = {},
): (text: string) => readonly S[] {
  return (text) => {
    const asked = text.split(',').map((scope) => scope.trim());
    const meant = asked.flatMap((name): readonly string[] => presets[name] ?? [name]);
    const scopes = known.filter((scope) => meant.includes(scope));
    if (scopes.length === new Set(meant).size) return scopes;
    throw new InvalidArgumentError(`Expected some of ${[...Object.keys(presets), ...known].join(', ')}.`);
  };
}

/** For commander: reads the scopes of an operator's key. */
export const parseOperatorScopes: (text: string) => readonly OperatorScope[] = parseScopes(
  OPERATOR_SCOPES,
  OPERATOR_PRESETS,
);

export const OPERATOR_SCOPES_HELP = `${Object.keys(OPERATOR_PRESETS).join(', ')}, or scopes separated by commas`;

import { InvalidArgumentError, type Command } from 'commander';
import { joinsPolicyAndApproval, type OperatorScope } from '../../domain/merchants/scopes.js';
import { ipRange } from '../../http/requests/ip-ranges.js';
import { tellTerminal } from '../tell-terminal.js';
import { readMoment } from './parse-moment.js';
import { OPERATOR_SCOPES_HELP, parseOperatorScopes } from './parse-scopes.js';

/** The value that lifts a restriction of a key. */
const NONE = 'none';

/** For commander: reads CIDR ranges that are separated by commas. */
export function parseIpRanges(text: string): readonly string[] {
  if (text === NONE) return [];
  const read = text.split(',').map((range) => ipRange.safeParse(range.trim()));
  const ranges = read.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (ranges.length === read.length) return ranges;
  throw new InvalidArgumentError(`Expected CIDR ranges such as 203.0.113.0/24, or ${NONE}.`);
}

/**
 * The end of a key in epoch ms. Null: the key never ends. It is an object, because commander turns null into an empty
 * text.
 */
export interface KeyExpiry {
  readonly expiresAtMs: number | null;
}

/** For commander: reads a moment in the future. */
export function parseExpiry(text: string): KeyExpiry {
  if (text === NONE) return { expiresAtMs: null };
  const atMs = readMoment(text);
  if (atMs !== null && atMs > Date.now()) return { expiresAtMs: atMs };
  throw new InvalidArgumentError(`Expected a moment in the future such as 2099-12-31T12:00:00Z, or ${NONE}.`);
}

/** The options of a command that creates an operator's key. */
export interface NewKeyOptions {
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  readonly ips: readonly string[];
  readonly expiresAt: KeyExpiry;
  readonly json?: boolean;
}

/** Adds the options of {@link NewKeyOptions} to a command, except for the name. */
export function addNewKeyOptions(command: Command): Command {
  return command
    .requiredOption('--scopes <scopes>', OPERATOR_SCOPES_HELP, parseOperatorScopes)
    .option('--ips <ranges>', 'CIDR ranges that may use the key, separated by commas', parseIpRanges, [])
    .option('--expires-at <moment>', 'when the key ends', parseExpiry, { expiresAtMs: null })
    .option('--json', 'print one JSON value');
}

/**
 * Warns if a key has rights that should belong to two people. The key is created all the same, because the owner of the
 * host decides.
 */
export function tellIfNotSeparate(scopes: readonly OperatorScope[]): void {
  if (!joinsPolicyAndApproval(scopes)) return;
  tellTerminal(
    'This key can set policy and approve withdrawals. It is better to give these rights to different people.',
  );
}

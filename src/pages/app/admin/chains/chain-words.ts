import type { Schemas } from '../../../../client/client.js';
import { spanOf } from '../../data/figures.js';
import type { StatusWords } from '../../parts/status.js';

export type ShownChain = Schemas['Chain'];
type ShownRpc = ShownChain['rpcs'][number];

const CHAIN_WORDS: Readonly<Record<ShownChain['status'], StatusWords>> = {
  starting: ['waiting', 'Starting'],
  following: ['done', 'Following'],
  unreachable: ['failed', 'No RPC answers'],
  halted: ['failed', 'Halted'],
  mismatch: ['failed', 'Not as configured'],
};

export function statusOfChain({ status, behind, resumeRequestedAt }: ShownChain): StatusWords {
  if (behind && status !== 'unreachable') return ['attention', 'Behind'];
  if (status === 'halted' && resumeRequestedAt !== null) return ['seen', 'Resuming'];
  return CHAIN_WORDS[status];
}

const RPC_WORDS: Readonly<Record<string, StatusWords>> = {
  up: ['done', 'Up'],
  untried: ['waiting', 'Not asked yet'],
  limited: ['attention', 'Limits us'],
  behind: ['attention', 'Behind'],
  down: ['failed', 'Down'],
  quarantined: ['attention', 'Quarantined'],
};

/** A newer version of the API may send a status that this page does not know. */
export const statusOfRpc = ({ status }: ShownRpc): StatusWords => RPC_WORDS[status] ?? ['waiting', status];

/** How far the reading is behind, in blocks and in time. */
export function lagWords({ lagBlocks, lagSeconds }: ShownChain): string {
  if (lagBlocks === null && lagSeconds === null) return 'Not known yet';
  const blocks = lagBlocks === null ? '' : `${lagBlocks} ${lagBlocks === 1 ? 'block' : 'blocks'}`;
  const time = lagSeconds === null ? '' : spanOf(lagSeconds * 1_000);
  return [blocks, time].filter((text) => text !== '').join(', ');
}

/** Says in a word whether all wallets of a chain have enough gas. */
export function gasOfWallets({ wallets }: ShownChain): StatusWords {
  const known = wallets.filter(({ enoughGas }) => enoughGas !== null);
  if (known.length === 0) return ['waiting', 'Not read yet'];
  return known.every(({ enoughGas }) => enoughGas === true) ? ['done', 'Enough'] : ['attention', 'Low'];
}

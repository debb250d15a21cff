import type { FoundInRange } from '../../../src/chain/transfers/find-range-transfers.js';
import type { RangeBlock } from '../../../src/chain/blocks/read-blocks.js';
import { decodeReceiptOrNull, type Receipt } from '../../../src/chain/transfers/receipts.js';
import { talliesOf, votesOf, type Tally } from '../../../src/chain/rpc/votes.js';
import type { CorrectedOurs } from '../../../src/db/chains/verification-scan.js';
import { listMaybeIn, type KnownOfOurs } from '../../../src/db/chains/unmined-transactions.js';
import type { Follower } from '../follower.js';
import { showsWhatWasSigned } from '../reading/receipts-of-ours.js';
import { endsOf } from '../reading/read-range.js';

/** The corrected results of our own transactions in some final blocks, by all RPCs together. */
export interface RecheckedReceipts extends CorrectedOurs {
  /** The contradiction of the RPCs in words; null when there is none. */
  readonly disputed: string | null;
}

/**
 * Asks all RPCs for the results of our own transactions in final blocks. With a wrong result from a single RPC, a
 * payment that arrived would count as failed, or a payment that was never made would count as made. The result of the
 * first reading stands when two RPCs give it, and more than give any other result. A different result from more than
 * half of all RPCs replaces it.
 *
 * @throws Error when too few RPCs answer.
 */
export async function recheckOwnReceipts(
  follower: Follower,
  found: FoundInRange,
): Promise<RecheckedReceipts> {
  const { deps, chain } = follower;
  const { first, last } = endsOf(found);
  const range = { chainCode: chain.chainCode, fromNumber: first.number, toNumber: last.number };
  const hashes = new Set(found.blocks.flatMap(({ transactionHashes }) => transactionHashes));
  const blocks = new Map(found.blocks.map((block) => [block.hash, block]));
  const corrected = { receipts: [] as CorrectedOurs['receipts'][number][], unmined: [] as string[] };
  let disputed: string | null = null;
  for (const known of await listMaybeIn(deps.db, range)) {
    if (!hashes.has(known.txHash) && !(known.stored !== null && blocks.has(known.stored.blockHash))) continue;
    const judgement = await judge(follower, { known, blocks });
    if (judgement.kind === 'disputed') disputed = judgement.words;
    if (judgement.kind === 'unmined') corrected.unmined.push(known.txHash);
    if (judgement.kind === 'mined') corrected.receipts.push(judgement.receipt);
  }
  return { ...corrected, disputed };
}

type Judgement =
  | { readonly kind: 'stands' | 'unmined' }
  | { readonly kind: 'mined'; readonly receipt: CorrectedOurs['receipts'][number] }
  | { readonly kind: 'disputed'; readonly words: string };

/** The result of a transaction as one RPC gives it. Equal words mean equal results. */
interface Result {
  readonly receipt: Receipt | null;
  readonly proven: boolean;
  readonly words: string;
}
const wordsOf = ({ words }: Result): string => words;

async function judge(
  follower: Follower,
  { known, blocks }: { known: KnownOfOurs; blocks: ReadonlyMap<string, RangeBlock> },
): Promise<Judgement> {
  const { chain, client } = follower;
  const { txHash, stored } = known;
  const answers = await client.requestFromEach('eth_getTransactionReceipt', [txHash], decodeReceiptOrNull, {
    withoutHanging: true,
  });
  const resultOf = (answer: Receipt | null): Result => {
    const receipt = answer !== null && blocks.has(answer.blockHash) ? answer : null;
    const proven = receipt !== null && showsWhatWasSigned(chain, { receipt, transaction: known });
    return { receipt, proven, words: inWords(receipt === null ? null : { ...receipt, proven }) };
  };
  const votes = votesOf(answers, resultOf, wordsOf);
  const tallies = talliesOf(votes, wordsOf);
  const [first, next] = tallies;
  const count = first?.origins.length ?? 0;
  const before = inWords(stored);
  const isStored = first?.value.words === before;
  if (isStored && count >= 2 && count > (next?.origins.length ?? 0)) return { kind: 'stands' };
  if (first !== undefined && !isStored && count > votes.all / 2)
    return correct(follower, { known, blocks, tallies, majority: first });
  if (tallies.length === 0 || (tallies.length === 1 && isStored))
    throw new Error(`No other RPC gives the result of our transaction ${txHash}`);
  const results = tallies.map(({ value, origins }) => `${origins.join(', ')}: ${value.words}`).join('; ');
  return { kind: 'disputed', words: `our transaction ${txHash} is stored as ${before}; ${results}` };
}

/** Corrects the stored result to that of most RPCs, and quarantines the RPCs that gave another one. */
function correct(
  { deps, chain, client }: Follower,
  {
    known,
    majority,
    tallies,
    blocks,
  }: {
    known: KnownOfOurs;
    majority: Tally<Result>;
    tallies: readonly Tally<Result>[];
    blocks: ReadonlyMap<string, RangeBlock>;
  },
): Judgement {
  const { txHash, stored } = known;
  const { value, origins } = majority;
  const { receipt, proven, words: now } = value;
  const before = inWords(stored);
  deps.log.error(
    { chainCode: chain.chainCode, txHash, before, now, shownBy: origins },
    'the stored result of our transaction was wrong; the result from most RPCs counts now',
  );
  // An RPC that gave no answer gave no wrong result. One that has no receipt may have dropped it.
  for (const each of tallies) {
    const kind = each.value.receipt === null ? 'omits' : 'lies';
    for (const other of each === majority ? [] : each.origins)
      client.quarantine(other, `gave a wrong result for our transaction ${txHash}`, kind);
  }
  const block = receipt === null ? undefined : blocks.get(receipt.blockHash);
  if (receipt === null || block === undefined) return { kind: 'unmined' };
  return { kind: 'mined', receipt: { ...receipt, block, proven } };
}

/** Describes a result for operators, and for comparison: equal words mean equal results. */
function inWords(
  result: { readonly blockHash: string; readonly succeeded: boolean; readonly proven: boolean } | null,
): string {
  if (result === null) return 'in none of these blocks';
  const outcome = result.proven ? 'done' : result.succeeded ? 'succeeded without its transfer' : 'reverted';
  return `${outcome} in block ${result.blockHash}`;
}

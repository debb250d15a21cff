import type { FoundInRange } from '../../../src/chain/transfers/find-range-transfers.js';
import type { RangeBlock } from '../../../src/chain/blocks/read-blocks.js';
import { decodeReceiptOrNull, type Receipt } from '../../../src/chain/transfers/receipts.js';
import { opinionsOf, votesOf, type Opinion } from '../../../src/chain/rpc/votes.js';
import type { CorrectedOurs } from '../../../src/db/chains/verification-scan.js';
import { listMaybeIn, type KnownOfOurs } from '../../../src/db/chains/unmined-transactions.js';
import type { Follower } from '../follower.js';
import { showsWhatWasSigned } from '../reading/receipts-of-ours.js';
import { endsOf } from '../reading/read-range.js';

/** What all RPCs together say of our own transactions in some final blocks. */
export interface OursAgain extends CorrectedOurs {
  /** What they contradict each other about, in words; null when they don't. */
  readonly disputed: string | null;
}

/**
 * Asks all RPCs what became of our own transactions in final blocks: one that tells it falsely would have a payment
 * taken for failed that arrived, or for made that never was. What the first reading said stands when another says so
 * too; what more than half of all say instead is put in its place.
 *
 * @throws when too few answer.
 */
export async function readOursAgain(follower: Follower, found: FoundInRange): Promise<OursAgain> {
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

/** What an RPC says of a transaction; the same words are the same fate. */
interface Fate {
  readonly receipt: Receipt | null;
  readonly proven: boolean;
  readonly words: string;
}
const wordsOf = ({ words }: Fate): string => words;

async function judge(
  follower: Follower,
  { known, blocks }: { known: KnownOfOurs; blocks: ReadonlyMap<string, RangeBlock> },
): Promise<Judgement> {
  const { chain, client } = follower;
  const { txHash, stored } = known;
  const answers = await client.requestFromEach('eth_getTransactionReceipt', [txHash], decodeReceiptOrNull, {
    withoutHanging: true,
  });
  const fateOf = (answer: Receipt | null): Fate => {
    const receipt = answer !== null && blocks.has(answer.blockHash) ? answer : null;
    const proven = receipt !== null && showsWhatWasSigned(chain, { receipt, transaction: known });
    return { receipt, proven, words: inWords(receipt === null ? null : { ...receipt, proven }) };
  };
  const votes = votesOf(answers, fateOf, wordsOf);
  const opinions = opinionsOf(votes, wordsOf);
  const [first, next] = opinions;
  const count = first?.origins.length ?? 0;
  const before = inWords(stored);
  const isStored = first?.value.words === before;
  if (isStored && count >= 2 && count > (next?.origins.length ?? 0)) return { kind: 'stands' };
  if (first !== undefined && !isStored && count > votes.all / 2)
    return correct(follower, { known, blocks, opinions, counting: first });
  if (opinions.length === 0 || (opinions.length === 1 && isStored))
    throw new Error(`No other RPC says what became of our transaction ${txHash}`);
  const told = opinions.map(({ value, origins }) => `${origins.join(', ')}: ${value.words}`).join('; ');
  return { kind: 'disputed', words: `of our transaction ${txHash}, stored as ${before}, ${told}` };
}

function correct(
  { deps, chain, client }: Follower,
  {
    known,
    counting,
    opinions,
    blocks,
  }: {
    known: KnownOfOurs;
    counting: Opinion<Fate>;
    opinions: readonly Opinion<Fate>[];
    blocks: ReadonlyMap<string, RangeBlock>;
  },
): Judgement {
  const { txHash, stored } = known;
  const { value, origins } = counting;
  const { receipt, proven, words: now } = value;
  const before = inWords(stored);
  deps.log.error(
    { chainCode: chain.chainCode, txHash, before, now, shownBy: origins },
    'what became of a transaction of ours was told falsely; what most RPCs say counts now',
  );
  // One that gave no answer has told nothing falsely.
  for (const origin of opinions.flatMap((each) => (each === counting ? [] : each.origins)))
    client.quarantine(origin, `told falsely what became of our transaction ${txHash}`);
  const block = receipt === null ? undefined : blocks.get(receipt.blockHash);
  if (receipt === null || block === undefined) return { kind: 'unmined' };
  return { kind: 'mined', receipt: { ...receipt, block, proven } };
}

/** For operators, and to compare: the same words are the same fate. */
function inWords(
  fate: { readonly blockHash: string; readonly succeeded: boolean; readonly proven: boolean } | null,
): string {
  if (fate === null) return 'in none of these blocks';
  const outcome = fate.proven ? 'done' : fate.succeeded ? 'succeeded without its transfer' : 'reverted';
  return `${outcome} in block ${fate.blockHash}`;
}

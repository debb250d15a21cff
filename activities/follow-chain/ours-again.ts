import type { FoundInRange } from '../../src/chain/find-range-transfers.js';
import type { RangeBlock } from '../../src/chain/read-blocks.js';
import { decodeReceiptOrNull, type Receipt } from '../../src/chain/receipts.js';
import type { CorrectedOurs } from '../../src/db/second-reading.js';
import { listMaybeIn, type KnownOfOurs } from '../../src/db/unmined-transactions.js';
import type { Follower } from './follower.js';
import { isProven } from './receipts-of-ours.js';
import { endsOf } from './read-range.js';

/** What all RPCs together say of our own transactions in some final blocks. */
export interface OursAgain extends CorrectedOurs {
  /** What they contradict each other about, in words; null when they don't. */
  readonly disputed: string | null;
}

/**
 * Asks all RPCs what became of our own transactions in final blocks: one that tells it falsely would have a payment taken
 * for failed that arrived, or for made that never was. What the first reading said stands when another says so too;
 * what more than half of all say instead is put in its place.
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
  readonly origins: Set<string>;
}

async function judge(
  follower: Follower,
  { known, blocks }: { known: KnownOfOurs; blocks: ReadonlyMap<string, RangeBlock> },
): Promise<Judgement> {
  const { chain, client } = follower;
  const { txHash, stored } = known;
  const answers = await client.requestFromEach('eth_getTransactionReceipt', [txHash], decodeReceiptOrNull, {
    withoutHanging: true,
  });
  const all = new Set(answers.map(({ origin }) => origin)).size;
  const fates = new Map<string, Fate>();
  for (const answer of answers) {
    if (!answer.ok || answer.aside) continue;
    const isHere = answer.value !== null && blocks.has(answer.value.blockHash);
    const receipt = isHere ? answer.value : null;
    const proven = receipt !== null && isProven(chain, { receipt, transaction: known });
    const words = inWords(receipt === null ? null : { ...receipt, proven });
    const fate = fates.get(words) ?? { receipt, proven, origins: new Set<string>() };
    fates.set(words, { ...fate, origins: fate.origins.add(answer.origin) });
  }
  const [[words, fate] = ['', undefined], [, next] = ['', undefined]] = [...fates].sort(
    ([, a], [, b]) => b.origins.size - a.origins.size,
  );
  const count = fate?.origins.size ?? 0;
  const before = inWords(stored);
  if (words === before && count >= 2 && count > (next?.origins.size ?? 0)) return { kind: 'stands' };
  if (fate !== undefined && words !== before && count > all / 2)
    return correct(follower, { known, fate, blocks, fates: [...fates.values()] });
  if (fates.size === 0 || (fates.size === 1 && words === before))
    throw new Error(`No other RPC says what became of our transaction ${txHash}`);
  const told = [...fates].map(([each, { origins }]) => `${[...origins].join(', ')}: ${each}`).join('; ');
  return { kind: 'disputed', words: `of our transaction ${txHash}, stored as ${before}, ${told}` };
}

function correct(
  { deps, chain, client }: Follower,
  {
    known,
    fate,
    fates,
    blocks,
  }: {
    known: KnownOfOurs;
    fate: Fate;
    fates: readonly Fate[];
    blocks: ReadonlyMap<string, RangeBlock>;
  },
): Judgement {
  const { txHash, stored } = known;
  const { receipt, proven, origins } = fate;
  const [before, now] = [inWords(stored), inWords(receipt === null ? null : { ...receipt, proven })];
  deps.log.error(
    { chainCode: chain.chainCode, txHash, before, now, shownBy: [...origins] },
    'what became of a transaction of ours was told falsely; what most RPCs say counts now',
  );
  // One that gave no answer has told nothing falsely.
  for (const origin of fates.flatMap((each) => (each === fate ? [] : [...each.origins])))
    client.putAside(origin, `told falsely what became of our transaction ${txHash}`);
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

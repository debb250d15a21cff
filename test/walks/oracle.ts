import { listChainCursors } from '../../src/db/chains/chain-cursor.js';
import type { Invoice } from '../../src/db/invoices/invoices.js';
import { LATER_MS } from '../helpers/chain/rpc-faults.js';
import { PAID_IN, readTrueBalances, readTruePayments, type TruePayment } from './chain-truth.js';
import { findBrokenBooks, readStoredFacts, type StoredFacts, type StoredTransfer } from './stored-facts.js';
import type { Walked } from './walk.js';
import type { WalkWorld } from './walk-world.js';

// This file derives the expected state a second time, from the contract and not from the product's code.

type Complain = (what: string) => void;

const identity = (txHash: string, position: number): string => `${txHash}/${position}`;
const identityOf = (row: StoredTransfer): string => identity(row.tx_hash, row.position);
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Everything known about one invoice, from the chain and from the database. */
interface Case {
  readonly invoice: Invoice;
  readonly payments: readonly TruePayment[];
  readonly facts: StoredFacts;
  readonly headTimeMs: number;
}

/** @returns in words what is wrong after a walk. It is empty when books, invoices and chain agree. */
export async function findDisagreements(world: WalkWorld, walked: Walked): Promise<string[]> {
  const { circuit, chain } = world;
  const wrong: string[] = await findBrokenBooks(circuit.database.db);
  const [cursor] = await listChainCursors(circuit.database.db);
  if (!(await world.readProgress()).isRead)
    wrong.push(`the cursor is at ${cursor?.height}, the chain at ${await chain.height()}`);
  if (cursor?.haltedReason != null) wrong.push(`the chain was halted: ${cursor.haltedReason}`);
  const facts = await readStoredFacts(circuit.database.db, walked.merchantId);
  const payments = await readTruePayments(world, walked);
  checkTransfers(world, { payments, facts }, (what) => wrong.push(what));
  checkMerchant(facts, (what) => wrong.push(what));
  for (const { invoiceId } of walked.invoices) {
    const index = walked.invoices.findIndex((each) => each.invoiceId === invoiceId);
    const complain: Complain = (what) => wrong.push(`invoice ${index}: ${what}`);
    const invoice = await circuit.reload({ ...walked.invoices[0], invoiceId } as Invoice);
    const ofInvoice = {
      invoice,
      facts,
      headTimeMs: cursor?.blockTimeMs ?? 0,
      payments: payments.filter((payment) => payment.invoiceId === invoiceId),
    };
    await checkCustody(world, ofInvoice, complain);
    checkInvoice(ofInvoice, complain);
    checkEvents(ofInvoice, complain);
  }
  return wrong;
}

/** Checks that the canonical transfers are exactly those in the chain, and that each stored block was once in it. */
function checkTransfers(
  { chain }: WalkWorld,
  { payments, facts }: { payments: readonly TruePayment[]; facts: StoredFacts },
  complain: Complain,
): void {
  const stored = facts.transfers.filter(({ canonical }) => canonical);
  const words = (each: Omit<TruePayment, 'blockNumber' | 'blockTimeMs'>): string =>
    `${each.amountAtomic} ${each.tokenSymbol} in ${identity(each.txHash, each.position)} of ${each.blockHash}`;
  const wordsOf = (row: StoredTransfer): string =>
    words({
      invoiceId: row.invoice_id,
      tokenSymbol: row.token_symbol as 'USDC',
      txHash: row.tx_hash,
      position: row.position,
      blockHash: row.block_hash,
      amountAtomic: row.amount_atomic,
    });
  const inChain = new Set(payments.map(words));
  const inBooks = new Set(stored.map(wordsOf));
  for (const each of inChain) if (!inBooks.has(each)) complain(`missed: ${each}`);
  for (const each of inBooks) if (!inChain.has(each)) complain(`not in the chain: ${each}`);
  for (const row of facts.transfers) {
    const block = chain.everHad.get(row.block_hash);
    const laterByMs = row.block_time.getTime() - (block?.timestampMs ?? 0);
    // A reorganised transfer may keep a time that one RPC told falsely, because nobody looks at it again.
    const isOfItsTime = laterByMs === 0 || (!row.canonical && laterByMs === LATER_MS);
    if (block?.number !== row.block_number || !isOfItsTime)
      complain(`stored in a block that never was: ${wordsOf(row)}`);
    if (!row.canonical && row.booking !== 'none') complain(`gone, but ${row.booking}: ${wordsOf(row)}`);
  }
}

/**
 * Checks the merchant's accounts. Held and reserved amounts must have their reason, and everything together must be
 * what the invoices brought in.
 */
function checkMerchant(facts: StoredFacts, complain: Complain): void {
  for (const tokenSymbol of PAID_IN) {
    const balanceOf = (kind: string): bigint =>
      facts.accounts.find((each) => each.kind === kind && each.token_symbol === tokenSymbol)?.balance ?? 0n;
    const booked = facts.transfers.filter(
      (row) => row.canonical && row.booking !== 'none' && row.token_symbol === tokenSymbol,
    );
    const expect = (what: string, is: bigint, ought: bigint): void => {
      if (is !== ought) complain(`${what} is ${is} ${tokenSymbol} and ought to be ${ought}`);
    };
    const owned = balanceOf('available') + balanceOf('held') + balanceOf('reserved') - balanceOf('deficit');
    expect('all that the merchant has', owned, total(booked.map((row) => row.amount_atomic)));
    const held = booked.filter(({ booking }) => booking === 'held');
    expect('held', balanceOf('held'), total(held.map((row) => row.amount_atomic)));
    const waiting = facts.waiting.find((each) => each.token_symbol === tokenSymbol)?.amount ?? 0n;
    expect('reserved', balanceOf('reserved'), waiting);
  }
}

/** Checks that a deposit address holds what was paid to it, and that what is booked of it is in custody. */
async function checkCustody(
  world: WalkWorld,
  { invoice, payments, facts }: Case,
  complain: Complain,
): Promise<void> {
  const { invoiceId, depositAddress } = invoice;
  const balances = await readTrueBalances(
    world,
    PAID_IN.map((tokenSymbol) => ({ depositAddress, tokenSymbol })),
  );
  for (const [i, tokenSymbol] of PAID_IN.entries()) {
    const came = total(
      payments.filter((each) => each.tokenSymbol === tokenSymbol).map((p) => p.amountAtomic),
    );
    const lies = balances[i] ?? 0n;
    if (lies !== came) complain(`${lies} ${tokenSymbol} lie at its address, ${came} came by payments`);
    const rows = facts.transfers.filter(
      (row) => row.invoice_id === invoiceId && row.canonical && row.token_symbol === tokenSymbol,
    );
    const unbooked = total(rows.filter(({ booking }) => booking === 'none').map((row) => row.amount_atomic));
    const custody =
      facts.custody.find((each) => each.invoice_id === invoiceId && each.token_symbol === tokenSymbol)
        ?.amount ?? 0n;
    if (custody + unbooked !== lies)
      complain(
        `${custody} ${tokenSymbol} in custody and ${unbooked} pending, but ${lies} lie at its address`,
      );
  }
}

/** A payment with what the contract says about it. */
interface Weighed extends TruePayment {
  readonly onTime: boolean;
  readonly accepted: boolean;
  readonly refunded: boolean;
  readonly booking: string | undefined;
}

function weigh({ invoice, payments, facts }: Case): Weighed[] {
  const rows = facts.transfers.filter((row) => row.invoice_id === invoice.invoiceId);
  return payments.map((payment) => {
    const same = rows.filter((row) => identityOf(row) === identity(payment.txHash, payment.position));
    const ids = same.map((row) => row.transfer_id);
    const ordered = (kind: string): boolean =>
      facts.orders.some(
        (order) =>
          order.kind === kind &&
          (order.withdrawal === null || order.withdrawal === 'pending_approval') &&
          order.transfer_ids.some((id) => ids.includes(id)),
      );
    return {
      ...payment,
      // A payment that was on time in any of its blocks stays on time.
      onTime: same.some((row) => row.block_time.getTime() <= invoice.expiresAtMs),
      accepted: ordered('accept'),
      refunded: ordered('refund'),
      booking: same.find(({ canonical }) => canonical)?.booking,
    };
  });
}

/** Returns the least amount that fulfils the invoice, and the most that does not overpay it. */
function bounds({ amountAtomic, toleranceBps }: Invoice): { least: bigint; most: bigint } {
  const slack = (amountAtomic * BigInt(toleranceBps)) / 10_000n;
  return { least: amountAtomic - slack, most: amountAtomic + slack };
}

interface Verdict {
  /** Several when the status depends on the moment at which the follower looked. */
  readonly statuses: readonly string[];
  readonly lateAccepted: boolean;
}

function judge(one: Case, weighed: readonly Weighed[]): Verdict {
  const { invoice, facts, headTimeMs } = one;
  const { least } = bounds(invoice);
  const asked = weighed.filter(({ tokenSymbol }) => tokenSymbol === 'USDC');
  const counting = asked.filter(({ refunded }) => !refunded);
  const onTime = total(counting.filter((each) => each.onTime).map((each) => each.amountAtomic));
  const withLate = total(counting.map((each) => each.amountAtomic));
  const lateAccepted = invoice.acceptLate && onTime < least && withLate >= least;
  const only = (status: string): Verdict => ({ statuses: [status], lateAccepted });
  if (asked.some(({ accepted }) => accepted)) return only('completed');
  const cancelled = facts.orders.some(
    ({ invoice_id, kind }) => invoice_id === invoice.invoiceId && kind === 'cancel',
  );
  if (cancelled) return only('cancelled');
  if (onTime >= least || lateAccepted) return only('completed');
  const open = onTime > 0n ? 'underpaid' : 'pending';
  const ended = headTimeMs > invoice.expiresAtMs ? 'expired' : open;
  const gone = goneOf(one);
  const stand = asked.filter((each) => each.onTime || invoice.acceptLate);
  const amounts = [...stand.map((each) => each.amountAtomic), ...gone.map((each) => each.amountAtomic)];
  const wasEnough = total(amounts) >= least || gone.some((each) => each.accepted);
  if (gone.length === 0 || !wasEnough) return only(ended);
  const wasCredited = gone.some((each) => each.credited);
  return { statuses: wasCredited ? ['failed'] : ['failed', ended], lateAccepted };
}

/** A payment that was once in the chain and is in no block now. */
interface GonePayment {
  readonly amountAtomic: bigint;
  readonly accepted: boolean;
  /** Whether it was ever credited, in whichever block it was then. */
  readonly credited: boolean;
}

/**
 * Returns the gone payments in the invoice's asset that would have counted: on time, accepted by order, or late where
 * the invoice accepts late payments.
 */
function goneOf({ invoice, facts }: Case): GonePayment[] {
  const byIdentity = new Map<string, StoredTransfer[]>();
  for (const row of facts.transfers) {
    if (row.invoice_id !== invoice.invoiceId || row.token_symbol !== 'USDC') continue;
    byIdentity.set(identityOf(row), [...(byIdentity.get(identityOf(row)) ?? []), row]);
  }
  return [...byIdentity.values()].flatMap((rows): GonePayment[] => {
    const ids = rows.map((row) => row.transfer_id);
    const accepted = facts.orders.some(
      ({ kind, transfer_ids }) => kind === 'accept' && transfer_ids.some((id) => ids.includes(id)),
    );
    const onTime = rows.some((row) => row.block_time.getTime() <= invoice.expiresAtMs);
    const isGone = rows.every(({ canonical }) => !canonical);
    if (!isGone || !(onTime || accepted || invoice.acceptLate)) return [];
    const amountAtomic = rows.at(-1)?.amount_atomic ?? 0n;
    return [{ amountAtomic, accepted, credited: ids.some((id) => facts.everCredited.has(id)) }];
  });
}

function checkInvoice(one: Case, complain: Complain): void {
  const { invoice } = one;
  const weighed = weigh(one);
  const { statuses, lateAccepted } = judge(one, weighed);
  if (!statuses.includes(invoice.status))
    complain(`is ${invoice.status} and ought to be ${statuses.join(' or ')}`);
  const onTime = weighed.filter((each) => each.onTime && each.tokenSymbol === 'USDC');
  const paid = total(onTime.map((each) => each.amountAtomic));
  if (invoice.amountPaidAtomic !== paid) complain(`shows ${invoice.amountPaidAtomic} as paid, not ${paid}`);
  for (const each of weighed) {
    const ought = bookingsOf(each, { status: invoice.status, lateAccepted });
    if (!ought.includes(each.booking ?? 'missing'))
      complain(
        `${each.amountAtomic} ${each.tokenSymbol} of ${each.txHash} are ${each.booking} and ought to be ${ought.join(' or ')}`,
      );
  }
}

function bookingsOf(
  { refunded, accepted, tokenSymbol, onTime }: Weighed,
  { status, lateAccepted }: { status: string; lateAccepted: boolean },
): readonly string[] {
  if (refunded) return ['refunding'];
  if (accepted) return ['credited'];
  if (tokenSymbol !== 'USDC') return ['held'];
  if (!onTime) return status === 'completed' && lateAccepted ? ['credited'] : ['held'];
  if (status === 'completed') return ['credited'];
  // The invoice is open: nothing is booked yet, or a reorganisation opened it again after something was held.
  if (status === 'pending' || status === 'underpaid') return ['none', 'held'];
  return ['held'];
}

function checkEvents(one: Case, complain: Complain): void {
  const { invoice, facts } = one;
  const events = facts.events.filter((event) => event.invoice_id === invoice.invoiceId);
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  const atMost = (type: string, most: number): void => {
    if (count(type) > most) complain(`told ${type} ${count(type)} times`);
  };
  const mustHave = (type: string, when: boolean): void => {
    if (when && count(type) === 0) complain(`is ${invoice.status}, but ${type} was never told`);
  };
  atMost('invoice.created', 1);
  atMost('invoice.paid', 1);
  atMost('invoice.overpaid', 1);
  atMost('invoice.completed', 1 + count('invoice.failed'));
  mustHave('invoice.created', true);
  for (const status of ['completed', 'expired', 'failed'] as const)
    mustHave(`invoice.${status}`, invoice.status === status);
  const weighed = weigh(one);
  const onTime = weighed.filter((each) => each.onTime && each.tokenSymbol === 'USDC' && !each.refunded);
  const paid = total(onTime.map((each) => each.amountAtomic));
  const { least, most } = bounds(invoice);
  mustHave('invoice.paid', paid >= least && invoice.status !== 'cancelled');
  const lateGotten = weighed.filter(
    (each) => !each.onTime && each.tokenSymbol === 'USDC' && each.booking === 'credited',
  );
  const gotten = paid + total(lateGotten.map((each) => each.amountAtomic));
  mustHave('invoice.overpaid', gotten > most && invoice.status === 'completed');
  mustHave('invoice.underpaid', invoice.status === 'underpaid');
  for (const { txHash } of weighed.filter(({ booking }) => booking === 'held')) {
    const key = `${invoice.invoiceId}/invoice.payment_held/local/${txHash}`;
    if (!events.some((event) => event.dedupe_key === key)) complain(`never told that ${txHash} is held`);
  }
  if (events.some(({ deliveries }) => deliveries !== 1)) complain('an event does not have its one delivery');
}

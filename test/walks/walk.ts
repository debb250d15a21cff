import type { Invoice } from '../../src/db/invoices/invoices.js';
import { findWithdrawal } from '../../src/db/withdrawals/withdrawals.js';
import { assertNever, QuittanceError } from '../../src/domain/core/errors.js';
import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../helpers/until.js';
import { describePlan, type WalkCommand, type WalkPlan } from './commands.js';
import { ASKED_ATOMIC, type ReadingProgress, type WalkWorld } from './walk-world.js';
import type { WalkingFollower } from './walking-follower.js';

/** A walk takes about a second, and on a busy machine far more. */
const ONE_WALK_WITHIN_MS = 180_000;
/** Wei that stand for one basis point of an invoice, when it is paid in ETH. */
const WEI_PER_BPS = 10n ** 12n;
/** More requests than a lost follower needs to find out that another one has taken over. */
const FOUND_AGAIN_REQUESTS = 14;
/** How often a follower polls that can't read everything. Within these polls a payment that no other RPC shows counts. */
const POLLS_IN_VAIN = 14;
const POLLS_AT_THE_END = 1_000;
const BETWEEN_POLLS_MS = 2;
/** No payment of a walk is this far below the block at its start. */
const BLOCKS_BEFORE = 12;
/** More blocks than finality needs. */
const BLOCKS_TO_FINALITY = 9;
/** More blocks than any number of confirmations. */
const BLOCKS_AFTER_FINALITY = 4;

/** The result of a walk, for the oracle. */
export interface Walked {
  readonly merchantId: string;
  readonly invoices: readonly Invoice[];
  /** The first block that may hold a payment of this walk. */
  readonly fromBlock: number;
}

/** One walk: its world, its merchant with the invoices, and its followers. */
class Walk {
  readonly world: WalkWorld;
  readonly merchantId: string;
  readonly invoices: readonly Invoice[];
  #follower: WalkingFollower | null = null;
  #lost: WalkingFollower[] = [];

  constructor(world: WalkWorld, { merchantId, invoices }: Omit<Walked, 'fromBlock'>) {
    this.world = world;
    this.merchantId = merchantId;
    this.invoices = invoices;
  }

  async run(command: WalkCommand): Promise<void> {
    const { chain, circuit } = this.world;
    switch (command.do) {
      case 'pay':
        return this.#pay(command);
      case 'mine':
        return chain.mine(command.blocks);
      case 'wait':
        chain.wait(command.seconds);
        return;
      case 'reorganise':
        return chain.reorganise(command);
      case 'read':
        return this.#read(command.requests);
      case 'stop':
        await this.#follower?.stop();
        this.#follower = null;
        return;
      case 'lose':
        return this.#lose();
      case 'find the lost':
        for (const lost of this.#lost) await lost.step(FOUND_AGAIN_REQUESTS);
        return;
      case 'break':
        return this.world.breakRpcs(command.rpcs, command.fault);
      case 'heal':
        this.world.healRpcs();
        return;
      case 'drain':
        await Promise.all(Array.from({ length: command.workers }, () => circuit.drain()));
        return;
      case 'cancel':
      case 'accept':
      case 'refund':
        return this.#order(command.do, this.#invoiceAt(command.invoice));
      case 'withdraw':
        return this.#withdraw();
      case 'reject':
        return this.#reject();
      default:
        return assertNever(command);
    }
  }

  /** Ends all faults, makes every block final, and lets all processes finish their work. */
  async finish(): Promise<void> {
    const { chain, circuit } = this.world;
    this.world.healRpcs();
    for (const lost of this.#lost) await lost.step(FOUND_AGAIN_REQUESTS);
    // The verification scan needs all RPCs. For a new follower no RPC has failed yet.
    await this.#follower?.stop();
    this.#follower = null;
    // Twice, because the payments that the first scan undoes are waited for during some more blocks.
    for (const blocks of [BLOCKS_TO_FINALITY, BLOCKS_AFTER_FINALITY]) {
      await chain.mine(blocks);
      const progress = await this.#readAll(POLLS_AT_THE_END, isAllKnown);
      if (!progress.isRead || !progress.isVerified)
        throw new Error(`The follower does not get to the head of the chain: ${JSON.stringify(progress)}`);
      await circuit.drain();
    }
    await this.#readAll(POLLS_AT_THE_END, isAllKnown);
    await circuit.drain();
  }

  async leave(): Promise<void> {
    this.world.healRpcs();
    for (const follower of [this.#follower, ...this.#lost]) await follower?.stop();
  }

  #invoiceAt(index: number): Invoice {
    const invoice = this.invoices[index % this.invoices.length];
    if (invoice === undefined) throw new Error('a walk has an invoice');
    return invoice;
  }

  async #pay(command: Extract<WalkCommand, { do: 'pay' }>): Promise<void> {
    const invoice = this.#invoiceAt(command.invoice);
    const { asset: tokenSymbol, together, partsBps } = command;
    const atomicOf = (bps: number): bigint =>
      tokenSymbol === 'ETH' ? BigInt(bps) * WEI_PER_BPS : (ASKED_ATOMIC * BigInt(bps)) / 10_000n;
    const partsAtomic = partsBps.map(atomicOf);
    await this.world.chain.pay({ tokenSymbol, to: invoice.depositAddress, partsAtomic, together });
  }

  #following(): WalkingFollower {
    return (this.#follower ??= this.world.startFollower());
  }

  async #read(requests: number | null): Promise<void> {
    if (requests === null) await this.#readAll(POLLS_IN_VAIN, isAllRead);
    else await this.#following().step(requests);
  }

  /** Lets the follower read until nothing is left, but only this many times. */
  async #readAll(maxPolls: number, isDone: (progress: ReadingProgress) => boolean): Promise<ReadingProgress> {
    for (let polls = 1; ; polls += 1) {
      await this.#following().step(Infinity);
      const progress = await this.world.readProgress();
      if (isDone(progress) || polls >= maxPolls) return progress;
      await pause(BETWEEN_POLLS_MS);
    }
  }

  async #lose(): Promise<void> {
    if (this.#follower === null) return;
    this.#follower.lose();
    this.#lost.push(this.#follower);
    this.#follower = this.world.startFollower();
    await this.#follower.step(1);
  }

  async #order(kind: 'cancel' | 'accept' | 'refund', invoice: Invoice): Promise<void> {
    await unlessRefused(this.world.circuit[kind](invoice));
  }

  async #withdraw(): Promise<void> {
    const { circuit } = this.world;
    const { available } = await circuit.balances(circuit.usdc, this.merchantId);
    if (available > 0n) await unlessRefused(circuit.withdrawal(available, { merchantId: this.merchantId }));
  }

  async #reject(): Promise<void> {
    const { circuit } = this.world;
    const rows = await circuit.database
      .db('withdrawals')
      .where({ merchant_id: this.merchantId, status: 'pending_approval' })
      .orderBy('withdrawal_id')
      .select<{ withdrawal_id: string }[]>('withdrawal_id');
    for (const { withdrawal_id: withdrawalId } of rows) {
      const withdrawal = await findWithdrawal(circuit.database.db, { withdrawalId });
      if (withdrawal !== undefined) await unlessRefused(circuit.decide(withdrawal, 'reject'));
    }
  }
}

const isAllRead = ({ isRead, isDoubted }: ReadingProgress): boolean => isRead && !isDoubted;
const isAllKnown = (progress: ReadingProgress): boolean => isAllRead(progress) && progress.isVerified;

/** Ignores the refusal of an order that is not possible in this state. */
async function unlessRefused(order: Promise<unknown>): Promise<void> {
  try {
    await order;
  } catch (error) {
    const codes: readonly string[] = ['invalid_state', 'chain_not_read'];
    if (!(error instanceof QuittanceError) || !codes.includes(error.code)) throw error;
  }
}

/**
 * Runs a whole plan. Then continues until everything is final and nothing is left to do. Reports where it hangs, if it
 * does.
 */
export async function takeWalk(world: WalkWorld, plan: WalkPlan): Promise<Walked> {
  let at = 'its first invoice';
  const walked = walk(world, plan, (step) => (at = step));
  return within(ONE_WALK_WITHIN_MS, walked, () => `the walk hangs at ${at}:\n${describePlan(plan)}`);
}

async function walk(world: WalkWorld, plan: WalkPlan, arriveAt: (step: string) => void): Promise<Walked> {
  const merchantId = await world.addMerchant();
  const invoices: Invoice[] = [];
  for (const planned of plan.invoices) invoices.push(await world.addInvoice(merchantId, planned));
  const fromBlock = (await world.chain.height()) - BLOCKS_BEFORE;
  const walking = new Walk(world, { merchantId, invoices });
  try {
    for (const [i, command] of plan.commands.entries()) {
      arriveAt(`${i + 1}. ${command.do}`);
      await walking.run(command);
    }
    arriveAt('what is left to do at its end');
    await walking.finish();
  } finally {
    arriveAt('the end of its followers');
    await walking.leave();
  }
  return { merchantId, invoices, fromBlock };
}

import type { Invoice } from '../../src/db/invoices/invoices.js';
import { findWithdrawal } from '../../src/db/withdrawals/withdrawals.js';
import { assertNever, QuittanceError } from '../../src/domain/core/errors.js';
import { within } from '../helpers/until.js';
import { describePlan, type WalkCommand, type WalkPlan } from './commands.js';
import { ASKED_ATOMIC, type WalkWorld } from './walk-world.js';
import type { WalkingFollower } from './walking-follower.js';

/** A walk takes about a second, and on a busy machine far more. */
const ONE_WALK_WITHIN_MS = 180_000;
/** Wei that stand for one basis point of an invoice, when it is paid in ETH. */
const WEI_PER_BPS = 10n ** 12n;
/** Requests between two checks whether everything is read. */
const STRIDE_REQUESTS = 8;
/** More requests than one whole round of the follower: enough for what it does after the last block. */
const LAST_STRIDE_REQUESTS = 14;
const MAX_STRIDES = 60;
/** More blocks than finality and any number of confirmations need. */
const BLOCKS_TO_FINALITY = 12;

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
        await this.#read(command.requests);
        return;
      case 'stop':
        await this.#follower?.stop();
        this.#follower = null;
        return;
      case 'lose':
        return this.#lose();
      case 'find the lost':
        for (const lost of this.#lost) await lost.step(LAST_STRIDE_REQUESTS);
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

  /** Ends all faults, makes every block final, and has everybody do what is left to do. */
  async finish(): Promise<void> {
    const { chain, circuit } = this.world;
    this.world.healRpcs();
    for (const lost of this.#lost) await lost.step(LAST_STRIDE_REQUESTS);
    // The verification scan needs all RPCs. For a new follower no RPC has failed yet.
    await this.#follower?.stop();
    this.#follower = null;
    // Twice, because what the first scan undoes is waited for during some more blocks.
    for (const blocks of [BLOCKS_TO_FINALITY, BLOCKS_TO_FINALITY]) {
      await chain.mine(blocks);
      const isAllKnown = async (): Promise<boolean> =>
        (await this.world.isRead()) && (await this.world.isVerified());
      if (!(await this.#read(null, isAllKnown)))
        throw new Error('The follower does not get to the head of the chain.');
      await circuit.drain();
    }
    await this.#read(LAST_STRIDE_REQUESTS);
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

  /** @returns whether everything was read. False when only some requests were asked for. */
  async #read(requests: number | null, isRead = () => this.world.isRead()): Promise<boolean> {
    const follower = (this.#follower ??= this.world.startFollower());
    if (requests !== null) {
      await follower.step(requests);
      return false;
    }
    for (let stride = 0; stride < MAX_STRIDES; stride += 1) {
      await follower.step(STRIDE_REQUESTS);
      if (!(await isRead())) continue;
      await follower.step(LAST_STRIDE_REQUESTS);
      return true;
    }
    return false;
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

/** Ignores the refusal of an order that is not possible in this state. */
async function unlessRefused(order: Promise<unknown>): Promise<void> {
  try {
    await order;
  } catch (error) {
    const codes: readonly string[] = ['invalid_state', 'chain_not_read'];
    if (!(error instanceof QuittanceError) || !codes.includes(error.code)) throw error;
  }
}

/** Runs a whole plan. Then goes on until everything is final and nothing is left to do. Says where it hangs, if it does. */
export async function takeWalk(world: WalkWorld, plan: WalkPlan): Promise<Walked> {
  let at = 'its first invoice';
  const walked = walk(world, plan, (step) => (at = step));
  return within(ONE_WALK_WITHIN_MS, walked, () => `the walk hangs at ${at}:\n${describePlan(plan)}`);
}

async function walk(world: WalkWorld, plan: WalkPlan, arriveAt: (step: string) => void): Promise<Walked> {
  const merchantId = await world.addMerchant();
  const invoices: Invoice[] = [];
  for (const planned of plan.invoices) invoices.push(await world.addInvoice(merchantId, planned));
  const fromBlock = (await world.chain.height()) - BLOCKS_TO_FINALITY;
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

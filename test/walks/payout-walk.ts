import type { Invoice } from '../../src/db/invoices/invoices.js';
import { findWithdrawal, type Withdrawal } from '../../src/db/withdrawals/withdrawals.js';
import { RpcUnavailableError } from '../../src/chain/rpc/rpc-errors.js';
import { assertNever, QuittanceError } from '../../src/domain/core/errors.js';
import { addressOf } from '../helpers/facts/facts.js';
import type { PayoutCommand, PayoutPlan, SignerWork } from './payout-commands.js';
import { Dead, type PayoutWorld } from './payout-world.js';

export const ASKED_ATOMIC = 100_000_000n;
const WHOLE_BPS = 10_000n;
/** An amount of the native coin that is worth the gas of its sweep when fees are low. */
const ASKED_WEI = 10n ** 17n;
const GWEI = 1_000_000_000n;
const LIFETIME_MS = 30 * 86_400_000;
/** More blocks than finality and any number of confirmations need. */
const BLOCKS_TO_FINALITY = 9;
/** More seconds than a transaction may wait before its fees are raised. */
const STUCK_SECONDS = 130;
const MAX_ROUNDS = 30;
/** Counts the recipients: each withdrawal of all walks has its own. */
let recipients = 0x9a1d_0000;

/** The result of a walk, for the oracle. */
export interface PaidOut {
  readonly merchantId: string;
  readonly withdrawals: readonly Withdrawal[];
}

class PayoutWalk {
  readonly world: PayoutWorld;
  readonly merchantId: string;
  readonly invoices: Invoice[] = [];
  readonly #withdrawalIds: string[] = [];
  #isBroken = false;

  constructor(world: PayoutWorld, merchantId: string) {
    this.world = world;
    this.merchantId = merchantId;
  }

  async addInvoice(tokenSymbol: string, amountAtomic: bigint): Promise<Invoice> {
    const { circuit, chain } = this.world;
    const asset = circuit.asset(tokenSymbol);
    const nowMs = chain.nowMs();
    const invoice = await circuit.invoice({
      merchantId: this.merchantId,
      asset,
      decimals: asset.decimals,
      amountAtomic,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + LIFETIME_MS,
    });
    this.invoices.push(invoice);
    return invoice;
  }

  /** The follower reads what a step has done to the chain while the next step is under way. */
  async run(command: PayoutCommand): Promise<void> {
    await this.#do(command);
    this.world.lookAgain();
  }

  async #do(command: PayoutCommand): Promise<void> {
    const { world } = this;
    switch (command.do) {
      case 'pay':
        return this.#pay(this.#invoiceAt(command.invoice), command);
      case 'mine':
        return world.chain.mine(command.blocks);
      case 'wait':
        world.chain.wait(command.seconds);
        return;
      case 'reorganise':
        return world.chain.reorganise(command);
      case 'read':
        return this.#isBroken ? undefined : this.#read();
      case 'withdraw':
        return this.#withdraw(command.partBps);
      case 'top up':
        return this.#topUp(command.asset);
      case 'refund':
        return this.#refund(this.#invoiceAt(command.invoice));
      case 'sign':
        return this.#sign(command);
      case 'spike':
        return world.chain.setBaseFee(BigInt(command.gwei) * GWEI);
      case 'forget':
        return this.#forget();
      case 'break':
        this.#isBroken = true;
        return world.breakRpcs(command.rpcs, command.fault);
      case 'heal':
        this.#isBroken = false;
        return world.healRpcs();
      default:
        return assertNever(command);
    }
  }

  /** Ends all faults, lowers the fees, and has everybody do what is left to do. */
  async finish(): Promise<void> {
    const { chain } = this.world;
    await this.world.healRpcs();
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      await chain.setBaseFee(GWEI);
      chain.wait(STUCK_SECONDS);
      await chain.mine(BLOCKS_TO_FINALITY);
      await this.#read();
      await this.#payDebts();
      await this.#payOut();
      const { open } = await this.#sweep();
      if (open === 0 && (await this.#isPaidOut())) break;
    }
    await chain.mine(BLOCKS_TO_FINALITY);
    await this.#read();
  }

  async withdrawals(): Promise<Withdrawal[]> {
    const { db } = this.world.circuit.database;
    const found: Withdrawal[] = [];
    for (const withdrawalId of this.#withdrawalIds) {
      const withdrawal = await findWithdrawal(db, { withdrawalId });
      if (withdrawal !== undefined) found.push(withdrawal);
    }
    return found;
  }

  #invoiceAt(index: number): Invoice {
    const invoice = this.invoices[index % this.invoices.length];
    if (invoice === undefined) throw new Error('a walk has an invoice');
    return invoice;
  }

  async #pay(
    { depositAddress: to }: Invoice,
    { asset: tokenSymbol, partBps }: Extract<PayoutCommand, { do: 'pay' }>,
  ): Promise<void> {
    const wholeAtomic = tokenSymbol === 'ETH' ? ASKED_WEI : ASKED_ATOMIC;
    const partsAtomic = [(wholeAtomic * BigInt(partBps)) / WHOLE_BPS];
    await this.world.chain.pay({ tokenSymbol, to, partsAtomic, together: false });
  }

  #topUp(tokenSymbol: 'USDC' | 'USDT' | 'ETH'): Promise<void> {
    const { circuit, chain } = this.world;
    const partsAtomic = [tokenSymbol === 'ETH' ? ASKED_WEI : ASKED_ATOMIC];
    return chain.pay({ tokenSymbol, to: circuit.hotWalletAddress, partsAtomic, together: false });
  }

  async #read(): Promise<void> {
    await this.world.untilAllIsRead();
    await this.#wakeAndDrain();
  }

  /** Wakes each open withdrawal, as its own timer would, and does what the outbox asks for. */
  async #wakeAndDrain(): Promise<void> {
    const { circuit } = this.world;
    const open = (await this.withdrawals()).filter(({ status }) => status === 'broadcast');
    for (const { withdrawalId } of open)
      await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawalId });
    await orRetriedLater(circuit.drain());
  }

  async #withdraw(partBps: number): Promise<void> {
    const { circuit } = this.world;
    const { available } = await circuit.balances(circuit.usdc, this.merchantId);
    const amountAtomic = (available * BigInt(partBps)) / WHOLE_BPS;
    if (amountAtomic === 0n) return;
    const address = addressOf((recipients += 1));
    const withdrawal = await circuit.withdrawal(amountAtomic, { address, merchantId: this.merchantId });
    await this.#approve([withdrawal]);
  }

  async #refund(invoice: Invoice): Promise<void> {
    try {
      await this.#approve(await this.world.circuit.refund(invoice, addressOf((recipients += 1))));
    } catch (error) {
      // Nothing is held, so there is nothing to refund.
      if (!(error instanceof QuittanceError) || error.code !== 'invalid_state') throw error;
    }
  }

  async #approve(withdrawals: readonly Withdrawal[]): Promise<void> {
    for (const withdrawal of withdrawals) {
      await this.world.circuit.decide(withdrawal, 'approve');
      this.#withdrawalIds.push(withdrawal.withdrawalId);
    }
  }

  async #sign({ work, diesAfterRequests }: Extract<PayoutCommand, { do: 'sign' }>): Promise<void> {
    const doAll = async (): Promise<void> => {
      await Promise.all(work.map((one) => this.#work(one)));
    };
    if (diesAfterRequests === null) await doAll();
    else await this.world.untilDeath(diesAfterRequests, doAll);
  }

  async #work(work: SignerWork): Promise<void> {
    if (work === 'pay') await this.#payOut();
    else await orRetriedLater(this.#sweep());
  }

  async #payOut(): Promise<void> {
    for (const { withdrawalId, status } of await this.withdrawals()) {
      if (status !== 'approved' && status !== 'broadcast') continue;
      await orRetriedLater(this.world.circuit.signer.sendWithdrawal({ withdrawalId }));
    }
  }

  #sweep(): Promise<{ open: number }> {
    const { signer, chain } = this.world.circuit;
    return signer.sweepChain({ chainCode: chain.chainCode });
  }

  async #forget(): Promise<void> {
    const { circuit, chain } = this.world;
    const senders = await circuit.database.db('wallets').pluck<string[]>('address');
    await chain.forget(senders);
  }

  async #isPaidOut(): Promise<boolean> {
    return (await this.withdrawals()).every(({ status }) => status === 'completed');
  }

  /** Pays the merchant's deficits: a reorganisation that takes spent money leaves one. It holds withdrawals back. */
  async #payDebts(): Promise<void> {
    const { circuit, chain } = this.world;
    for (const tokenSymbol of ['USDC', 'USDT', 'ETH'] as const) {
      const { deficit } = await circuit.balances(circuit.asset(tokenSymbol), this.merchantId);
      if (deficit === 0n) continue;
      const { depositAddress: to } = await this.addInvoice(tokenSymbol, deficit);
      await chain.pay({ tokenSymbol, to, partsAtomic: [deficit], together: false });
    }
  }
}

/** Ignores a death or a failing RPC: Temporal retries that work later. */
async function orRetriedLater(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Dead) && !(error instanceof RpcUnavailableError)) throw error;
  }
}

/** Runs a whole plan. Then goes on until everything is final and nothing is left to do. */
export async function payOutAtRandom(world: PayoutWorld, plan: PayoutPlan): Promise<PaidOut> {
  const merchantId = await world.addMerchant();
  const walk = new PayoutWalk(world, merchantId);
  for (let i = 0; i < plan.invoices; i += 1) await walk.addInvoice('USDC', ASKED_ATOMIC);
  for (const command of plan.commands) await walk.run(command);
  await walk.finish();
  return { merchantId, withdrawals: await walk.withdrawals() };
}

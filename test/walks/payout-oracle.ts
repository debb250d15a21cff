import { findBrokenBooks } from './stored-facts.js';
import { PAID_IN, readTrueBalances, type PaidIn } from './chain-truth.js';
import type { PaidOut } from './payout-walk.js';
import { TOKEN_CEILING_ATOMIC, type PayoutWorld } from './payout-world.js';
import { COLD_ADDRESS } from '../helpers/circuits/sweep-circuit.js';
import { reconcileCircuit } from '../helpers/circuits/reconcile-circuit.js';

type Complain = (what: string) => void;

/** @returns in words what is wrong after a walk. Empty when each withdrawal is paid once and books and chain agree. */
export async function findWrongPayouts(world: PayoutWorld, paidOut: PaidOut): Promise<string[]> {
  const wrong: string[] = await findBrokenBooks(world.circuit.database.db);
  const complain: Complain = (what) => wrong.push(what);
  await checkWithdrawals(world, paidOut, complain);
  await checkMovements(world, complain);
  await checkNonces(world, complain);
  await checkCustody(world, complain);
  await checkCeiling(world, complain);
  const { outcome, details } = await reconcileCircuit(world.circuit, world.honestClient);
  if (outcome !== 'clean') complain(`reconciliation says ${outcome}: ${details}`);
  return wrong;
}

/** Checks that each amount arrived. A recipient has one withdrawal, or the refunds of one invoice (one an asset). */
async function checkWithdrawals(
  world: PayoutWorld,
  { withdrawals }: PaidOut,
  complain: Complain,
): Promise<void> {
  const receivedBy = await readTrueBalances(
    world,
    withdrawals.map(({ address, asset }) => ({
      depositAddress: address,
      tokenSymbol: asset.tokenSymbol as PaidIn,
    })),
  );
  for (const [i, { withdrawalId, status, asset, amountAtomic, waitingReason }] of withdrawals.entries()) {
    if (status !== 'completed')
      complain(`${withdrawalId} is ${status}: ${waitingReason ?? 'it waits for nothing'}`);
    const received = receivedBy[i] ?? 0n;
    if (received !== amountAtomic)
      complain(`${withdrawalId} is over ${amountAtomic} ${asset.tokenSymbol}, and ${received} arrived`);
  }
}

async function checkMovements({ circuit }: PayoutWorld, complain: Complain): Promise<void> {
  const open = await circuit.database
    .db('movements')
    .where({ outcome: null })
    .select<{ movement_id: number; kind: string }[]>('movement_id', 'kind');
  for (const { movement_id, kind } of open) complain(`${kind} ${movement_id} does not come to its end`);
}

/** Checks that every nonce that the chain counts is used by a transaction of ours. */
async function checkNonces({ circuit, chain }: PayoutWorld, complain: Complain): Promise<void> {
  for (const address of [circuit.hotWalletAddress, circuit.sweepWalletAddress]) {
    const counted = Number(await chain.anvil.rpc('eth_getTransactionCount', [address, 'latest']));
    const nonces = await circuit.database
      .db('sent_transactions')
      .where({ from_address: address })
      .whereNotNull('block_hash')
      .orderBy('nonce')
      .pluck<number[]>('nonce');
    if (nonces.length !== counted || nonces.some((nonce, i) => nonce !== i))
      complain(`${address} has used ${counted} nonces, and on record are ${nonces.join()}`);
  }
}

async function checkCustody(world: PayoutWorld, complain: Complain): Promise<void> {
  const { circuit } = world;
  const { db } = circuit.database;
  const places: readonly (readonly [string, readonly string[]])[] = [
    ['custody_deposit', await db('invoices').pluck<string[]>('deposit_address')],
    ['custody_hot', [circuit.hotWalletAddress]],
    ['custody_gas', [circuit.sweepWalletAddress]],
    ['custody_cold', [COLD_ADDRESS]],
  ];
  for (const tokenSymbol of PAID_IN) {
    for (const [kind, addresses] of places) {
      const balances = await readTrueBalances(
        world,
        addresses.map((depositAddress) => ({ depositAddress, tokenSymbol })),
      );
      const held = balances.reduce((sum, balance) => sum + balance, 0n);
      const row = await db('ledger_accounts')
        .where({ kind, token_symbol: tokenSymbol, merchant_id: null })
        .first<{ balance: bigint } | undefined>('balance');
      // A payment that is too small stays pending: it is in the chain, but in no account.
      const unbooked = kind === 'custody_deposit' ? await sumUnbooked(world, tokenSymbol) : 0n;
      if (held !== (row?.balance ?? 0n) + unbooked)
        complain(
          `${kind} says ${row?.balance ?? 0n} ${tokenSymbol}, ${unbooked} are pending, the chain has ${held}`,
        );
    }
  }
}

/** Checks that the hot wallet holds no more than its ceiling: the rest has gone to the cold address. */
async function checkCeiling(world: PayoutWorld, complain: Complain): Promise<void> {
  const symbols = ['USDC', 'USDT'] as const;
  const depositAddress = world.circuit.hotWalletAddress;
  const balances = await readTrueBalances(
    world,
    symbols.map((tokenSymbol) => ({ depositAddress, tokenSymbol })),
  );
  for (const [i, tokenSymbol] of symbols.entries()) {
    const held = balances[i] ?? 0n;
    if (held > TOKEN_CEILING_ATOMIC)
      complain(`the hot wallet has ${held} ${tokenSymbol}, above its ceiling of ${TOKEN_CEILING_ATOMIC}`);
  }
}

async function sumUnbooked({ circuit }: PayoutWorld, tokenSymbol: string): Promise<bigint> {
  const row = await circuit.database
    .db('transfers')
    .where({ token_symbol: tokenSymbol, canonical: true, booking: 'none' })
    .whereNotNull('invoice_id')
    .first<{ total: bigint | null } | undefined>(circuit.database.db.raw('sum(amount_atomic) AS total'));
  return row?.total ?? 0n;
}

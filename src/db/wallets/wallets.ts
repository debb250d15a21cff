import type { CustodyKind } from '../../domain/ledger/postings.js';
import type { Queryable, Transaction } from '../core/database.js';

/** `hot` pays withdrawals, `sweep` pays for sweeping, `deposit` is an invoice's address that has to sign. */
export type WalletRole = 'hot' | 'sweep' | 'deposit';

/** Returns the account of a wallet's coins. */
export function custodyOfRole(role: WalletRole): CustodyKind {
  switch (role) {
    case 'hot':
      return 'custody_hot';
    case 'sweep':
      return 'custody_gas';
    case 'deposit':
      return 'custody_deposit';
  }
}

/** Stores the wallet if it is new; from then on its incoming coins are watched. */
export async function ensureWallet(
  q: Queryable,
  { chainCode, address, role = 'hot' }: { chainCode: string; address: string; role?: WalletRole },
): Promise<void> {
  await q('wallets').insert({ chain_code: chainCode, address, role }).onConflict().ignore();
}

/**
 * Locks the wallet: until the transaction ends, nobody else takes a nonce of it. `nextNonce` is null before the first
 * one. `hasOutsidePayments` says whether the chain has payments that were not made through this database.
 */
export async function lockWallet(
  trx: Transaction,
  { chainCode, address }: { chainCode: string; address: string },
): Promise<{ readonly nextNonce: number | null; readonly hasOutsidePayments: boolean }> {
  const row = await trx('wallets')
    .where({ chain_code: chainCode, address })
    .forUpdate()
    .first<{ next_nonce: number | null; has_outside_payments: boolean } | undefined>(
      'next_nonce',
      trx.raw(
        'EXISTS (SELECT 1 FROM outside_payments o WHERE o.chain_code = wallets.chain_code) AS has_outside_payments',
      ),
    );
  if (row === undefined)
    throw new Error(`Wallet ${address} on ${chainCode} is not known; ensureWallet comes first`);
  return { nextNonce: row.next_nonce, hasOutsidePayments: row.has_outside_payments };
}

/** Lists the wallets that we send from on this chain; deposit addresses are left out. */
export async function listWallets(q: Queryable, chainCode: string): Promise<string[]> {
  const rows = await q('wallets')
    .where({ chain_code: chainCode })
    .whereNot({ role: 'deposit' })
    .select<{ address: string }[]>('address');
  return rows.map(({ address }) => address);
}

/** Finds which of these addresses are our wallets on this chain; deposit addresses are left out. */
export async function findWallets(
  q: Queryable,
  { chainCode, addresses }: { chainCode: string; addresses: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await q('wallets')
    .where({ chain_code: chainCode })
    .whereNot({ role: 'deposit' })
    .whereIn('address', [...addresses])
    .select<{ address: string }[]>('address');
  return new Set(rows.map(({ address }) => address));
}

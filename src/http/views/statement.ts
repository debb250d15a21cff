import type { StatementLine } from '../../db/statement.js';
import { formatCrypto } from '../../domain/money.js';
import { getKnownAsset, type Chains } from './assets.js';
import { iso } from './iso.js';

/** A posting; its amount is below zero when the account's balance fell. */
export function showStatementLine(line: StatementLine, books: Chains): object {
  const { decimals } = getKnownAsset(books, line).asset;
  const { amountAtomic, balanceAfterAtomic } = line;
  const size = formatCrypto(amountAtomic < 0n ? -amountAtomic : amountAtomic, decimals);
  return {
    transactionId: String(line.postingId),
    createdAt: iso(line.createdAtMs),
    chainCode: line.chainCode,
    tokenSymbol: line.tokenSymbol,
    account: line.account,
    cause: line.cause,
    amountCrypto: amountAtomic < 0n ? `-${size}` : size,
    amountAtomic: amountAtomic.toString(),
    balanceAfterCrypto: formatCrypto(balanceAfterAtomic, decimals),
    balanceAfterAtomic: balanceAfterAtomic.toString(),
    invoiceId: line.invoiceId,
    withdrawalId: line.withdrawalId,
    txHash: line.txHash,
  };
}

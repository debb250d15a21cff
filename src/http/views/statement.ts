import { z } from 'zod';
import type { StatementLine } from '../../db/ledger/statement.js';
import { formatCrypto, formatSignedCrypto } from '../../domain/core/money.js';
import { MERCHANT_ACCOUNT_KINDS } from '../../domain/ledger/postings.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { getKnownAsset, type Chains } from './assets.js';
import {
  shownAtomic,
  shownChainCode,
  shownCrypto,
  shownHash,
  shownMoment,
  shownTokenSymbol,
} from './fields.js';
import { iso } from './iso.js';

/** The schema of {@link showStatementLine}'s answer. */
export const statementLineSchema = z
  .strictObject({
    transactionId: z.string().meta({ examples: ['1024'] }),
    createdAt: shownMoment,
    chainCode: shownChainCode,
    tokenSymbol: shownTokenSymbol,
    account: z.enum(MERCHANT_ACCOUNT_KINDS),
    cause: z.string().meta({
      description:
        'For a payment: `transfer_<from>_to_<to>`. Both parts are one of `none`, `credited`, `held` and `refunding`. For a withdrawal: `withdrawal_reserved`, `withdrawal_released`, `withdrawal_paid` or `withdrawal_paid_reverted`.',
      examples: ['transfer_none_to_credited'],
    }),
    amountCrypto: z
      .string()
      .regex(/^-?\d{1,78}\.\d{6}$/)
      .meta({ description: 'Below zero when the balance fell.', examples: ['-25.000000'] }),
    amountAtomic: z
      .string()
      .regex(/^-?\d{1,78}$/)
      .meta({ examples: ['-25000000'] }),
    balanceAfterCrypto: shownCrypto,
    balanceAfterAtomic: shownAtomic,
    invoiceId: idOf('inv').nullable(),
    withdrawalId: idOf('wd').nullable(),
    txHash: shownHash.nullable(),
  })
  .meta({ id: 'StatementLine', description: 'One posting to one of your accounts.' });

/** Shows a posting. Its amount is below zero when the account's balance fell. */
export function showStatementLine(line: StatementLine, books: Chains): Shown<typeof statementLineSchema> {
  const { decimals } = getKnownAsset(books, line).asset;
  const { amountAtomic, balanceAfterAtomic } = line;
  return {
    transactionId: String(line.postingId),
    createdAt: iso(line.createdAtMs),
    chainCode: line.chainCode,
    tokenSymbol: line.tokenSymbol,
    account: line.account,
    cause: line.cause,
    amountCrypto: formatSignedCrypto(amountAtomic, decimals),
    amountAtomic: amountAtomic.toString(),
    balanceAfterCrypto: formatCrypto(balanceAfterAtomic, decimals),
    balanceAfterAtomic: balanceAfterAtomic.toString(),
    invoiceId: line.invoiceId,
    withdrawalId: line.withdrawalId,
    txHash: line.txHash,
  };
}

import { showStoredAddress, toChecksumAddress } from '../../chain/keys/address.js';
import { readPrivateFile } from '../../chain/keys/private-file.js';
import { transaction } from '../../db/core/database.js';
import { approveWithSignature } from '../../db/withdrawals/approve-with-signature.js';
import { findWithdrawal, viewWithdrawalsForOperators } from '../../db/withdrawals/withdrawals.js';
import { assert, QuittanceError } from '../../domain/core/errors.js';
import { formatDecimal } from '../../domain/core/money.js';
import { quoted } from '../../domain/core/printable.js';
import { requireUnaltered } from '../../domain/withdrawals/altered-withdrawal.js';
import { APPROVAL_SECONDS, approvalMessage } from '../../domain/withdrawals/approval-message.js';
import { findAsset } from '../../http/views/assets.js';
import { showWithdrawalToOperator } from '../../http/views/withdrawals.js';
import type { CliContext, Result } from '../command.js';
import { tellNext } from '../next-step.js';
import { readPassword } from '../read-password.js';
import { tellTerminal } from '../tell-terminal.js';

/**
 * Approves a withdrawal with a signature of the key in a keystore. The command shows the recipient and the amount
 * before it asks for the password.
 */
export async function approveWithKeystore(
  { db, actor, getChains, dispatchOutbox }: CliContext,
  order: {
    readonly withdrawalId: string;
    readonly keystore: string;
    readonly passwordFile?: string;
    readonly json?: boolean;
  },
): Promise<Result> {
  const { withdrawalId } = order;
  const text = readPrivateFile(order.keystore);
  const withdrawal = await findWithdrawal(db, { withdrawalId });
  if (withdrawal === undefined)
    throw new QuittanceError('not_found', `There is no withdrawal ${withdrawalId}.`);
  const { merchantId, kind, amountAtomic, address } = withdrawal;
  const chains = getChains();
  const { chain, asset } = findAsset(chains, withdrawal.asset) ?? {};
  if (chain === undefined || asset === undefined) {
    const { chainCode, tokenSymbol } = withdrawal.asset;
    throw new Error(
      `CHAINS_FILE has no ${quoted(`${chainCode}/${tokenSymbol}`)}: list it there to sign for it.`,
    );
  }
  requireUnaltered(asset, withdrawal);
  const { chainId } = chain;
  const recipient = showStoredAddress(address);
  const payment = { withdrawalId, merchantId, kind, chainId, asset, amountAtomic, recipient };
  const validUntil = Math.floor(Date.now() / 1_000) + APPROVAL_SECONDS;
  const message = approvalMessage(payment, validUntil);
  const { hashApproval, signApproval } = await import('../../chain/keys/approval-signature.js');
  const amount = formatDecimal(amountAtomic, { decimals: asset.decimals, digits: asset.decimals });
  const words =
    `This signs the ${kind} ${withdrawalId} of ${merchantId}: ${amount} ${asset.tokenSymbol} on ${asset.chainCode} ` +
    `(chain id ${chainId}) to ${recipient}, until ${new Date(validUntil * 1_000).toISOString()}.`;
  tellTerminal(words);
  tellTerminal(`Its hash is ${hashApproval(message)}.`);
  const password = await readPassword({ file: order.passwordFile, question: 'Password: ' });
  const { openKeystore } = await import('../../chain/keys/keystore.js');
  const { address: approver, privateKey } = await openKeystore({ text, password });
  const given = { approver, signature: await signApproval(message, privateKey), validUntil };
  const result = await transaction(db, async (trx) => {
    const by = { actor, nowMs: Date.now(), showAddress: toChecksumAddress, chains };
    const approved = await approveWithSignature(trx, { withdrawalId, given, reason: null, ...by });
    const [view] = await viewWithdrawalsForOperators(trx, [approved]);
    assert(view !== undefined, 'each withdrawal has a view');
    return showWithdrawalToOperator(view, chains);
  });
  await dispatchOutbox();
  tellNext(result, { json: order.json ?? false, isSigned: true });
  return result;
}

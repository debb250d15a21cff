import type { Mutation } from './mutation.js';

const WITHDRAWAL_ORDERS_TEST = 'test/db/withdrawals/withdrawal-orders.test.ts';

/** Faults of what the signing worker signs, and of whom it believes. */
export const SIGNING_MUTATIONS: readonly Mutation[] = [
  {
    name: 'what is signed is what was approved',
    file: 'src/db/withdrawals/approved-payments.ts',
    text: 'if (!row.is_same) return',
    replacement: 'if (!row.is_same && row.is_automatic) return',
    tests: ['test/faults/payouts/signer-policy.test.ts'],
  },
  {
    name: 'what is signed is of the asset that was approved',
    file: 'src/db/withdrawals/approved-payments.ts',
    text: '(p.merchant_id, p.kind, p.invoice_id, p.chain_code, p.token_symbol,',
    replacement: '(p.merchant_id, p.kind, p.invoice_id, w.chain_code, w.token_symbol,',
    tests: [WITHDRAWAL_ORDERS_TEST],
  },
  {
    name: 'what is signed is of the asset that is reserved',
    file: 'src/db/withdrawals/forged-approvals.ts',
    text: '(l.merchant_id, l.chain_code, l.token_symbol, -p.amount)',
    replacement: '(l.merchant_id, w.chain_code, w.token_symbol, -p.amount)',
    tests: [WITHDRAWAL_ORDERS_TEST],
  },
  {
    name: 'what is signed is committed before it is sent',
    file: 'activities/signer/payouts/sign-payments.ts',
    text: '  for (const [withdrawalId, refusal] of await storeSigned(trx, deps, signed))',
    replacement: `  const { sendRawTransaction } = await import('../../../src/chain/sending/broadcast.js');
  const [{ signable: { client } }] = plan.payable as [Payable];
  for (const { rawTransaction } of signed) await sendRawTransaction(client, rawTransaction);
  for (const [withdrawalId, refusal] of await storeSigned(trx, deps, signed))`,
    tests: ['test/faults/payouts/committed-first.test.ts'],
  },
  {
    name: "the signer's limits count the payment that is signed",
    file: 'activities/signer/wallet/signing-policy.ts',
    text: 'signedTodayAtomic + amountAtomic <= perDayAtomic',
    replacement: 'signedTodayAtomic < perDayAtomic',
    tests: ['test/activities/signer/signing-policy.test.ts'],
  },
  {
    name: "the signer's limits count what the same batch has signed",
    file: 'activities/signer/payouts/sign-payments.ts',
    text: 'budget.signedTodayAtomic.set(symbol, signedTodayAtomic + amountAtomic);',
    replacement: 'budget.signedTodayAtomic.set(symbol, signedTodayAtomic);',
    tests: ['test/faults/payouts/signer-policy.test.ts'],
  },
  {
    name: "the signer's limits count what a thief has deleted",
    file: 'activities/signer/payouts/sign-payments.ts',
    text: 'recordedAtomic > rememberedAtomic ? recordedAtomic : rememberedAtomic',
    replacement: 'recordedAtomic > rememberedAtomic ? recordedAtomic : recordedAtomic',
    tests: ['test/faults/payouts/signer-policy.test.ts'],
  },
  {
    name: "the signer's limits count what other workers sign at the same moment",
    file: 'activities/signer/wallet/signing-policy.ts',
    text: 'if (sumAtomic > perDayAtomic)',
    replacement: 'if (false)',
    tests: ['test/faults/payouts/signer-policy.test.ts'],
  },
  {
    name: "the signer's limits count the largest amount of a nonce",
    file: 'activities/signer/wallet/signing-memory.ts',
    text: 'before.amountAtomic > now ? before.amountAtomic : now',
    replacement: 'before.amountAtomic > now ? now : now',
    tests: ['test/activities/signer/signing-memory.test.ts'],
  },
  {
    name: 'the cap of a day counts a nonce from the last withdrawal that was signed for it',
    file: 'activities/signer/wallet/signing-memory.ts',
    text: 'if (isAgain && before !== undefined)',
    replacement: 'if (before !== undefined)',
    tests: ['test/activities/signer/signing-memory.test.ts'],
  },
  {
    name: 'an approval pays once, whatever a thief has deleted',
    file: 'activities/signer/payouts/sign-payments.ts',
    text: '  requireUnused(memory, withdrawalId, { chainCode, fromAddress: hotWallet.address, nonce });',
    replacement: '  requireUnused(memory, symbol, { chainCode, fromAddress: hotWallet.address, nonce });',
    tests: ['test/faults/payouts/signed-approvals.test.ts'],
  },
  {
    name: 'what is signed is remembered before the database sees it',
    file: 'activities/signer/wallet/signing-policy.ts',
    text: `  const lost = memory.remember(signed.filter(({ fromAddress }) => fromAddress === hotWallet.address));
  const refused`,
    replacement: `  await insertAllSigned(trx, signed);
  const lost = memory.remember(signed.filter(({ fromAddress }) => fromAddress === hotWallet.address));
  signed = [];
  const refused`,
    tests: ['test/faults/payouts/approved-once.test.ts'],
  },
  {
    name: 'of two workers that sign one withdrawal, the first has signed it',
    file: 'activities/signer/wallet/signing-memory.ts',
    text: 'if (known !== undefined && !isSameNonce(known, paid)) return;',
    replacement: 'if (known !== undefined && !isSameNonce(known, paid)) forget(withdrawalId);',
    tests: ['test/activities/signer/shared-memory.test.ts'],
  },
  {
    name: 'a signing worker knows what another one has signed in their file',
    file: 'activities/signer/wallet/signing-memory.ts',
    text: `  const findOther: SigningMemory['findOther'] = (withdrawalId, nonce) => {
    file?.catchUp();`,
    replacement: `  const findOther: SigningMemory['findOther'] = (withdrawalId, nonce) => {`,
    tests: ['test/activities/signer/shared-memory.test.ts'],
  },
  {
    name: 'a payment is forgotten for the nonce that it has lost, not for a later one',
    file: 'activities/signer/wallet/signing-memory.ts',
    text: 'if (known !== undefined && isSameNonce(known, line.lost))',
    replacement: 'if (known !== undefined)',
    tests: ['test/activities/signer/shared-memory.test.ts'],
  },
  {
    name: 'a memory that begins signs one nonce until it is confirmed',
    file: 'activities/signer/wallet/wallet-coverage.ts',
    text: '(accountedTo > 0 || nonce === 0)',
    replacement: '(accountedTo > 0 || counted === 0)',
    tests: ['test/faults/payouts/two-signing-workers.test.ts'],
  },
  {
    name: 'a memory signs nothing behind a nonce that it does not know',
    file: 'activities/signer/wallet/wallet-coverage.ts',
    text: 'const isKnown = from <= next;',
    replacement: 'const isKnown = true;',
    tests: ['test/faults/payouts/two-signing-workers.test.ts'],
  },
  {
    name: 'a payment is replaced by the memory that has signed it',
    file: 'activities/signer/wallet/require-signed-for.ts',
    text: 'if (known !== null || !isStrict(deps) ||',
    replacement: 'if (known !== null || isStrict(deps) ||',
    tests: ['test/faults/payouts/two-signing-workers.test.ts'],
  },
  {
    name: 'what is no payment is replaced by the memory that has signed it',
    file: 'activities/signer/wallet/require-signed-for.ts',
    text: '|| fromAddress !== hotWallet.address) continue;',
    replacement: '|| pays === null) continue;',
    tests: ['test/faults/payouts/two-signing-workers.test.ts'],
  },
  {
    name: 'what somebody answers for is replaced as what its bytes do',
    file: 'activities/signer/wallet/require-signed-for.ts',
    text: 'if (!isKindOfHotWallet(attempt, coldAddress))',
    replacement: 'if (false)',
    tests: ['test/faults/payouts/two-signing-workers.test.ts'],
  },
  {
    name: 'what is replaced is remembered with all its hashes',
    file: 'activities/signer/wallet/require-signed-for.ts',
    text: '    unknown.push(attempt);\n',
    replacement: '',
    tests: ['test/faults/payouts/two-signing-workers.test.ts'],
  },
  {
    name: 'a cancellation makes no nonce known',
    file: 'activities/signer/wallet/signing-memory.ts',
    text: 'nonces.fill(line.filled);',
    replacement: 'nonces.use(line.filled);',
    tests: ['test/faults/payouts/two-signing-workers.test.ts'],
  },
  {
    name: 'a nonce is lost when the RPCs call its block final, whatever the database does',
    file: 'activities/signer/wallet/lost-nonce.ts',
    text: 'if (notFinal !== null)',
    replacement: 'if (false)',
    tests: ['test/faults/payouts/approved-once.test.ts'],
  },
  {
    name: 'a memory that begins goes on when the RPCs agree on its first transaction',
    file: 'src/chain/agreement/read-agreed-depth.ts',
    text: 'return agreedAmong(await client.onEachRpc(depthAt, { withoutHanging: true }), (depth) => depth);',
    replacement: 'return client.onOneRpc(depthAt);',
    tests: ['test/chain/agreement/read-agreed-depth.test.ts'],
  },
  {
    name: 'what was signed and not stored gets its nonce again',
    file: 'activities/signer/payouts/sign-payments.ts',
    text: 'of byRememberedNonce(deps, plan.payable)',
    replacement: 'of plan.payable',
    tests: ['test/faults/payouts/approved-once.test.ts'],
  },
  {
    name: 'a transaction is replaced for what it was signed for',
    file: 'activities/signer/wallet/replace.ts',
    text: '  requireSignedFor(deps, { attempts, coldAddress: chain.coldAddress });\n',
    replacement: '',
    tests: ['test/faults/payouts/approved-once.test.ts'],
  },
  {
    name: 'what was signed is never given up',
    file: 'src/db/withdrawals/refusals.ts',
    text: 'AND NOT EXISTS (SELECT 1 FROM sent_transactions s WHERE s.withdrawal_id = withdrawals.withdrawal_id)',
    replacement: '',
    tests: ['test/faults/payouts/refused-withdrawals.test.ts'],
  },
  {
    name: 'a replacement has the nonce of what it replaces',
    file: 'activities/signer/wallet/replace.ts',
    text: 'const unsigned = { ...original, ...fees, gasLimit };',
    replacement: 'const unsigned = { ...original, ...fees, gasLimit, nonce: original.nonce + 1 };',
    tests: ['test/faults/wallet/false-estimates.test.ts'],
  },
  {
    name: "an approver's signature is of one payment",
    file: 'activities/signer/wallet/payment-approvals.ts',
    text: 'isOfPayment: signer === given.approver ||',
    replacement: 'isOfPayment: signer !== null ||',
    tests: ['test/faults/payouts/signed-approvals.test.ts'],
  },
  {
    name: 'approvals are verified against what is signed, not against what was read before',
    file: 'activities/signer/payouts/sign-payments.ts',
    text: 'if (refusal !== null) throw refusal;',
    replacement: '',
    tests: ['test/faults/payouts/signed-approvals.test.ts'],
  },
  {
    name: 'a person counts once, whatever keys they sign with',
    file: 'src/domain/withdrawals/signed-approvals.ts',
    text: 'people.set(personOf(name), name);',
    replacement: 'people.set(approver, name);',
    tests: ['test/domain/withdrawals/signed-approvals.test.ts'],
  },
];

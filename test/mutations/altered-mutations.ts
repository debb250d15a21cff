import type { Mutation } from './mutation.js';

const ALTERED = 'src/domain/withdrawals/altered-withdrawal.ts';
const PAYMENT_CALL_TEST = 'test/activities/signer/payouts/payment-call.test.ts';

/** Faults in the code that keeps altered rows away from approvers, and that does not trust the database. */
export const ALTERED_MUTATIONS: readonly Mutation[] = [
  {
    name: 'approvers read the amount that they sign',
    file: ALTERED,
    text: 'if (decimals === asset.decimals) return null;',
    replacement: 'if (decimals >= 0) return null;',
    tests: [PAYMENT_CALL_TEST],
  },
  {
    name: 'approvers read nothing but an id where a merchant stands',
    file: ALTERED,
    text: "if (typeof merchant !== 'string' || !MERCHANT_ID.test(merchant))",
    replacement: "if (typeof merchant !== 'string')",
    tests: [PAYMENT_CALL_TEST],
  },
  {
    name: 'the signing worker pays no altered withdrawal',
    file: 'activities/signer/payouts/payment-terms.ts',
    text: 'if (alteration !== null) throw malformed(alteration);',
    replacement: '',
    tests: [PAYMENT_CALL_TEST],
  },
  {
    name: 'no approval message is made of an altered withdrawal',
    file: 'src/http/routes/withdrawals/approval-signature.ts',
    text: '  requireUnaltered(listed, withdrawal);',
    replacement: '',
    tests: ['test/http/routes/withdrawals/altered-withdrawals.test.ts'],
  },
  {
    name: 'an altered withdrawal is not shown',
    file: 'src/http/views/withdrawals.ts',
    text: '  requireShowable(books, withdrawal);',
    replacement: '',
    tests: ['test/http/routes/withdrawals/altered-withdrawals.test.ts'],
  },
  {
    name: 'a list is shown although the merchant of one row does not exist',
    file: 'src/http/views/lost-merchants.ts',
    text: 'if (names.has(merchantId)) return false;',
    replacement: 'if (names !== undefined) return false;',
    tests: ['test/http/routes/merchants/lost-merchants.test.ts'],
  },
  {
    name: 'an impossible signature stops no other payment',
    file: 'src/db/withdrawals/approval-signatures.ts',
    text: ' AND valid_until <= ${Number.MAX_SAFE_INTEGER}',
    replacement: '',
    tests: ['test/db/withdrawals/approval-signatures.test.ts'],
  },
  {
    name: 'merchants are told the amount that is paid',
    file: 'src/db/withdrawals/move-withdrawal.ts',
    text: 'decimals: listedDecimals(move.chains ?? new Map(), moved),',
    replacement: '',
    tests: ['test/http/routes/withdrawals/altered-withdrawals.test.ts'],
  },
  {
    name: 'no printed text controls the terminal of an operator',
    file: 'src/domain/core/printable.ts',
    text: 'return text.replaceAll(CONTROLS, (one) => {',
    replacement: "return text.replaceAll('\\n', (one) => {",
    tests: ['test/domain/core/printable.test.ts'],
  },
  {
    name: 'a reason from the database is quoted',
    file: 'src/db/withdrawals/asset-freezes.ts',
    text: 'is frozen (${quoted(freeze.reason, REASON_SHOWN)});',
    replacement: 'is frozen (${freeze.reason});',
    tests: ['test/db/withdrawals/asset-freezes.test.ts'],
  },
  {
    name: 'the log shows a line of the memory file in a field of its own',
    file: 'activities/withdrawals/not-yet.ts',
    text: '{ withdrawalId, code, ...adviceFields(why) }',
    replacement: '{ withdrawalId, code }',
    tests: ['test/faults/payouts/misled-operator.test.ts'],
  },
  {
    name: 'no line accounts for nonces that the chain does not count',
    file: 'activities/signer/wallet/policy/wallet-coverage.ts',
    text: 'if (accountedTo <= Math.max(signedTo, counted)) return;',
    replacement: 'if (accountedTo >= 0) return;',
    tests: ['test/activities/signer/wallet/policy/wallet-coverage.test.ts'],
  },
  {
    name: 'an old payment is not made again by a signature that was dated far ahead',
    file: 'activities/signer/wallet/memory/signing-memory.ts',
    text: 'longAgo.add(withdrawalId, known);',
    replacement: '',
    tests: ['test/activities/signer/wallet/memory/signing-memory.test.ts'],
  },
  {
    name: 'a recipient gets no more gas when fees are raised than at first',
    file: 'activities/signer/wallet/sending/replace-attempts.ts',
    text: 'const allowed = needed < most ? needed : most;',
    replacement: 'const allowed = needed;',
    tests: ['test/faults/payouts/odd-payouts.test.ts'],
  },
  {
    name: 'a contract approves on the chains that its entry names',
    file: 'activities/signer/payouts/payment-approvals.ts',
    text: 'contractChains.get(approver)?.has(chainCode) === true',
    replacement: '(contractChains.has(approver) || chainCode !== null)',
    tests: ['test/faults/payouts/signed-approvals.test.ts'],
  },
  {
    name: 'a list is read although one invoice or withdrawal in it cannot be read',
    file: 'src/db/core/readable-rows.ts',
    text: 'await read(`(${rows[0]?.rule ??',
    replacement: 'await read(`(${rows[99]?.rule ??',
    tests: ['test/http/routes/merchants/unreadable-rows.test.ts'],
  },
  {
    name: 'a merchant is locked before its keys',
    file: 'src/db/merchants/managed-keys.ts',
    text: '  await lockMerchant(trx, merchantId);',
    replacement: '',
    tests: ['test/db/merchants/asking.test.ts'],
  },
  {
    name: 'rows of operators are locked before those of merchants',
    file: 'src/db/merchants/policy-orders.ts',
    text: 'if (found.merchantId === null) await lockObject(trx, found);',
    replacement: 'await reread(trx, found);',
    tests: ['test/db/merchants/asking.test.ts'],
  },
];

import { describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import { parseDecimal } from '../../../src/domain/core/money.js';
import {
  judgeSignatures,
  signaturesRequired,
  THRESHOLD_DECIMALS,
  type SignerApprovers,
  type VerifiedSignature,
} from '../../../src/domain/withdrawals/required-signatures.js';
import { addressOf, usdc } from '../../helpers/facts/facts.js';

const DAY = 86_400;
const NOW = 1_767_484_800;
const [ANN, ANNS_PHONE, BOB, CEL, NOBODY] = [1, 2, 3, 4, 5].map(addressOf) as [
  string,
  string,
  string,
  string,
  string,
];
const coins = (text: string, decimals = THRESHOLD_DECIMALS): bigint =>
  parseDecimal(text, { decimals, path: 'above' });

function approversWith(
  rules: Readonly<Record<string, readonly (readonly [string, number])[]>>,
): SignerApprovers {
  const thresholds = Object.entries(rules).map(
    ([key, list]) => [key, list.map(([above, signatures]) => ({ above: coins(above), signatures }))] as const,
  );
  const names = new Map([
    [ANN, 'Ann'],
    [ANNS_PHONE, 'ann'],
    [BOB, 'Bob'],
    [CEL, 'Cel'],
  ]);
  return { names, contractChains: new Map(), required: new Map(thresholds) };
}

describe('the number of people who must sign', () => {
  const approvers = approversWith({
    'local/USDC': [
      ['10000', 2],
      ['0', 1],
    ],
    'local/ETH': [['0.5', 2]],
    '*': [
      ['0', 0],
      ['0.000000000000000001', 3],
    ],
  });
  it.each([
    ['USDC', 6, '0.000001', 1],
    ['USDC', 6, '10000', 1],
    ['USDC', 6, '10000.000001', 2],
    ['USDC', 18, '10000.000000000000000001', 2],
    // Below its first threshold a rule names no number, and one signature is still needed.
    ['ETH', 18, '0.5', 1],
    ['ETH', 18, '0.500000000000000001', 2],
    // A payment leaves without a signature only if the rule says 0.
    ['DAI', 18, '0.000000000000000001', 0],
    ['DAI', 18, '0.000000000000000002', 3],
    ['DAI', 0, '1', 3],
  ])('%s of %s decimals: %s needs %s', (tokenSymbol, decimals, amount, required) => {
    const asset = { ...usdc(), tokenSymbol, decimals };
    expect(signaturesRequired(approvers, { asset, amountAtomic: coins(amount, decimals) })).toBe(required);
  });

  it('is one without any rule', () => {
    const payment = { asset: usdc(), amountAtomic: 1n };
    expect(signaturesRequired(approversWith({}), payment)).toBe(1);
    expect(signaturesRequired(approversWith({ 'local/ETH': [['0', 0]] }), payment)).toBe(1);
  });
});

describe('the check of signatures', () => {
  const approvers = approversWith({});
  const by = (approver: string, fields: Partial<VerifiedSignature> = {}): VerifiedSignature => ({
    approver,
    validUntil: NOW + DAY,
    isOfPayment: true,
    mayBeContract: false,
    ...fields,
  });
  const judge = (required: number, ...signatures: VerifiedSignature[]) =>
    judgeSignatures(approvers, { required, signatures, nowSeconds: NOW });

  it.each([
    ['nobody', [], false, false, /^0 of 2 signatures of approvers are there$/],
    ['two people', [by(ANN), by(BOB)], true, false, /^2 of 2 .*, by Ann, Bob$/],
    ['one person with two keys', [by(ANN), by(ANNS_PHONE)], false, false, /^1 of 2 /],
    ['one person twice', [by(ANN), by(ANN, { validUntil: NOW + 1 })], false, false, /^1 of 2 /],
    [
      'an expired signature',
      [by(ANN), by(BOB, { validUntil: NOW })],
      false,
      false,
      /signature of Bob has expired/,
    ],
    [
      'a signature that is valid for a year',
      [by(BOB, { validUntil: NOW + 365 * DAY })],
      false,
      false,
      /Bob is valid for too long/,
    ],
    [
      'a signature for another payment',
      [by(ANN), by(BOB, { isOfPayment: false })],
      false,
      true,
      /Bob \(0x.*\) has not signed .*, and no contract is believed at this address on this chain/,
    ],
    ['somebody unknown', [by(ANN), by(NOBODY)], false, true, /0x0.*5 is not in SIGNER_APPROVERS/],
    ['enough signatures, and a bad one', [by(ANN), by(NOBODY), by(BOB)], true, true, /^2 of 2 /],
  ])('for %s', (_, signatures, isEnough, isSuspicious, words) => {
    const judged = judge(2, ...signatures);
    expect(judged).toMatchObject({ isEnough, isSuspicious });
    expect(judged.words).toMatch(words);
  });

  it('counts people, whatever other signatures are given, in any order', () => {
    const signature = fc.record({
      approver: fc.constantFrom(ANN, ANNS_PHONE, BOB, CEL, NOBODY),
      validUntil: fc.constantFrom(NOW - 1, NOW, NOW + 1, NOW + 7 * DAY, NOW + 8 * DAY),
      isOfPayment: fc.boolean(),
      mayBeContract: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(signature), fc.nat({ max: 4 }), (signatures, required) => {
        const counted = signatures.filter(
          ({ approver, validUntil, isOfPayment }) =>
            approver !== NOBODY && isOfPayment && validUntil > NOW && validUntil <= NOW + 7 * DAY,
        );
        const people = new Set(counted.map(({ approver }) => (approver === ANNS_PHONE ? ANN : approver)));
        expect(judge(required, ...signatures).isEnough).toBe(people.size >= required);
        expect(judge(required, ...signatures.toReversed()).isEnough).toBe(people.size >= required);
      }),
    );
  });
});

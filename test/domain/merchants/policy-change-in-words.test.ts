import { describe, expect, it } from '@jest/globals';
import {
  policyChangeInWords,
  policyTermsInWords,
} from '../../../src/domain/merchants/policy-change-in-words.js';

const STATED = { owner: 'Corner shop', key: null, holdsFromMs: Date.UTC(2026, 0, 31, 12) } as const;
const LIMIT = { chainCode: 'base', tokenSymbol: 'USDC', decimals: 6, field: 'perDayAtomic' };
const AT = 'It is in force from 2026-01-31T12:00:00.000Z on, unless it is stopped before.';

describe('a change that loosens a policy', () => {
  it('is told with its limit in whole tokens, and with none where there is no limit', () => {
    const change = { ...LIMIT, from: '500000000', to: '900000000' };
    expect(policyChangeInWords({ ...STATED, kind: 'withdrawal_limit', change })).toBe(
      `of Corner shop (withdrawal limit): the most for 24 hours, in USDC on base, from 500.000000 to 900.000000. ${AT}`,
    );
    const lifted = policyChangeInWords({
      ...STATED,
      kind: 'withdrawal_limit',
      change: { ...LIMIT, field: 'twoApprovalsAboveAtomic', from: '1', to: null },
    });
    expect(lifted).toContain('two have to approve, in USDC on base, from 0.000001 to none.');
  });

  it('is told with all digits of its limit, so that no two limits read alike', () => {
    const limit = { ...LIMIT, tokenSymbol: 'ETH', decimals: 18 };
    const change = { ...limit, from: '1000000100000000000', to: '1000000900000000000' };
    expect(policyChangeInWords({ ...STATED, kind: 'withdrawal_limit', change })).toContain(
      'in ETH on base, from 1.0000001 to 1.0000009.',
    );
  });

  it.each([
    ['api_key', null, { name: 'Till', scopes: 'withdrawals:write' }, 'the key "Till" (withdrawals:write)'],
    ['key_whitelist', 'Till', { chainCode: 'base', address: '0xaa' }, 'to 0xaa on base for the key "Till"'],
    ['merchant_whitelist', null, { lifted: 'all' }, 'withdrawals to any address'],
    ['approver_address', null, { address: '0xaa' }, "the approver's address 0xaa"],
    ['member_role', null, { email: 'a@b.example', role: 'owner' }, 'the role owner of a@b.example'],
  ] as const)('is told with what it lets through: %s', (kind, key, change, words) => {
    expect(policyChangeInWords({ ...STATED, kind, key, change })).toContain(words);
  });

  it('is told in the same words wherever it is told, with amounts, networks and names as they are written there', () => {
    const write = {
      amount: (figure: string) => `<${figure}>`,
      network: (code: string) => code.toUpperCase(),
      name: (name: string) => `“${name}”`,
    };
    const change = { ...LIMIT, from: '500000000', to: null };
    expect(policyTermsInWords('withdrawal_limit', { key: null, change }, write)).toBe(
      'the most for 24 hours, in USDC on BASE, from <500.000000> to <none>',
    );
    const address = { chainCode: 'base', address: '0xaa' };
    expect(policyTermsInWords('key_whitelist', { key: 'Till', change: address }, write)).toBe(
      'withdrawals to 0xaa on BASE for the key “Till”',
    );
  });

  it('is told as it stands when somebody has altered it, and then nobody may know whose it is', () => {
    const change = { ...LIMIT, decimals: 'six', from: '-1', to: 7 };
    const told = { kind: 'withdrawal_limit', owner: null, key: null, change, holdsFromMs: null } as const;
    expect(policyChangeInWords(told)).toBe(
      'of an operator (withdrawal limit): the most for 24 hours, in USDC on base, from -1 to 7. It is in force later, unless it is stopped before.',
    );
    expect(policyChangeInWords({ ...told, change: null })).toContain('from none to none');
  });

  it.each([
    ['a text', 'lifted', 'withdrawals to something unknown on something unknown'],
    ['true', true, 'withdrawals to something unknown on something unknown'],
    [
      'characters that no other column takes',
      { address: '\u0000\ud800', chainCode: '\u202e' },
      'withdrawals to \\u0000\uFFFD on \\u202e',
    ],
  ])('is told also when somebody has made it %s', (_what, change, words) => {
    const altered = { ...STATED, kind: 'key_whitelist', change: change as Record<string, unknown> } as const;
    expect(policyChangeInWords(altered)).toContain(words);
  });
});

import { expect, it } from '@jest/globals';
import { MERCHANT_SCOPES, OPERATOR_PRESETS, OPERATOR_SCOPES } from '../../../src/domain/merchants/scopes.js';
import { scopesOfMember, type Membership } from '../../../src/domain/people/roles.js';

const ofMerchant = (role: string) =>
  scopesOfMember({ kind: 'merchant', role: role as Extract<Membership, { kind: 'merchant' }>['role'] });
const ofOperator = (role: string) =>
  scopesOfMember({ kind: 'operator', role: role as Extract<Membership, { kind: 'operator' }>['role'] });

it('an owner has every right of a merchant key, and nobody else may create keys', () => {
  expect(ofMerchant('owner')).toEqual(MERCHANT_SCOPES);
  for (const role of ['finance', 'developer', 'viewer']) expect(ofMerchant(role)).not.toContain('keys:write');
});

it('only owner and finance may pay out, and a viewer changes nothing', () => {
  const payers = ['owner', 'finance', 'developer', 'viewer'].filter((role) =>
    ofMerchant(role).includes('withdrawals:write'),
  );
  expect(payers).toEqual(['owner', 'finance']);
  expect(ofMerchant('viewer').filter((scope) => !scope.endsWith(':read'))).toEqual([]);
  expect(ofOperator('viewer')).toEqual(['reports:read']);
});

it('a role has scopes of its own kind, and an operator role has those of the preset with its name', () => {
  for (const role of Object.keys(OPERATOR_PRESETS) as (keyof typeof OPERATOR_PRESETS)[]) {
    expect(ofOperator(role)).toEqual(OPERATOR_PRESETS[role]);
    expect(OPERATOR_SCOPES).toEqual(expect.arrayContaining([...ofOperator(role)]));
  }
  for (const role of ['finance', 'developer', 'viewer'])
    expect(MERCHANT_SCOPES).toEqual(expect.arrayContaining([...ofMerchant(role)]));
});

it.each(['manager', 'admin', '', 'constructor', '__proto__'])(
  'the role %p does not exist for merchants, and has no rights',
  (role) => {
    expect(ofMerchant(role)).toEqual([]);
  },
);

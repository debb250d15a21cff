import { describe, expect, it } from '@jest/globals';
import { formatResult } from '../../src/cli/print.js';

const WALLET = { address: '0x01', balances: [{ tokenSymbol: 'USDC' }, { tokenSymbol: 'ETH' }] };

describe('what a command shows to people', () => {
  it('of an object is a line for each field, with inner fields indented below', () => {
    const run = { outcome: 'clean', wallet: WALLET, differences: [], metadata: {}, scopes: ['a', 'b'] };
    expect(formatResult({ runId: 7, ...run, endedAt: null })).toBe(
      [
        'runId        7',
        'outcome      clean',
        'wallet',
        '  address   0x01',
        '  balances',
        '    tokenSymbol  USDC',
        '',
        '    tokenSymbol  ETH',
        'differences  -',
        'metadata     {}',
        'scopes       a, b',
        'endedAt      -',
      ].join('\n'),
    );
  });

  it('of a list is a table, or one item below the other when the terminal is too narrow', () => {
    const list = [
      { chainCode: 'base', status: 'halted', wallet: WALLET },
      { chainCode: 'local', status: 'following', wallet: null },
    ];
    const table = formatResult(list);
    const [head = '', ...rows] = table.split('\n');
    expect(head).toMatch(/^chainCode {2}status {5}wallet$/);
    expect(rows).toEqual([expect.stringMatching(/^base +halted +\{"address"/), 'local      following  -']);
    const width = Math.max(...table.split('\n').map((line) => line.length));
    expect(formatResult(list, { width })).toBe(table);
    expect(formatResult(list, { width: width - 1 })).toBe(
      [
        'chainCode  base',
        'status     halted',
        'wallet',
        '  address   0x01',
        '  balances',
        '    tokenSymbol  USDC',
        '',
        '    tokenSymbol  ETH',
        '',
        'chainCode  local',
        'status     following',
        'wallet     -',
      ].join('\n'),
    );
  });

  it('of an empty list says so', () => {
    expect(formatResult([], { width: 80 })).toBe('none');
  });
});

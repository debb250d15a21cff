import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { formatResult, takesColours } from '../../src/cli/print.js';

const WALLET = { address: '0x01', balances: [{ tokenSymbol: 'USDC' }, { tokenSymbol: 'ETH' }] };

describe('what a command prints for people', () => {
  it('shows an object as a line for each field, with inner fields indented below', () => {
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

  it('shows a list as a table, or one item below the other when the terminal is too narrow', () => {
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

  it('says so when a list is empty', () => {
    expect(formatResult([], { width: 80 })).toBe('none');
  });

  it('limits a list to 120 columns on any terminal, unless every field is asked for on one line', () => {
    const list = [{ withdrawalId: 'wd_1', note: 'x'.repeat(105), more: 'y' }];
    expect(formatResult(list, { width: 400 })).toMatch(/^withdrawalId {2}wd_1\nnote {10}x+\nmore {10}y$/);
    expect(formatResult([{ ...list[0], note: 'x'.repeat(100) }])).toMatch(
      /^withdrawalId {2}note +more\nwd_1 /,
    );
    const wide = formatResult(list, { width: 80 }, { columns: ['withdrawalId'], wide: true });
    expect(wide.split('\n')).toEqual([
      expect.stringMatching(/^withdrawalId {2}note +more$/),
      expect.stringMatching(/^wd_1 +x+ {2}y$/),
    ]);
  });

  it('shows the chosen columns of a list that have values, as many as fit, or else whole items', () => {
    const list = [
      { id: 'a', status: 'failed', count: 0, operatorId: null, url: 'https://a.example' },
      { id: 'b', status: 'pending', count: 2, operatorId: null, url: 'https://b.example' },
    ];
    const columns = ['id', 'status', 'count', 'operatorId', 'url'];
    const table = ['id  status   count', 'a   failed   0', 'b   pending  2'];
    const shown = (width: number): string[] => formatResult(list, { width }, { columns }).split('\n');
    expect(shown(37)).toContain('b   pending  2      https://b.example');
    expect(shown(36)).toContain('b   pending  2      https://b.examp…');
    expect(shown(18)).toEqual(table);
    expect(shown(17).join('\n')).toContain('operatorId  -\nurl         https://b.example');
  });

  it('puts the reason first, if there is one', () => {
    const list = [
      { id: 'a', status: 'approved', waitingReason: 'frozen', failureReason: null },
      { id: 'b', status: 'completed', waitingReason: null, failureReason: null },
    ];
    const columns = ['id', 'status'];
    expect(formatResult(list, {}, { columns }).split('\n')).toEqual([
      'waitingReason  id  status',
      'frozen         a   approved',
      '-              b   completed',
    ]);
    expect(formatResult(list.slice(1), {}, { columns })).toBe('id  status\nb   completed');
    expect(formatResult(list, {}, { wide: true })).toMatch(/^waitingReason {2}id {2}status +failureReason\n/);
    expect(formatResult(list, { width: 20 })).toMatch(/^waitingReason {2}frozen\nid /);
    expect(formatResult(list[0] ?? {})).toMatch(/^waitingReason {2}frozen\nid /);
  });

  it('says why held money is held, in the line of its invoice', () => {
    const held = [{ amountCrypto: '5.00', reason: 'late' }, { reason: 'other_asset' }];
    const list = [
      { invoiceId: 'inv_1', held },
      { invoiceId: 'inv_2', held: [] },
    ];
    expect(formatResult(list, {}, { columns: ['invoiceId'] }).split('\n')).toEqual([
      'held               invoiceId',
      'late, other_asset  inv_1',
      '-                  inv_2',
    ]);
  });

  it('never lets a text from outside move the cursor, break a line or colour the rest', () => {
    const shown = formatResult({ responseBody: 'a\r\nb\u001b[31mred\u009b0m', ips: ['\u007f'] });
    expect(shown.split('\n')).toEqual([
      'responseBody  a\\r\\nb\\u001b[31mred\\u009b0m',
      'ips           \\u007f',
    ]);
  });

  it('has colours where the terminal shows them, and is the same text without them', () => {
    const list = [
      { id: 'a', status: 'halted', reason: 'a reorganisation' },
      { id: 'b', status: 'following', reason: null },
    ];
    const coloured = formatResult(list, { hasColours: true });
    expect(coloured).toContain('\u001b[31mhalted');
    expect(coloured).toContain('\u001b[32mfollowing');
    expect(coloured).toContain('\u001b[33ma reorganisation');
    expect(stripVTControlCharacters(coloured)).toBe(formatResult(list));
    expect(stripVTControlCharacters(formatResult(list, { hasColours: true, width: 9 }))).toBe(
      formatResult(list, { width: 9 }),
    );
  });
});

it('nothing is coloured off a terminal, on a terminal without colours, and when NO_COLOR is set', () => {
  const terminal = { isTTY: true, hasColors: () => true };
  expect(takesColours(terminal, {})).toBe(true);
  expect(takesColours(terminal, { NO_COLOR: '' })).toBe(true);
  expect(takesColours(terminal, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
  expect(takesColours({ ...terminal, hasColors: () => false }, {})).toBe(false);
  expect(takesColours({}, { FORCE_COLOR: '1' })).toBe(false);
});

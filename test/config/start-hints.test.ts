import { describe, expect, it } from '@jest/globals';
import { parseChainsFile } from '../../src/config/chains-file.js';
import { hintsAtStart } from '../../src/config/start-hints.js';

/** Returns a chain that has one token with these amounts, and the native coin. */
function chainsWith(amounts: object, native: object = {}): ReturnType<typeof parseChainsFile> {
  const token = { symbol: 'USDC', address: `0x${'ab'.repeat(20)}`, decimals: 6, ...amounts };
  const chain = {
    chainCode: 'base',
    chainId: 8453,
    name: 'Base',
    rpcUrls: ['https://rpc.example'],
    confirmations: 3,
    nativeToken: { symbol: 'ETH', enabled: true, ...native },
    tokens: [token],
  };
  return parseChainsFile(JSON.stringify({ chains: [chain] }));
}

const hints = (chains: ReturnType<typeof parseChainsFile>, localMode = false): readonly string[] =>
  hintsAtStart({ localMode, chainsElsewhere: [], chains });

describe('an operator is told at the start that invoices may be smaller than what is swept', () => {
  it.each([
    ['minInvoice below sweepThreshold', { minInvoice: '49.9', sweepThreshold: '50' }, 'from 49.9', '50'],
    ['sweepThreshold without minInvoice', { sweepThreshold: '50' }, 'from 0.000001', '50'],
    ['minInvoice below one whole token, which is the default', { minInvoice: '0.5' }, 'from 0.5', '1'],
  ])('%s', (_, amounts, least, swept) => {
    const [hint = '', ...others] = hints(chainsWith(amounts));
    expect(others).toEqual([]);
    expect(hint).toMatch(new RegExp(`base/USDC \\(${least}0*, swept from ${swept}(\\.0*)?\\)`));
    expect(hint).toContain('Set minInvoice above sweepThreshold in CHAINS_FILE');
    expect(hint).not.toContain('ETH');
  });

  it('also for the native coin, if its threshold is configured', () => {
    const safe = { minInvoice: '51', sweepThreshold: '50' };
    expect(hints(chainsWith(safe, { minInvoice: '0.01', sweepThreshold: '0.02' }))).toEqual([
      expect.stringMatching(/base\/ETH \(from 0\.010*, swept from 0\.020*\)/),
    ]);
  });

  it('but not if every invoice is large enough, or on a local chain', () => {
    expect(hints(chainsWith({ minInvoice: '50', sweepThreshold: '50' }))).toEqual([]);
    expect(hints(chainsWith({ sweepThreshold: '50' }), true)).toEqual([]);
  });
});

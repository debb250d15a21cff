import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A `CHAINS_FILE` with one chain, `local`, that nobody answers for: for programs of which a test asks nothing on a
 * chain. Returns its path.
 */
export function writeLonelyChainsFile(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'quittance-chains-')), 'chains.json');
  const chain = {
    chainCode: 'local',
    chainId: 31337,
    name: 'Test chain',
    rpcUrls: ['http://127.0.0.1:1'],
    confirmations: 3,
    nativeToken: { symbol: 'ETH', enabled: true },
    tokens: [{ symbol: 'USDC', address: `0x${'c0'.repeat(20)}`, decimals: 6 }],
  };
  writeFileSync(file, JSON.stringify({ chains: [chain] }));
  return file;
}

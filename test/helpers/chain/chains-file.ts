import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Writes a `CHAINS_FILE` with one chain, `local`, whose RPC does not answer. It is for programs that need no chain in a
 * test. Returns the path of the file.
 */
export function writeLonelyChainsFile(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'quittance-chains-')), 'chains.json');
  const chain = {
    chainCode: 'local',
    chainId: 31337,
    name: 'Test chain',
    rpcUrls: ['http://127.0.0.1:1'],
    singleRpc: true,
    confirmations: 3,
    nativeToken: { symbol: 'ETH', enabled: true },
    tokens: [{ symbol: 'USDC', address: `0x${'c0'.repeat(20)}`, decimals: 6 }],
  };
  writeFileSync(file, JSON.stringify({ chains: [chain] }));
  return file;
}

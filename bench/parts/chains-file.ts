import { writeFileSync } from 'node:fs';
import { parseChainsFile } from '../../src/config/chains-file.js';
import type { Asset, Chain } from '../../src/domain/core/asset.js';

/** A `CHAINS_FILE` of one chain. */
export interface ChainsFile {
  readonly chainsFile: string;
  readonly chain: Chain;
  /** The first token of the chain. */
  readonly token: Asset;
}

/** Writes a `CHAINS_FILE`. Throws when its first chain has no token. */
export function writeChainsFile(chainsFile: string, text: string): ChainsFile {
  writeFileSync(chainsFile, text);
  const [chain] = parseChainsFile(text);
  const token = chain?.assets.find(({ kind }) => kind === 'erc20');
  if (chain === undefined || token === undefined)
    throw new Error('The chains file has no chain with a token.');
  return { chainsFile, chain, token };
}

import type { Asset, Chain } from '../../domain/core/asset.js';
import { decodeNumber } from '../rpc/decode.js';
import { readWord } from '../blocks/read-balance.js';
import type { ChainClient } from '../rpc/types.js';
import { RpcError, RpcMissingError, WrongChainError } from '../rpc/rpc-errors.js';

/** The configuration and the chain differ. Each difference says what to change in CHAINS_FILE. */
export class ChainMismatchError extends Error {
  readonly differences: readonly string[];

  constructor(differences: readonly string[]) {
    super(
      `CHAINS_FILE does not fit the chain:\n${differences.map((difference) => `  - ${difference}`).join('\n')}`,
    );
    this.name = 'ChainMismatchError';
    this.differences = differences;
  }
}

/** The selector of ERC-20's `decimals()`. */
const DECIMALS_CALL = '0x313ce567';

/**
 * Compares the chain id of the RPCs, and the decimals of each token, with the configuration. An RPC of another chain is
 * no difference while another RPC is right: the wrong one is quarantined, and its answers are never used. An
 * unavailable RPC is skipped: its chain id is checked when it comes back, before its first answer is used.
 *
 * @throws ChainMismatchError with every difference; RpcUnavailableError when no RPC answers.
 */
export async function verifyChain(client: ChainClient, chain: Chain): Promise<void> {
  const { chainCode } = chain;
  const answers = await client.requestFromEach('eth_chainId', [], (result) =>
    decodeNumber(result, 'eth_chainId'),
  );
  if (!answers.some((answer) => answer.ok)) {
    const wrongRpcs = answers.flatMap((answer) =>
      !answer.ok && answer.error instanceof WrongChainError
        ? [
            `chain "${chainCode}": the RPC at ${answer.origin} ${answer.error.message}. ` +
              'Correct that URL in rpcUrls, or chainId.',
          ]
        : [],
    );
    if (wrongRpcs.length === answers.length) throw new ChainMismatchError(wrongRpcs);
    // Some are unavailable, and may be right. This tries again, and throws an error that says why each one fails.
    await client.request('eth_chainId', []);
  }
  const tokens = chain.assets.filter((asset) => asset.kind === 'erc20');
  const found = await Promise.all(tokens.map((token) => differenceOf(client, token)));
  const differences = found.filter((difference) => difference !== null);
  if (differences.length > 0) throw new ChainMismatchError(differences);
}

async function differenceOf(client: ChainClient, token: Asset): Promise<string | null> {
  const name = `chain "${token.chainCode}", token ${token.tokenSymbol} (${token.address})`;
  try {
    const decimals = await readWord(client, {
      to: token.address ?? '',
      data: DECIMALS_CALL,
      what: 'decimals()',
    });
    return decimals === BigInt(token.decimals)
      ? null
      : `${name}: its contract says ${decimals} decimals, CHAINS_FILE says ${token.decimals}. Set "decimals": ${decimals}.`;
  } catch (error) {
    if (!(error instanceof RpcError || error instanceof RpcMissingError)) throw error;
    return `${name}: no token contract answers there (${error.message}). Correct "address".`;
  }
}

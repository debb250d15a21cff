import { encodeFunctionData, erc20Abi, type Address } from 'viem';
import type { Asset } from '../../domain/core/asset.js';
import { assert } from '../../domain/core/errors.js';
import { decodeBigint, decodeData } from '../rpc/decode.js';
import type { RpcCall, RpcSession } from '../rpc/types.js';
import { RpcAnswerError, RpcMissingError } from '../rpc/rpc-errors.js';

/**
 * Reads an address's balance of an asset at the head of the chain, in base units.
 *
 * @throws RpcMissingError when the asset's address holds no contract.
 */
export async function readBalance(
  rpc: RpcSession,
  holding: { address: string; asset: Asset },
): Promise<bigint> {
  const { method, params, decode } = balanceCall(holding, 'latest');
  return rpc.request(method, params, decode);
}

/** Returns the call that asks for a balance at a block (EIP-1898 or a tag), and the decoder of its answer. */
export function balanceCall(
  { address, asset }: { address: string; asset: Asset },
  at: unknown,
): RpcCall & { readonly decode: (result: unknown) => bigint } {
  if (asset.kind === 'native') {
    const decode = (result: unknown): bigint => decodeBigint(result, 'eth_getBalance');
    return { method: 'eth_getBalance', params: [address, at], decode };
  }
  assert(asset.address !== null, `the token ${asset.tokenSymbol} has a contract address`);
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address as Address] });
  const what = `balanceOf of ${asset.tokenSymbol} (${asset.address})`;
  const params = [{ to: asset.address, data }, at];
  return { method: 'eth_call', params, decode: (result) => decodeWord(result, what) };
}

/** Calls a view function that returns one 32-byte number. @throws RpcMissingError when no contract answers. */
export function readWord(
  rpc: RpcSession,
  { to, data, what }: { to: string; data: string; what: string },
): Promise<bigint> {
  return rpc.request('eth_call', [{ to, data }, 'latest'], (result) => decodeWord(result, what));
}

function decodeWord(result: unknown, what: string): bigint {
  const word = decodeData(result, what);
  if (word === '0x')
    throw new RpcMissingError(`${what} was answered with nothing: there is no such contract at this address`);
  if (word.length !== 66)
    throw new RpcAnswerError(`${what} was answered with ${word.length / 2 - 1} bytes, expected 32`);
  return decodeBigint(word, what);
}

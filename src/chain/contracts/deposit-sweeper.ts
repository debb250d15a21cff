import {
  bytesToHex,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  hexToBytes,
  type Abi,
  type Address,
  type Hex,
} from 'viem';
import type { Asset } from '../../domain/core/asset.js';
import { assert } from '../../domain/core/errors.js';
import depositSweeper from './deposit-sweeper.json' with { type: 'json' };
import { decodeData } from '../rpc/decode.js';
import { toRpcAuthorization } from '../sending/estimate-gas.js';
import type { SignedAuthorization } from '../keys/types.js';
import type { ChainClient, RpcAnswer, RpcSession } from '../rpc/types.js';
import { RpcAnswerError, RpcError } from '../rpc/rpc-errors.js';

const abi = depositSweeper.abi as Abi;

/** When an address's code is this prefix and another address, it runs the code of that address (EIP-7702). */
const DELEGATION_PREFIX = '0xef0100';
/** BLS12_G1ADD (EIP-2537). It came with EIP-7702 in the Prague upgrade, and can be called without a deployment. */
const PRAGUE_PRECOMPILE = '0x000000000000000000000000000000000000000b';
const TWO_POINTS_AT_INFINITY = `0x${'00'.repeat(256)}`;
const A_POINT_BYTES = 128;

/** Returns the data of the transaction that creates contracts/deposit-sweeper.sol. Its sender becomes the operator. */
export function sweeperDeployData(destination: string): string {
  return encodeDeployData({ abi, bytecode: depositSweeper.bytecode as Hex, args: [destination as Address] });
}

const ADDRESS_BYTES = 20;
const WORD_BYTES = 32;

/**
 * Returns the code that {@link sweeperDeployData} leaves at an address, from our own artefact, in lower-case hex. It
 * contains the values that the constructor fixes. So a contract with exactly this code can do nothing else, for nobody
 * else.
 */
export function sweeperCode(fixed: { destination: string; operator: string; self: string }): string {
  const code = hexToBytes(depositSweeper.deployedBytecode as Hex);
  const offsets = depositSweeper.immutableReferences;
  for (const name of ['destination', 'operator', 'self'] as const)
    for (const offset of offsets[name])
      code.set(hexToBytes(fixed[name] as Hex), offset + WORD_BYTES - ADDRESS_BYTES);
  return bytesToHex(code);
}

/** Reads the code at an address, at the head, from every RPC; `0x` means no code. */
export function readCodes(client: ChainClient, address: string): Promise<readonly RpcAnswer<string>[]> {
  return client.requestFromEach(
    'eth_getCode',
    [address, 'latest'],
    (result) => decodeData(result, 'eth_getCode'),
    { withoutHanging: true },
  );
}

/** Returns the lower-case address of the contract that an account creates with its transaction of this nonce. */
export function createdAddress({ from, nonce }: { from: string; nonce: number }): string {
  return getContractAddress({ from: from as Address, nonce: BigInt(nonce) }).toLowerCase();
}

/** Returns the call data with which the contract's operator empties deposit addresses. Amounts are in base units. */
export function collectData(
  asset: Asset,
  parts: readonly { readonly from: string; readonly amountAtomic: bigint }[],
): string {
  assert(asset.address !== null, 'only tokens are collected');
  const from = parts.map((part) => part.from);
  const amounts = parts.map((part) => part.amountAtomic);
  return encodeFunctionData({ abi, functionName: 'collect', args: [asset.address, from, amounts] });
}

/**
 * Returns whether the chain has the rules of the Prague upgrade. Without them, no address can delegate to a contract.
 */
export async function hasPragueRules(rpc: RpcSession): Promise<boolean> {
  try {
    return await rpc.request(
      'eth_call',
      [{ to: PRAGUE_PRECOMPILE, data: TWO_POINTS_AT_INFINITY }, 'latest'],
      (result) => decodeData(result, 'BLS12_G1ADD').length === 2 + 2 * A_POINT_BYTES,
    );
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}

/**
 * Returns whether an address with this authorization would run the contract. It asks the chain without a transaction:
 * the address must answer the contract's `destination`.
 */
export async function canDelegate(
  rpc: RpcSession,
  {
    address,
    authorization,
    destination,
  }: { address: string; authorization: SignedAuthorization; destination: string },
): Promise<boolean> {
  const call = {
    to: address,
    data: encodeFunctionData({ abi, functionName: 'destination' }),
    authorizationList: [toRpcAuthorization(authorization)],
  };
  try {
    return await rpc.request('eth_call', [call, 'latest'], (result) => {
      const data = decodeData(result, 'destination') as Hex;
      if (data === '0x') return false;
      const answered = decodeFunctionResult({ abi, functionName: 'destination', data });
      return String(answered).toLowerCase() === destination;
    });
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}

/** Returns the contract whose code each address runs, in the order of `addresses`; null for an ordinary account. */
export async function readDelegates(
  rpc: RpcSession,
  addresses: readonly string[],
): Promise<readonly (string | null)[]> {
  return rpc.requestBatch(
    addresses.map((address) => ({ method: 'eth_getCode', params: [address, 'latest'] })),
    (result) => {
      const code = decodeData(result, 'eth_getCode');
      return code.startsWith(DELEGATION_PREFIX) ? `0x${code.slice(DELEGATION_PREFIX.length)}` : null;
    },
  );
}

/** Reads each address's balance of a token at the head, in base units. */
export async function readTokenBalances(
  rpc: RpcSession,
  { asset, addresses }: { asset: Asset; addresses: readonly string[] },
): Promise<readonly bigint[]> {
  return rpc.requestBatch(
    addresses.map((address) => ({
      method: 'eth_call',
      params: [
        {
          to: asset.address,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address as Address] }),
        },
        'latest',
      ],
    })),
    (result) => {
      const word = decodeData(result, 'balanceOf');
      if (word.length !== 66) throw new RpcAnswerError('balanceOf was not answered with 32 bytes');
      return BigInt(word);
    },
  );
}

/**
 * Returns whether the token would let this address send the amount. Some tokens block single addresses. In a batch, one
 * blocked address would keep all the others from moving.
 */
export async function wouldTransfer(
  rpc: RpcSession,
  { asset, from, to, amountAtomic }: { asset: Asset; from: string; to: string; amountAtomic: bigint },
): Promise<boolean> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to as Address, amountAtomic],
  });
  try {
    return await rpc.request('eth_call', [{ from, to: asset.address, data }, 'latest'], (result) => {
      const answer = decodeData(result, 'transfer');
      return answer === '0x' || BigInt(answer) === 1n;
    });
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { encodeFunctionData, type Abi, type Address } from 'viem';
import { Agent } from 'undici';
import { assert } from '../../domain/core/errors.js';
import testToken from './test-token.json' with { type: 'json' };
import type { TransferCall } from '../sending/broadcast.js';
import { decodeAddress, decodeArray, decodeHash, toQuantity } from '../rpc/decode.js';
import { decodeReceipt, type Receipt } from '../transfers/receipts.js';
import { RpcEndpoint } from '../rpc/rpc-endpoint.js';
import { RpcMissingError } from '../rpc/rpc-errors.js';

/**
 * For development chains only (anvil): all transactions here are sent from unlocked accounts of the node itself. No
 * other chain has such accounts, so each of these calls fails there without effect.
 */

/** The test token's answer to `decimals()`. */
export const TEST_TOKEN_DECIMALS = 6;

const TIMEOUT_MS = 10_000;
const MINED_WITHIN_MS = 60_000;
const RECEIPT_POLL_MS = 50;

export interface UnlockedTransaction {
  readonly rpcUrl: string;
  /** One of the node's own accounts; by default the first one. */
  readonly from?: string;
  /** Absent when a contract is created. */
  readonly to?: string;
  /** Native coin, in wei. */
  readonly valueAtomic?: bigint;
  readonly data?: string;
}

/**
 * Deploys the worthless USDC with 6 decimals of the local chain (contracts/test-token.sol).
 *
 * @returns its address in lower case.
 */
export async function deployTestToken({ rpcUrl }: { rpcUrl: string }): Promise<{ address: string }> {
  return deployContract({ rpcUrl, bytecode: testToken.bytecode });
}

/** Returns the call that mints any amount (base units) of the test token to an address. Anybody may send it. */
export function mintCall({
  tokenAddress,
  to,
  amountAtomic,
}: {
  tokenAddress: string;
  to: string;
  amountAtomic: bigint;
}): TransferCall {
  const data = encodeFunctionData({
    abi: testToken.abi as Abi,
    functionName: 'mint',
    args: [to as Address, amountAtomic],
  });
  return { to: tokenAddress, valueAtomic: 0n, data };
}

/** Sends {@link mintCall} from the node's first account. */
export async function mintTestToken({
  rpcUrl,
  ...minted
}: {
  rpcUrl: string;
  tokenAddress: string;
  to: string;
  amountAtomic: bigint;
}): Promise<Receipt> {
  return sendUnlocked({ rpcUrl, ...mintCall(minted) });
}

/** Creates a contract without constructor arguments. @returns its address in lower case. */
export async function deployContract({
  rpcUrl,
  bytecode,
}: {
  rpcUrl: string;
  bytecode: string;
}): Promise<{ address: string }> {
  const { contractAddress } = await sendUnlocked({ rpcUrl, data: bytecode });
  assert(contractAddress !== null, 'a contract creation has a contract address');
  return { address: contractAddress };
}

/**
 * Sends a transaction from an unlocked account and waits until it is mined. Send only one at a time for each account:
 * the node chooses the nonce, and gives the same nonce to concurrent calls.
 *
 * @throws Error when it is reverted, or not mined within a minute.
 */
export async function sendUnlocked(transaction: UnlockedTransaction): Promise<Receipt> {
  const dispatcher = new Agent();
  const endpoint = new RpcEndpoint({
    url: transaction.rpcUrl,
    chainId: null,
    timeoutMs: TIMEOUT_MS,
    dispatcher,
  });
  try {
    const from = transaction.from ?? (await firstAccount(endpoint));
    const { to, data = '0x', valueAtomic = 0n } = transaction;
    const [result] = await endpoint.call([
      { method: 'eth_sendTransaction', params: [{ from, to, data, value: toQuantity(valueAtomic) }] },
    ]);
    const receipt = await waitUntilMined(endpoint, decodeHash(result, 'eth_sendTransaction'));
    if (!receipt.succeeded) throw new Error(`The transaction ${receipt.txHash} was reverted.`);
    return receipt;
  } finally {
    await dispatcher.close();
  }
}

async function firstAccount(endpoint: RpcEndpoint): Promise<string> {
  const [accounts] = await endpoint.call([{ method: 'eth_accounts', params: [] }]);
  const [first] = decodeArray(accounts, 'eth_accounts');
  if (first === undefined)
    throw new Error('This chain has no unlocked accounts: the test token needs a development chain.');
  return decodeAddress(first, 'eth_accounts');
}

async function waitUntilMined(endpoint: RpcEndpoint, txHash: string): Promise<Receipt> {
  for (let waitedMs = 0; waitedMs < MINED_WITHIN_MS; waitedMs += RECEIPT_POLL_MS) {
    const [result] = await endpoint.call([{ method: 'eth_getTransactionReceipt', params: [txHash] }]);
    try {
      return decodeReceipt(result);
    } catch (error) {
      if (!(error instanceof RpcMissingError)) throw error;
    }
    await pause(RECEIPT_POLL_MS);
  }
  throw new Error(
    `The transaction ${txHash} was not mined within ${MINED_WITHIN_MS / 1000} s: does the chain make blocks?`,
  );
}

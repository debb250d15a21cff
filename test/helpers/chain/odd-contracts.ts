import { encodeFunctionData, type Abi } from 'viem';
import { deployContract, sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import type { Receipt } from '../../../src/chain/transfers/receipts.js';
import contracts from './contracts/odd-contracts.json' with { type: 'json' };

export type OddContract = keyof typeof contracts;

/** Deploys one of contracts/odd-contracts.sol on a development chain. @returns its lower-case address. */
export async function deployOddContract({
  rpcUrl,
  name,
}: {
  rpcUrl: string;
  name: OddContract;
}): Promise<string> {
  return (await deployContract({ rpcUrl, bytecode: contracts[name].bytecode })).address;
}

/** Returns the data of a call, for `sendUnlocked`. */
export function callData(name: OddContract, functionName: string, args: readonly unknown[]): string {
  return encodeFunctionData({ abi: contracts[name].abi as Abi, functionName, args });
}

/** Calls a contract from anvil's first account and waits until the transaction is mined. */
export function callOddContract(call: {
  rpcUrl: string;
  name: OddContract;
  address: string;
  functionName: string;
  args: readonly unknown[];
  valueAtomic?: bigint;
}): Promise<Receipt> {
  const { rpcUrl, name, address, functionName, args, valueAtomic = 0n } = call;
  return sendUnlocked({ rpcUrl, to: address, valueAtomic, data: callData(name, functionName, args) });
}

/** Code that counts down from 65,535, which takes 1.7 million gas. */
export const TAKES_MUCH_GAS = '0x6200ffff5b600190038060045700';

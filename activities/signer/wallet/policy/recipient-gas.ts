import type { RpcSession } from '../../../../src/chain/rpc/types.js';
import { estimateGas } from '../../../../src/chain/sending/estimate-gas.js';

/**
 * Gas that the recipient of a native coin may take beyond a plain transfer. A contract wallet takes some ten thousands.
 * Anybody can write a contract that takes millions, at the operator's cost, and ask to be paid again and again.
 */
export const MOST_RECIPIENT_GAS = 200_000n;

/** Estimates the gas of a native transfer that runs no code: on some chains it also pays for the chain below. */
export function estimatePlainGas(rpc: RpcSession, address: string): Promise<bigint> {
  return estimateGas(rpc, { from: address, to: address, valueAtomic: 0n, data: '0x' });
}

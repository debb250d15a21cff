import { randomBytes } from 'node:crypto';
import { createPatientClient } from '../../src/client/patient-client.js';
import { callRpc } from '../../src/local/json-rpc.js';
import type { BenchContext } from '../harness/bench.js';
import type { BlockMaker } from './block-maker.js';
import type { Product } from './product.js';

const AMOUNT_CRYPTO = '1';
/** Operators who approve at the same time. */
const APPROVALS_AT_ONCE = 8;
const GAS_MONEY_WEI = 10n ** 20n;
const TOKENS_ATOMIC = 10n ** 12n;
const ADDRESS_BYTES = 20;

export interface RequestedWithdrawal {
  readonly withdrawalId: string;
}

export const newAddress = (): string => `0x${randomBytes(ADDRESS_BYTES).toString('hex')}`;

/** Gives a wallet coin for gas, and tokens. */
export async function fund(maker: BlockMaker, address: string): Promise<void> {
  await callRpc(maker.rpcUrl, 'anvil_setBalance', [address, `0x${GAS_MONEY_WEI.toString(16)}`]);
  await maker.send([{ to: address, amountAtomic: TOKENS_ATOMIC }]);
  await maker.mine();
}

/** Has the merchant ask for withdrawals of 1 USDC, each to an address of its own. */
export async function requestWithdrawals(
  { merchant }: Product,
  count: number,
): Promise<RequestedWithdrawal[]> {
  const requested: RequestedWithdrawal[] = [];
  for (let index = 0; index < count; index += 1) {
    requested.push(
      await merchant.api.post('/v1/withdrawals', {
        body: {
          chainCode: 'local',
          tokenSymbol: 'USDC',
          amountCrypto: AMOUNT_CRYPTO,
          address: newAddress(),
        },
      }),
    );
  }
  return requested;
}

/** Approves the withdrawals by several operators at the same time. */
export async function approveWithdrawals(
  { signal }: BenchContext,
  { baseUrl, operator }: Product,
  withdrawals: readonly RequestedWithdrawal[],
): Promise<void> {
  const api = createPatientClient({ baseUrl, apiKey: operator.key, signal });
  const left = [...withdrawals];
  const approveSome = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { withdrawalId } = next;
      await api.post('/admin/v1/withdrawals/{withdrawalId}/approve', { path: { withdrawalId } });
    }
  };
  await Promise.all(Array.from({ length: APPROVALS_AT_ONCE }, approveSome));
}

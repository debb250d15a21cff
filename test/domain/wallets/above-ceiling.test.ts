import { describe, expect, it } from '@jest/globals';
import { aboveCeiling } from '../../../src/domain/wallets/above-ceiling.js';
import type { Commitment } from '../../../src/domain/wallets/commitments.js';

const token = { kind: 'erc20', tokenSymbol: 'USDC', hotWalletCeilingAtomic: 100n } as const;
const coin = { kind: 'native', tokenSymbol: 'ETH', hotWalletCeilingAtomic: 100n } as const;
/** A payment of 30 USDC, whose gas costs at most 7 wei. */
const signed: Commitment = { nonce: 3, tokenSymbol: 'USDC', amountAtomic: 30n, maxCostWei: 7n };

describe('the amount of the hot wallet above its ceiling', () => {
  it.each([
    ['is zero at the ceiling', token, { balanceAtomic: 100n }, 0n],
    ['is the whole difference above the ceiling', token, { balanceAtomic: 150n }, 50n],
    ['is zero below the ceiling', token, { balanceAtomic: 20n }, 0n],
    [
      'does not include the amounts of approved withdrawals',
      token,
      { balanceAtomic: 150n, dueAtomic: 20n },
      30n,
    ],
    [
      'does not include amounts that are already signed',
      token,
      { balanceAtomic: 150n, commitments: [signed] },
      20n,
    ],
    [
      'includes neither of the two',
      token,
      { balanceAtomic: 150n, dueAtomic: 25n, commitments: [signed] },
      0n,
    ],
    [
      'does not include the gas of signed transactions, for the coin that pays it',
      coin,
      { balanceAtomic: 150n, commitments: [signed] },
      43n,
    ],
    ['is zero without a ceiling', { ...token, hotWalletCeilingAtomic: null }, { balanceAtomic: 9_000n }, 0n],
  ])('%s', (_case, asset, holding, excess) => {
    expect(aboveCeiling(asset, { dueAtomic: 0n, commitments: [], ...holding })).toBe(excess);
  });
});

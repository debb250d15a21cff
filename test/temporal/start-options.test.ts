import { expect, it } from '@jest/globals';
import { withdrawalStartOptions } from '../../src/temporal/start-options.js';

const withdrawal = {
  ...({ kind: 'withdrawal', targetId: 'wd_1', merchantId: 'mer_1', status: 'pending_approval' } as const),
  tokenSymbol: 'ETH',
  decimals: 18,
  amountAtomic: 5_000_000_000_000_000n,
  chainCode: 'local',
  address: `0x${'c0'.repeat(20)}`,
};

it('a refund says which invoice it pays back, from the first moment of its run', () => {
  const of = (invoiceId: string | null) => withdrawalStartOptions({ ...withdrawal, invoiceId });
  expect(of('inv_1')).toMatchObject({
    staticSummary: expect.stringMatching(/^refund of inv_1: 0\.005000 ETH to 0xc0c0…c0c0 on local$/),
    staticDetails: expect.stringContaining('a refund of invoice `inv_1`'),
  });
  expect(of(null)).toMatchObject({
    staticSummary: expect.stringMatching(/^0\.005000 ETH to 0xc0c0…c0c0 on local$/),
    staticDetails: expect.not.stringContaining('refund'),
  });
});

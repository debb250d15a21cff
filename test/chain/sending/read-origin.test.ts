import { describe, expect, it } from '@jest/globals';
import { privateKeyToAccount } from 'viem/accounts';
import { paysAmount, readOrigin, transferCall } from '../../../src/chain/sending/broadcast.js';
import { ETH, tokenAsset } from '../chain-fixture.js';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const call = { chainId: 1, nonce: 3, to: account.address, value: 5n, gas: 21_000n } as const;
const fees = { maxFeePerGas: 9n, maxPriorityFeePerGas: 1n } as const;

const eip1559 = () => account.signTransaction({ ...call, ...fees, type: 'eip1559' });

describe('the origin of signed bytes', () => {
  it('is read from each type of transaction', async () => {
    const authorization = await account.signAuthorization({
      chainId: 1,
      nonce: 0,
      contractAddress: account.address,
    });
    for (const raw of [
      await eip1559(),
      await account.signTransaction({ ...call, gasPrice: 9n, type: 'legacy' }),
      await account.signTransaction({ ...call, gasPrice: 9n, type: 'eip2930' }),
      await account.signTransaction({
        ...call,
        ...fees,
        type: 'eip7702',
        authorizationList: [authorization],
      }),
    ])
      expect(await readOrigin(raw)).toMatchObject({ signer: account.address.toLowerCase(), nonce: 3 });
  });

  // Anybody can rewrite the bytes without the key, and would get another hash for what the key signed.
  it('is unknown for the same transaction in other bytes, or with the other valid signature', async () => {
    const raw = await eip1559();
    const [, begin = '', parity = '', rest = ''] = /^(.*)c0(80|01)(a0.{64}a0.{64})$/.exec(raw) ?? [];
    expect(await readOrigin(`${begin}c0${parity}${rest}`)).not.toBeNull();
    expect(await readOrigin(`${begin}80${parity}${rest}`)).toBeNull();
    const s = (ORDER - BigInt(`0x${rest.slice(-64)}`)).toString(16).padStart(64, '0');
    const other = parity === '80' ? '01' : '80';
    expect(await readOrigin(`${begin}c0${other}${rest.slice(0, -64)}${s}`)).toBeNull();
  });
});

describe('the payment of a call', () => {
  it.each([ETH, tokenAsset({ address: `0x${'aa'.repeat(20)}` })])('is read from its bytes', (asset) => {
    const to = `0x${'c0'.repeat(20)}`;
    const paid = transferCall({ asset, to, amountAtomic: 7n });
    expect(paysAmount(paid, { to, amountAtomic: 7n })).toBe(true);
    expect(paysAmount(paid, { to, amountAtomic: 8n })).toBe(false);
    expect(paysAmount(paid, { to: `0x${'c1'.repeat(20)}`, amountAtomic: 7n })).toBe(false);
    expect(paysAmount({ ...paid, valueAtomic: paid.valueAtomic + 1n }, { to, amountAtomic: 7n })).toBe(false);
  });
});

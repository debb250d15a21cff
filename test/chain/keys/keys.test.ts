import { describe, expect, it } from '@jest/globals';
import { mnemonicToSeedSync } from '@scure/bip39';
import fc from '../../helpers/properties.js';
import {
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type Hex,
  type TransactionSerialized,
} from 'viem';
import {
  english,
  generateMnemonic as generateViemMnemonic,
  HDKey,
  hdKeyToAccount,
  mnemonicToAccount,
} from 'viem/accounts';
import {
  assertDepositXpub,
  deriveDepositAddress,
  MAX_DEPOSIT_INDEX,
} from '../../../src/chain/keys/deposit-address.js';
import { depositXpubOf, generateMnemonic, hotWalletOf } from '../../../src/chain/keys/keys.js';
import { ANVIL_MNEMONIC } from '../../helpers/chain/anvil.js';

/** Test vector 1 of BIP-32: seed 000102030405060708090a0b0c0d0e0f, chain m. */
const BIP_32_XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error('nothing was refused');
}

describe('deposit addresses', () => {
  const xpub = depositXpubOf(ANVIL_MNEMONIC);

  it('derives the well-known addresses of the well-known mnemonic from its xpub alone', () => {
    expect(xpub).toMatch(/^xpub/);
    expect([0, 1, 2].map((index) => deriveDepositAddress(xpub, index))).toEqual([
      '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
      '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
      '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
    ]);
  });

  it('at every index have the key that the seed derives', () => {
    const master = HDKey.fromMasterSeed(mnemonicToSeedSync(ANVIL_MNEMONIC));
    const index = fc.integer({ min: 0, max: MAX_DEPOSIT_INDEX });
    fc.assert(
      fc.property(index, (addressIndex) => {
        const { address } = hdKeyToAccount(master, { addressIndex });
        expect(deriveDepositAddress(xpub, addressIndex)).toBe(address.toLowerCase());
      }),
      { numRuns: 25 },
    );
  });

  it('differ at each index', () => {
    const addresses = Array.from({ length: 200 }, (_, index) => deriveDepositAddress(xpub, index));
    expect(new Set(addresses).size).toBe(200);
  });

  it.each([-1, 0.5, MAX_DEPOSIT_INDEX + 1, NaN])('refuses the index %p', (index) => {
    expect(() => deriveDepositAddress(xpub, index)).toThrow('BIP-32');
  });

  it('are not derived from an xprv, and the error does not repeat it', () => {
    const accountXprv = HDKey.fromExtendedKey(BIP_32_XPRV).derive("m/44'/60'/0'").privateExtendedKey;
    for (const xprv of [BIP_32_XPRV, accountXprv]) {
      const message = messageOf(() => deriveDepositAddress(xprv, 0));
      expect(message).toContain('PRIVATE');
      expect(message).not.toContain(xprv);
    }
  });

  it('are not derived from a public key that is not an account, because other wallets could not derive the same', () => {
    const master = HDKey.fromExtendedKey(BIP_32_XPRV).publicExtendedKey;
    expect(() => {
      assertDepositXpub(master);
    }).toThrow('depth 0');
  });

  it('are not derived from an xpub with a mistyped character', () => {
    const mistyped = xpub.slice(0, -1) + (xpub.endsWith('a') ? 'b' : 'a');
    expect(() => {
      assertDepositXpub(mistyped);
    }).toThrow('not an extended public key');
  });
});

describe('the hot wallet', () => {
  const wallet = hotWalletOf(ANVIL_MNEMONIC);
  const transaction = {
    chainId: 31337,
    nonce: 7,
    to: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    valueAtomic: 5n,
    data: '0xa9059cbb',
    gasLimit: 60_000n,
    maxFeePerGasWei: 30_000_000_000n,
    maxPriorityFeePerGasWei: 1_000_000_000n,
  };

  it('is an account of its own, which the deposit keys cannot reach', () => {
    const expected = mnemonicToAccount(ANVIL_MNEMONIC, { path: "m/44'/60'/1'/0/0" });
    expect(wallet.address).toBe(expected.address.toLowerCase());
    const xpub = depositXpubOf(ANVIL_MNEMONIC);
    const deposits = Array.from({ length: 100 }, (_, index) => deriveDepositAddress(xpub, index));
    expect(deposits).not.toContain(wallet.address);
  });

  it.each([
    [12, 128],
    [24, 256],
  ])('is what every other wallet derives from the same %i words', (_count, bits) => {
    for (let i = 0; i < 3; i += 1) {
      const mnemonic = generateViemMnemonic(english, bits);
      const expected = mnemonicToAccount(mnemonic, { path: "m/44'/60'/1'/0/0" });
      expect(hotWalletOf(mnemonic).address).toBe(expected.address.toLowerCase());
    }
  });

  it('signs exactly what it is given, and knows the hash beforehand', async () => {
    const { raw, hash } = await wallet.signTransaction(transaction);
    const serialized = raw as TransactionSerialized<'eip1559'>;
    expect(hash).toBe(keccak256(raw as Hex));
    expect(parseTransaction(serialized)).toMatchObject({
      type: 'eip1559',
      chainId: 31337,
      nonce: 7,
      to: transaction.to,
      value: 5n,
      data: '0xa9059cbb',
      gas: 60_000n,
      maxFeePerGas: 30_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    });
    const signer = await recoverTransactionAddress({ serializedTransaction: serialized });
    expect(signer.toLowerCase()).toBe(wallet.address);
  });

  it('signs the same transaction to the same bytes (RFC 6979)', async () => {
    expect(await wallet.signTransaction(transaction)).toEqual(await wallet.signTransaction(transaction));
  });

  it('signs the same transaction to different bytes on request, and they are equally valid', async () => {
    const signed = await Promise.all(
      [1, 2].map(() => wallet.signTransaction(transaction, { isUnlike: true })),
    );
    expect(new Set(signed.map(({ hash }) => hash)).size).toBe(2);
    for (const { raw, hash } of signed) {
      const serializedTransaction = raw as TransactionSerialized<'eip1559'>;
      expect(hash).toBe(keccak256(raw as Hex));
      expect(parseTransaction(serializedTransaction)).toMatchObject({ nonce: 7, value: 5n });
      const signer = await recoverTransactionAddress({ serializedTransaction });
      expect(signer.toLowerCase()).toBe(wallet.address);
    }
  });

  it('shows no key when it is printed', () => {
    expect(Object.keys(wallet).sort()).toEqual(['address', 'signTransaction']);
  });
});

describe('mnemonics', () => {
  it('are new each time, have twelve words, and work', () => {
    const mnemonics = [generateMnemonic(), generateMnemonic()];
    expect(new Set(mnemonics).size).toBe(2);
    for (const mnemonic of mnemonics) {
      expect(mnemonic.split(' ')).toHaveLength(12);
      expect(depositXpubOf(mnemonic)).toMatch(/^xpub/);
    }
  });

  it('are accepted with extra spaces, as pasting adds them', () => {
    expect(hotWalletOf(`  ${ANVIL_MNEMONIC.replace(' ', '  ')}\n`).address).toBe(
      hotWalletOf(ANVIL_MNEMONIC).address,
    );
  });

  it.each([
    ['a mistyped word', ANVIL_MNEMONIC.replace('junk', 'junky')],
    ['one word replaced by another', ANVIL_MNEMONIC.replace('junk', 'abandon')],
    ['a word missing', ANVIL_MNEMONIC.replace(' junk', '')],
    ['nothing', ''],
  ])('are refused with %s, without repeating any of their words', (_what, mnemonic) => {
    for (const use of [hotWalletOf, depositXpubOf]) {
      const message = messageOf(() => use(mnemonic));
      expect(message).toMatch(/^SIGNER_MNEMONIC.* is not a BIP-39 mnemonic/);
      expect(message).not.toMatch(/test|junk|abandon/);
    }
  });
});

import { validateMnemonic } from '@scure/bip39';
import { keccak256, type Address, type Hex } from 'viem';
import { english, generateMnemonic as generateViemMnemonic, mnemonicToAccount } from 'viem/accounts';

/** Hardened account of the deposit addresses: its xpub (never its key) is what the API holds. BIP-44, coin type 60. */
const DEPOSIT_ACCOUNT_PATH = "m/44'/60'/0'";
/** The hot wallet has a hardened account of its own: no deposit key, with the xpub, leads to it. */
const HOT_WALLET_PATH = "m/44'/60'/1'/0/0";

/** What is signed: one EIP-1559 transaction, whole. */
export interface UnsignedTransaction {
  readonly chainId: number;
  readonly nonce: number;
  /** Lower-case address. */
  readonly to: string;
  /** Native coin, in wei. */
  readonly valueAtomic: bigint;
  readonly data: string;
  readonly gasLimit: bigint;
  readonly maxFeePerGasWei: bigint;
  readonly maxPriorityFeePerGasWei: bigint;
}

export interface SignedTransaction {
  /** The bytes to broadcast, in hex. */
  readonly raw: string;
  /** The hash that the transaction will have on the chain. */
  readonly hash: string;
}

/** A wallet whose key stays inside: it gives signatures only. */
export interface TransactionSigner {
  /** Lower-case address. */
  readonly address: string;
  signTransaction(transaction: UnsignedTransaction): Promise<SignedTransaction>;
}

/** A new BIP-39 mnemonic of 12 English words (128 random bits). */
export function generateMnemonic(): string {
  return generateViemMnemonic(english, 128);
}

/** The extended public key (BIP-32) of the deposit account, m/44'/60'/0'. @throws Error when a word or the checksum is wrong. */
export function depositXpubOf(mnemonic: string): string {
  return accountAt(mnemonic, DEPOSIT_ACCOUNT_PATH).getHdKey().publicExtendedKey;
}

/** The signer of the hot wallet, m/44'/60'/1'/0/0. @throws Error when a word or the checksum is wrong. */
export function hotWalletOf(mnemonic: string): TransactionSigner {
  const account = accountAt(mnemonic, HOT_WALLET_PATH);
  return {
    address: account.address.toLowerCase(),
    signTransaction: async (transaction) => {
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId: transaction.chainId,
        nonce: transaction.nonce,
        to: transaction.to as Address,
        value: transaction.valueAtomic,
        data: transaction.data as Hex,
        gas: transaction.gasLimit,
        maxFeePerGas: transaction.maxFeePerGasWei,
        maxPriorityFeePerGas: transaction.maxPriorityFeePerGasWei,
      });
      return { raw, hash: keccak256(raw) };
    },
  };
}

function accountAt(mnemonic: string, path: `m/44'/60'/${string}`): ReturnType<typeof mnemonicToAccount> {
  const words = mnemonic.trim().replace(/\s+/g, ' ');
  // BIP-39 derives a wallet from any text; without this a mistyped word would make another wallet, silently.
  if (!validateMnemonic(words, english)) {
    throw new Error(
      'SIGNER_MNEMONIC is not a BIP-39 mnemonic: a word is not in the English list, or the checksum fails.',
    );
  }
  return mnemonicToAccount(words, { path });
}

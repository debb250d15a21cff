import type { TransactionSigner } from './types.js';
import { walletOfDigestSigner } from './digest-signer.js';
import { hotWalletOf, walletOfPrivateKey } from './keys.js';
import { openKeystore } from './keystore.js';
import { openKmsSigner } from './kms-signer.js';

/** The place where the key of the hot wallet is kept. */
export type HotWalletKey =
  | { readonly kind: 'mnemonic'; readonly mnemonic: string }
  /** `keystore`: the text of the file. */
  | { readonly kind: 'keystore'; readonly keystore: string; readonly password: string }
  | { readonly kind: 'kms'; readonly keyId: string };

/** Opens the wallet that pays withdrawals. @throws Error when its key is not available. */
export async function openHotWallet(key: HotWalletKey): Promise<TransactionSigner> {
  switch (key.kind) {
    case 'mnemonic':
      return hotWalletOf(key.mnemonic);
    case 'keystore': {
      const { privateKey } = await openKeystore({ text: key.keystore, password: key.password });
      return walletOfPrivateKey(privateKey);
    }
    case 'kms':
      return walletOfDigestSigner(await openKmsSigner({ keyId: key.keyId }));
  }
}

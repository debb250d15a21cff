import { sendRawTransaction, transferCall, type TransferCall } from '../chain/sending/broadcast.js';
import { readNonce } from '../chain/blocks/read-nonce.js';
import { readBalance } from '../chain/blocks/read-balance.js';
import { readReceipt } from '../chain/transfers/receipts.js';
import type { ChainClient } from '../chain/rpc/types.js';
import { mintCall } from '../chain/contracts/test-token.js';
import type { Asset } from '../domain/core/asset.js';
import { assert } from '../domain/core/errors.js';

/** The least amount that is minted for a wallet that can't pay, in base units of the test token. */
const MINTED_ATOMIC = 1_000_000_000n;

/** A transaction that was signed and sent. */
export interface Payment {
  readonly txHash: string;
  /** The signed bytes. If they are sent again, they cannot pay twice. */
  readonly raw: string;
}

/** A wallet of an outsider: one of the unlocked accounts of the development chain. */
export class Wallet {
  /** Lower-case. */
  readonly address: string;
  readonly #chain: ChainClient;

  constructor({ chain, address }: { chain: ChainClient; address: string }) {
    this.#chain = chain;
    this.address = address.toLowerCase();
  }

  pay(transfer: { asset: Asset; to: string; amountAtomic: bigint }): Promise<Payment> {
    return this.#send(transferCall(transfer));
  }

  /** Mints the test token if the wallet holds less than `neededAtomic`. Returns the transaction. Null: it holds enough. */
  async mintIfShort({
    token,
    neededAtomic,
  }: {
    token: Asset;
    neededAtomic: bigint;
  }): Promise<Payment | null> {
    const { address: tokenAddress } = token;
    assert(tokenAddress !== null, 'the test token has a contract address');
    if ((await readBalance(this.#chain, { address: this.address, asset: token })) >= neededAtomic)
      return null;
    const amountAtomic = neededAtomic > MINTED_ATOMIC ? neededAtomic : MINTED_ATOMIC;
    return this.#send(mintCall({ tokenAddress, to: this.address, amountAtomic }));
  }

  async #send({ to, valueAtomic, data }: TransferCall): Promise<Payment> {
    const { pending } = await readNonce(this.#chain, this.address);
    const call = { from: this.address, to, data, value: hex(valueAtomic), nonce: hex(pending) };
    const raw = await this.#chain.request('eth_signTransaction', [call], String);
    const txHash = await this.#chain.request('eth_sendRawTransaction', [raw], String);
    return { txHash, raw };
  }
}

function hex(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}

/**
 * Says whether all payments are in blocks. `payments` are in the order in which they were made. A chain that was killed may
 * have lost the last ones. Their bytes are sent again, as wallets do.
 */
export async function keepMined(chain: ChainClient, payments: readonly Payment[]): Promise<boolean> {
  let areMined = true;
  for (const { txHash, raw } of payments) {
    if ((await readReceipt(chain, txHash)) !== null) continue;
    areMined = false;
    await sendRawTransaction(chain, raw);
  }
  return areMined;
}

/**
 * Opens the wallet of a customer: this account, in upper or lower case, or the second one. The first one fills our own
 * wallets.
 *
 * @throws Error when the chain does not sign for the account. Only a development chain has unlocked accounts.
 */
export async function openCustomersWallet(
  chain: ChainClient,
  account: string | null = null,
): Promise<Wallet> {
  const { chainCode } = chain;
  const accounts = await chain.request('eth_accounts', [], (result) => result as readonly string[]);
  const address =
    account === null ? accounts[1] : accounts.find((one) => one.toLowerCase() === account.toLowerCase());
  if (address !== undefined) return new Wallet({ chain, address });
  if (account === null) throw new Error(`The chain ${chainCode} has no unlocked account for a customer.`);
  const which = accounts.length === 0 ? 'none' : accounts.join(', ');
  throw new Error(
    `The chain ${chainCode} does not sign for ${account}. The accounts it signs for: ${which}.`,
  );
}

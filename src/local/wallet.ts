import { sendRawTransaction, transferCall, type TransferCall } from '../../chain/sending/broadcast.js';
import { readNonce } from '../../chain/blocks/read-nonce.js';
import { readBalance } from '../../chain/blocks/read-balance.js';
import { readReceipt } from '../../chain/transfers/receipts.js';
import type { ChainClient } from '../../chain/rpc/types.js';
import { mintCall } from '../../chain/contracts/test-token.js';
import type { Asset } from '../../domain/core/asset.js';
import { assert } from '../../domain/core/errors.js';

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

  /**
   * Mints `mintedAtomic` of the test token if the wallet holds less than `leastAtomic`. The transaction is added to the
   * payments.
   */
  async mintUpTo(wish: {
    token: Asset;
    leastAtomic: bigint;
    mintedAtomic: bigint;
    payments: Payment[];
  }): Promise<void> {
    const { token, leastAtomic, mintedAtomic: amountAtomic, payments } = wish;
    const { address: tokenAddress } = token;
    assert(tokenAddress !== null, 'the test token has a contract address');
    if ((await readBalance(this.#chain, { address: this.address, asset: token })) >= leastAtomic) return;
    payments.push(await this.#send(mintCall({ tokenAddress, to: this.address, amountAtomic })));
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

/** Opens the wallet of the tour's customer: the second account, because the first one fills our own wallets. */
export async function openCustomersWallet(chain: ChainClient): Promise<Wallet> {
  const [, address] = await chain.request('eth_accounts', [], (result) => result as readonly string[]);
  if (address === undefined)
    throw new Error(`The chain ${chain.chainCode} has no unlocked accounts to play the customer with.`);
  return new Wallet({ chain, address });
}

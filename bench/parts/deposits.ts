import { createDepositDeriver } from '../../src/chain/keys/deposit-address.js';
import { depositXpubOf } from '../../src/chain/keys/keys.js';

/** The seed of the product's wallets in a bench that puts invoices into its database. Everybody knows it. */
export const BENCH_MNEMONIC = 'test test test test test test test test test test test junk';
/** Derives the deposit addresses of those invoices. */
export const benchDepositAddress = createDepositDeriver(depositXpubOf(BENCH_MNEMONIC));

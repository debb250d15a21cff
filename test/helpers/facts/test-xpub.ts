import { createDepositDeriver } from '../../../src/chain/keys/deposit-address.js';

/** The account m/44'/60'/0' of the mnemonic "test test … junk", which everybody knows. */
export const TEST_XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';

/** Derives the deposit addresses of {@link TEST_XPUB}. */
export const testDepositAddress = createDepositDeriver(TEST_XPUB);

import { z } from 'zod';

// The fields of which answers are composed. A moment, an amount or a hash has the same form everywhere.

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A moment in ISO 8601, UTC, with milliseconds. */
export const shownMoment = z
  .string()
  .regex(ISO)
  .meta({
    format: 'date-time',
    description: 'ISO 8601, UTC, with ms.',
    examples: ['2026-01-31T12:00:00.000Z'],
  });

/** An amount in base units, as a whole number. */
export const shownAtomic = z
  .string()
  .regex(/^\d{1,78}$/)
  .meta({
    description: "The exact amount in the token's base units.",
    examples: ['25000000'],
  });

/** An amount in whole tokens. It is rounded down if the token has more than six decimals. */
export const shownCrypto = z
  .string()
  .regex(/^\d{1,78}\.\d{6}$/)
  .meta({ description: 'In whole tokens, with six decimals.', examples: ['25.000000'] });

/** The decimals of an asset. */
export const shownDecimals = z
  .int()
  .min(0)
  .max(255)
  .meta({ description: 'One whole token has 10^decimals base units.', examples: [6] });

/** An amount in fiat. It is null, like its currency, if the amount was given in a token. */
export const shownFiat = z
  .string()
  .regex(/^\d+\.\d\d$/)
  .nullable()
  .meta({ examples: ['25.00'] });
export const shownFiatCurrency = z
  .string()
  .nullable()
  .meta({ examples: ['USD'] });

/** An address with the checksum of EIP-55. */
export const shownAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .meta({
    description: 'An address with the checksum of EIP-55.',
    examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  });

/** The hash of a transaction or a block. */
export const shownHash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({
    examples: ['0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7'],
  });

export const shownMerchantName = z.string().meta({ examples: ['Corner shop'] });

export const shownChainCode = z.string().meta({ examples: ['base'] });
/** The chain id of EIP-155. */
export const shownChainId = z
  .int()
  .min(1)
  .meta({ description: 'The chain id of EIP-155.', examples: [8453] });
export const shownTokenSymbol = z.string().meta({ examples: ['USDC'] });
/** The number of a block. */
export const shownHeight = z
  .int()
  .min(0)
  .meta({ description: 'The number of a block.', examples: [21_500_000] });
export const shownCount = z
  .int()
  .min(0)
  .meta({ examples: [12] });

/** A moment in seconds, as in signed messages. */
export const shownSeconds = z
  .int()
  .min(0)
  .meta({ description: 'Seconds since 1970, UTC.', examples: [1_767_484_800] });

export const shownReference = z.string().meta({ examples: ['order-1001'] });

export const shownMetadata = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .meta({ id: 'Metadata', description: 'Your own notes, as you gave them.', examples: [{ cart: 'c-7' }] });

/** The rate by which an amount in fiat was converted. */
export const shownRate = z
  .strictObject({
    rate: z.string().meta({ description: 'Fiat for one whole token.', examples: ['1.0002'] }),
    source: z.string().meta({ examples: ['coinbase, kraken'] }),
    asOf: shownMoment,
  })
  .meta({ id: 'Rate' });

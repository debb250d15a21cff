import { z } from 'zod';
import { ASSET_DECIMALS_MAX, NATIVE_DECIMALS, type Asset, type Chain } from '../domain/core/asset.js';
import { parseAddress, ZERO_ADDRESS } from '../chain/keys/address.js';
import { parseDecimal, quoteDigits } from '../domain/core/money.js';

/** The default of `maxFeePerGasGwei`. */
const DEFAULT_MAX_FEE_GWEI = '500';
const DEFAULT_POLL_INTERVAL_MS = 2_000;
const DEFAULT_REPLACE_AFTER_SECONDS = 120;
const WEI_DIGITS_OF_GWEI = 9;

const decimalText = z
  .string()
  .regex(/^(0|[1-9]\d{0,40})(\.\d{1,36})?$/, 'expected a decimal string such as "0.5"');

/** Returns a finite number as a decimal text without an exponent: 1e-7 becomes "0.0000001". */
function decimalTextOf(value: number): string {
  const [mantissa = '', exponent] = String(Math.abs(value)).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent ?? 0);
  const digits = '0'.repeat(Math.max(0, 1 - whole.length - shift)) + whole + fraction.padEnd(shift, '0');
  const pointAt = Math.max(1, whole.length + shift);
  const text = digits.slice(0, pointAt) + (digits.length > pointAt ? `.${digits.slice(pointAt)}` : '');
  return value < 0 ? `-${text}` : text;
}

/** An amount in whole coins, as a string or as a JSON number. */
const amount = z.preprocess(
  (value) => (typeof value === 'number' && Number.isFinite(value) ? decimalTextOf(value) : value),
  decimalText,
);

const symbol = z
  .string()
  .regex(/^[^\s\p{C}/]{1,32}$/u, 'expected 1 to 32 characters without spaces, such as "USDC"');

/** The amounts that any asset may set. The last two are about the operator's wallets. */
const amounts = {
  minInvoice: amount.optional(),
  minWithdrawal: amount.optional(),
  sweepThreshold: amount.optional(),
  hotWalletCeiling: amount.optional(),
};

/** An address. It is converted to lower case. An address in mixed case must have a correct EIP-55 checksum. */
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, { error: 'expected an address: 0x and 40 hexadecimal digits', abort: true })
  .refine(hasRightChecksum, {
    error: 'fails its EIP-55 checksum: compare it with its source, or write it in lower case',
  })
  .toLowerCase();

function hasRightChecksum(text: string): boolean {
  try {
    parseAddress(text, 'address');
    return true;
  } catch {
    return false;
  }
}

const token = z.strictObject({
  symbol,
  address,
  decimals: z.int().min(0).max(ASSET_DECIMALS_MAX),
  ...amounts,
});

const nativeToken = z.strictObject({ symbol, enabled: z.boolean(), ...amounts });

const chain = z.strictObject({
  chainCode: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/,
      'expected up to 32 letters, digits, "_" or "-", such as "ETH"',
    ),
  chainId: z.int().positive(),
  name: z.string().min(1).max(64),
  rpcUrls: z.array(z.url({ protocol: /^https?$/, error: 'expected an http or https URL' })).min(1),
  singleRpc: z.boolean().optional(),
  confirmations: z.int().min(1).max(100_000),
  explorerUrl: z.url({ protocol: /^https?$/, error: 'expected an http or https URL' }).optional(),
  walletRpcUrl: z.url({ protocol: /^https$/, error: 'expected an https URL' }).optional(),
  maxFeePerGasGwei: z.union([z.number().positive().transform(decimalTextOf), decimalText]).optional(),
  replaceAfterSeconds: z.int().min(1).max(86_400).optional(),
  pollIntervalMs: z.int().min(50).max(60_000).optional(),
  coldAddress: address.optional(),
  nativeToken,
  tokens: z.array(token),
});

/** The keys that a `CHAINS_FILE` may have, for each kind of object in it. */
export const CHAINS_FILE_KEYS: Readonly<Record<'chain' | 'nativeToken' | 'token', readonly string[]>> = {
  chain: Object.keys(chain.shape),
  nativeToken: Object.keys(nativeToken.shape),
  token: Object.keys(token.shape),
};

const chainsFile = z.strictObject({ chains: z.array(chain).min(1) }).check(({ value, issues }) => {
  for (const { path, what } of duplicates(value.chains)) {
    issues.push({ code: 'custom', path, message: `${what} is listed twice`, input: value });
  }
});

type ChainEntry = z.infer<typeof chain>;

/** A chain of the file, with a setting that is needed only at the start of a process. */
export interface WrittenChain extends Chain {
  /** True: the operator accepts that the chain has a single RPC. Everything that it says is then believed. */
  readonly singleRpc: boolean;
}

function duplicates(chains: readonly ChainEntry[]): { path: (string | number)[]; what: string }[] {
  const seen = new Set<string>();
  const twice: { path: (string | number)[]; what: string }[] = [];
  const note = (what: string, path: (string | number)[]): void => {
    if (seen.has(what)) twice.push({ path, what });
    seen.add(what);
  };
  chains.forEach((entry, i) => {
    note(`chainCode ${entry.chainCode}`, ['chains', i, 'chainCode']);
    note(`chainId ${entry.chainId}`, ['chains', i, 'chainId']);
    const on = `on ${entry.chainCode}`;
    note(`symbol ${entry.nativeToken.symbol} ${on}`, ['chains', i, 'nativeToken', 'symbol']);
    // An RPC that is listed twice would have two votes. Its URL may contain a key, so the mistake does not repeat it.
    entry.rpcUrls.forEach((url, j) => {
      if (entry.rpcUrls.indexOf(url) < j)
        twice.push({ path: ['chains', i, 'rpcUrls', j], what: `an RPC ${on}` });
    });
    entry.tokens.forEach((listed, j) => {
      note(`symbol ${listed.symbol} ${on}`, ['chains', i, 'tokens', j, 'symbol']);
      note(`address ${listed.address} ${on}`, ['chains', i, 'tokens', j, 'address']);
    });
  });
  return twice;
}

/** The text is not a valid list of chains. Each of `mistakes` has its path and what is expected there. */
export class ChainsFileError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'ChainsFileError';
    this.mistakes = mistakes;
  }
}

/** Reads the text of a `CHAINS_FILE`. @throws ChainsFileError with every mistake and its path. */
export function parseChainsFile(text: string): readonly WrittenChain[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ChainsFileError([`not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}`]);
  }
  const parsed = chainsFile.safeParse(json);
  if (!parsed.success) {
    throw new ChainsFileError(
      parsed.error.issues.map((issue) => `${showPath(issue.path)}: ${issue.message}`),
    );
  }
  const mistakes: string[] = [];
  const chains = parsed.data.chains.map((entry, i) => toChain(entry, `chains[${i}]`, mistakes));
  if (mistakes.length > 0) throw new ChainsFileError(mistakes);
  return Object.freeze(chains);
}

function showPath(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text === '' ? 'the file' : text.replace(/^\./, '');
}

type AssetEntry = Omit<ChainEntry['nativeToken'], 'enabled'>;

/** Reads an amount in base units. A mistake is collected, and 0 is returned instead. */
type ReadAmount = (text: string, decimals: number, at: string) => bigint;

function toAsset(
  listed: AssetEntry,
  identity: Pick<Asset, 'chainCode' | 'kind' | 'address' | 'decimals'>,
  { at, read }: { at: string; read: ReadAmount },
): Asset {
  const { decimals } = identity;
  // The smallest amount that `…Crypto` can show.
  const least = 10n ** BigInt(decimals - quoteDigits(decimals));
  const bound = (field: 'minInvoice' | 'minWithdrawal' | 'sweepThreshold' | 'hotWalletCeiling') => {
    const text = listed[field];
    return text === undefined ? null : read(text, decimals, `${at}.${field}`);
  };
  const minimum = (field: 'minInvoice' | 'minWithdrawal'): bigint => {
    const atomic = bound(field) ?? least;
    return atomic > least ? atomic : least;
  };
  return Object.freeze({
    tokenSymbol: listed.symbol,
    ...identity,
    minInvoiceAtomic: minimum('minInvoice'),
    minWithdrawalAtomic: minimum('minWithdrawal'),
    sweepThresholdAtomic: bound('sweepThreshold'),
    hotWalletCeilingAtomic: bound('hotWalletCeiling'),
  });
}

function toChain(entry: ChainEntry, path: string, mistakes: string[]): WrittenChain {
  const { chainCode } = entry;
  const read: ReadAmount = (text, decimals, at) => {
    try {
      return parseDecimal(text, { decimals, path: at });
    } catch (error) {
      mistakes.push(error instanceof Error ? error.message : `${at} is not an amount`);
      return 0n;
    }
  };
  const assets = entry.tokens.map((listed, j) =>
    toAsset(
      listed,
      { chainCode, kind: 'erc20', address: listed.address, decimals: listed.decimals },
      { at: `${path}.tokens[${j}]`, read },
    ),
  );
  if (entry.nativeToken.enabled) {
    assets.push(
      toAsset(
        entry.nativeToken,
        { chainCode, kind: 'native', address: null, decimals: NATIVE_DECIMALS },
        { at: `${path}.nativeToken`, read },
      ),
    );
  }
  if (entry.coldAddress === undefined && assets.some((asset) => asset.hotWalletCeilingAtomic !== null)) {
    mistakes.push(`${path}.coldAddress: expected an address for the coins above the hotWalletCeiling`);
  }
  const unusableAddresses = [ZERO_ADDRESS, ...entry.tokens.map((listed) => listed.address)];
  if (entry.coldAddress !== undefined && unusableAddresses.includes(entry.coldAddress)) {
    mistakes.push(
      `${path}.coldAddress: expected a wallet of your own; coins at the zero address or a token's contract are lost`,
    );
  }
  const maxFeePath = `${path}.maxFeePerGasGwei`;
  const maxFeePerGasWei = read(
    entry.maxFeePerGasGwei ?? DEFAULT_MAX_FEE_GWEI,
    WEI_DIGITS_OF_GWEI,
    maxFeePath,
  );
  if (maxFeePerGasWei === 0n) mistakes.push(`${maxFeePath}: expected an amount above zero`);
  return Object.freeze({
    chainCode,
    chainId: entry.chainId,
    name: entry.name,
    rpcUrls: Object.freeze([...entry.rpcUrls]),
    singleRpc: entry.singleRpc ?? false,
    confirmations: entry.confirmations,
    explorerUrl: entry.explorerUrl ?? null,
    ...(entry.walletRpcUrl === undefined ? {} : { walletRpcUrl: entry.walletRpcUrl }),
    maxFeePerGasWei,
    replaceAfterMs: (entry.replaceAfterSeconds ?? DEFAULT_REPLACE_AFTER_SECONDS) * 1_000,
    pollIntervalMs: entry.pollIntervalMs ?? DEFAULT_POLL_INTERVAL_MS,
    coldAddress: entry.coldAddress ?? null,
    nativeSymbol: entry.nativeToken.symbol,
    assets: Object.freeze(assets),
  });
}

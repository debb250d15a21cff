/** The payment to send, as the server's HTML states it. */
export interface WalletTerms {
  readonly chainId: number;
  readonly chainName: string;
  readonly symbol: string;
  /** The token's contract; null for the chain's own coin. */
  readonly token: string | null;
  readonly decimals: number;
  readonly to: string;
  /** The missing amount, in base units. */
  readonly amountAtomic: bigint;
  /** These describe the chain to a wallet that does not know it (EIP-3085). A chain without a public RPC can't be added. */
  readonly explorer: string | null;
  readonly rpcUrl: string | null;
  readonly nativeSymbol: string;
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const AMOUNT = /^[1-9]\d{0,77}$/;

/** Reads the terms of `[data-wallet]`. Returns null when they are incomplete: then no wallet is offered. */
export function readWalletTerms(data: Readonly<Record<string, string | undefined>>): WalletTerms | null {
  const { chainId = '', chainName = '', symbol = '', token = '', decimals = '', to = '' } = data;
  const amount = data['amountAtomic'] ?? '';
  if (!ADDRESS.test(to) || !AMOUNT.test(amount) || !/^\d+$/.test(chainId) || !/^\d+$/.test(decimals))
    return null;
  if (token !== '' && !ADDRESS.test(token)) return null;
  return {
    chainId: Number(chainId),
    chainName,
    symbol,
    token: token === '' ? null : token,
    decimals: Number(decimals),
    to,
    amountAtomic: BigInt(amount),
    explorer: data['explorer'] || null,
    rpcUrl: data['rpcUrl'] || null,
    nativeSymbol: data['nativeSymbol'] ?? 'ETH',
  };
}

/** Returns a text that is the same for the same payment. */
export function nameTerms(terms: WalletTerms): string {
  return [terms.chainId, terms.token ?? '', terms.to, terms.amountAtomic].join(' ').toLowerCase();
}

/** Returns base units as an exact decimal in the notation of a language, with the symbol. Nothing is rounded. */
export function formatUnits(atomic: bigint, { decimals, symbol }: WalletTerms, language: string): string {
  const digits = atomic.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const point = (1.5).toLocaleString(language)[1] ?? '.';
  return `${BigInt(whole).toLocaleString(language)}${fraction === '' ? '' : point + fraction} ${symbol}`;
}

/** Returns a number as a quantity of JSON-RPC: hexadecimal without leading zeros. */
export function hexQuantity(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}

const word = (hex: string): string => hex.toLowerCase().padStart(64, '0');

/** Returns the call `balanceOf(owner)` of ERC-20. */
export function encodeBalanceOf(owner: string): string {
  return `0x70a08231${word(owner.slice(2))}`;
}

/**
 * Returns the transaction that pays exactly these terms: a transfer of the chain's own coin, or `transfer(to, amount)`
 * of ERC-20, sent to the token's contract with no coin. It names the chain, so that a wallet on another one refuses.
 */
export function encodePayment(terms: WalletTerms, from: string): Readonly<Record<string, string>> {
  const chainId = hexQuantity(terms.chainId);
  if (terms.token === null) return { chainId, from, to: terms.to, value: hexQuantity(terms.amountAtomic) };
  const data = `0xa9059cbb${word(terms.to.slice(2))}${word(terms.amountAtomic.toString(16))}`;
  return { chainId, from, to: terms.token, value: '0x0', data };
}

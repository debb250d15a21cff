import {
  encodeBalanceOf,
  encodePayment,
  formatUnits,
  nameTerms,
  hexQuantity,
  type WalletTerms,
} from './wallet-terms.js';
import type { ScriptWords } from './script-words.js';
import type { WalletProvider } from './find-installed-wallets.js';

/** Error codes of EIP-1193, EIP-3326 and of wallets. */
const REFUSED = 4001;
const UNKNOWN_CHAIN = 4902;
const ALREADY_ASKING = -32_002;
const MESSAGE_MAX = 200;

/** Says in words for the customer why nothing was sent, or that the wallet has not told whether anything was. */
export class NotPaidError extends Error {
  /** Whether the wallet was asked to send, and may have sent or may still send. */
  readonly isUnclear: boolean;

  constructor(message: string, isUnclear = false) {
    super(message);
    this.isUnclear = isUnclear;
  }
}

interface Paying {
  readonly provider: WalletProvider;
  readonly wallet: string;
  readonly words: ScriptWords;
  /** Reads the terms anew from the server. Returns null when there is nothing more to pay. Throws without a connection. */
  readonly readWalletTerms: () => Promise<WalletTerms | null>;
  /** Says what the customer has to do now. */
  readonly say: (text: string) => void;
  /** Called with true right before the wallet is asked to send, and with false when it has refused. */
  readonly onAsk: (isAsked: boolean) => void;
}

interface WalletError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: { readonly originalError?: { readonly code?: unknown } } | null;
}

/**
 * Lets the wallet send exactly the missing amount. Returns the hash of the transaction, and its terms. Right before the
 * wallet is asked to send, the terms are read from the server once more: the customer may have paid in another way in
 * the meantime. Throws NotPaidError with words for the customer.
 */
export async function payByWallet(paying: Paying): Promise<{ hash: string; terms: WalletTerms }> {
  const { provider, wallet, words, say } = paying;
  let isAsked = false;
  try {
    const terms = await ask(paying);
    say(words.askingWallet(wallet));
    const accounts = await provider.request({ method: 'eth_requestAccounts' });
    const from: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
    if (typeof from !== 'string') throw new NotPaidError(words.noAccount);
    await goToChain(paying, terms);
    await checkBalances(paying, terms, from);
    const latest = await ask(paying);
    if (nameTerms(latest) !== nameTerms(terms)) throw new NotPaidError(words.changed);
    say(words.confirmIn(wallet, formatUnits(terms.amountAtomic, terms, words.language)));
    paying.onAsk(true);
    isAsked = true;
    const hash = await provider.request({
      method: 'eth_sendTransaction',
      params: [encodePayment(terms, from)],
    });
    return { hash: String(hash), terms };
  } catch (error) {
    if (error instanceof NotPaidError) throw error;
    // A wallet that fails otherwise than by a refusal may have sent, and its window with the request may still be open.
    const isUnclear = isAsked && (error as WalletError).code !== REFUSED;
    if (isAsked && !isUnclear) paying.onAsk(false);
    throw new NotPaidError(explain(error as WalletError, paying, isUnclear), isUnclear);
  }
}

async function ask({ readWalletTerms, words }: Paying): Promise<WalletTerms> {
  const terms = await readWalletTerms();
  if (terms === null) throw new NotPaidError(words.changed);
  return terms;
}

function explain({ code, message }: WalletError, { words, wallet }: Paying, isUnclear: boolean): string {
  if (code === REFUSED) return words.refused;
  // The words about an unclear request say the same.
  if (code === ALREADY_ASKING) return isUnclear ? '' : words.alreadyAsking(wallet);
  const text = typeof message === 'string' ? message : String(code);
  return words.walletSaid(text.slice(0, MESSAGE_MAX).replace(/[.\s]+$/, ''));
}

async function isOnChain({ provider }: Paying, { chainId }: WalletTerms): Promise<boolean> {
  return Number(await provider.request({ method: 'eth_chainId' })) === chainId;
}

async function goToChain(paying: Paying, terms: WalletTerms): Promise<void> {
  const { provider, words, say } = paying;
  if (await isOnChain(paying, terms)) return;
  say(words.switching(terms.chainName));
  const chainId = hexQuantity(terms.chainId);
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  } catch (error) {
    const { code, data } = error as WalletError;
    if (code !== UNKNOWN_CHAIN && data?.originalError?.code !== UNKNOWN_CHAIN) {
      if (code === REFUSED || code === ALREADY_ASKING) throw error;
      throw new NotPaidError(words.wrongChain(terms.chainName));
    }
    if (terms.rpcUrl === null) throw new NotPaidError(words.unknownChain(terms.chainName));
    await provider.request({ method: 'wallet_addEthereumChain', params: [describeChain(terms)] });
  }
  if (!(await isOnChain(paying, terms))) throw new NotPaidError(words.wrongChain(terms.chainName));
}

/** Describes the chain as EIP-3085 does. */
function describeChain({ chainId, chainName, rpcUrl, explorer, nativeSymbol }: WalletTerms): object {
  return {
    chainId: hexQuantity(chainId),
    chainName,
    rpcUrls: [rpcUrl],
    nativeCurrency: { name: nativeSymbol, symbol: nativeSymbol, decimals: 18 },
    ...(explorer === null ? {} : { blockExplorerUrls: [explorer] }),
  };
}

/**
 * Refuses an account that has too little, before the wallet is asked to send. A wallet that does not answer these
 * questions is let through: it checks by itself when it sends.
 */
async function checkBalances(paying: Paying, terms: WalletTerms, from: string): Promise<void> {
  const { words } = paying;
  const amount = (method: string, ...params: readonly unknown[]): Promise<bigint | null> =>
    readAmount(paying.provider, method, params);
  const coins = await amount('eth_getBalance', from, 'latest');
  const balance =
    terms.token === null
      ? coins
      : await amount('eth_call', { to: terms.token, data: encodeBalanceOf(from) }, 'latest');
  if (balance !== null && balance < terms.amountAtomic) {
    const show = (atomic: bigint): string => formatUnits(atomic, terms, words.language);
    throw new NotPaidError(words.tooLittleCoin(show(balance), show(terms.amountAtomic)));
  }
  if (coins === null) return;
  const gasPrice = await amount('eth_gasPrice');
  // Nodes refuse to estimate for an account without coins. A transfer needs at least 21,000 gas.
  const gas = coins === 0n ? 21_000n : await amount('eth_estimateGas', encodePayment(terms, from));
  const spent = terms.token === null ? terms.amountAtomic : 0n;
  if (gasPrice !== null && coins < spent + (gas ?? 21_000n) * gasPrice)
    throw new NotPaidError(words.tooLittleGas(terms.nativeSymbol, terms.chainName));
}

async function readAmount(
  provider: WalletProvider,
  method: string,
  params: readonly unknown[],
): Promise<bigint | null> {
  try {
    const answer = await provider.request({ method, params });
    return typeof answer === 'string' && /^0x[0-9a-f]+$/i.test(answer) ? BigInt(answer) : null;
  } catch {
    return null;
  }
}

import type { BrowserContext } from 'playwright-core';
import type { Anvil } from '../helpers/chain/anvil.js';

/** The behaviour of a wallet, in addition to that of a chain. */
export interface WalletManners {
  readonly name: string;
  /** Index of its account on anvil. */
  readonly account: number;
  /** The chain that it is on at first. */
  chainId: number;
  /** Chains that it knows. */
  readonly known: Set<number>;
  /** Methods that its owner refuses. */
  readonly refuses: Set<string>;
  /** Methods that fail in the wallet, by the code of the error. */
  readonly fails?: Map<string, number>;
  /** Methods that its owner does not answer. */
  readonly holds?: Set<string>;
  /** Its requests, in order. */
  readonly asked: string[];
  /** Called at each request, before the answer. */
  readonly onAsked?: (method: string) => void;
}

interface RpcError {
  readonly code: number;
  readonly message: string;
}

/**
 * Injects wallets into each page of the context, as extensions do: by EIP-6963, with EIP-1193 behind. Anvil signs for
 * them.
 */
export async function injectWallets(
  context: BrowserContext,
  { anvil, wallets }: { readonly anvil: Anvil; readonly wallets: readonly WalletManners[] },
): Promise<void> {
  await context.exposeFunction('askWallet', async (index: number, method: string, params: unknown[]) => {
    const wallet = wallets[index];
    if (wallet === undefined) throw new Error('There is no such wallet.');
    try {
      return { result: await answer(wallet, { anvil, method, params }) };
    } catch (error) {
      const { code = -32_000, message } = error as Partial<RpcError> & Error;
      return { error: { code, message } };
    }
  });
  const names = wallets.map(({ name }) => name);
  await context.addInitScript({ content: `(${ANNOUNCING})(${JSON.stringify(names)})` });
}

/** Runs in the page, before its own scripts. */
const ANNOUNCING = `(names) => {
  const announce = () => names.forEach((name, index) => {
    const request = async ({ method, params = [] }) => {
      const { result, error } = await askWallet(index, method, params);
      if (error !== undefined) throw Object.assign(new Error(), error);
      return result;
    };
    const icon = 'data:image/svg+xml,' + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const info = { uuid: 'wallet-' + index, name, icon, rdns: 'wallet' + index + '.example' };
    const detail = Object.freeze({ info, provider: { request } });
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  });
  addEventListener('eip6963:requestProvider', announce);
  announce();
}`;

async function answer(
  wallet: WalletManners,
  { anvil, method, params }: { anvil: Anvil; method: string; params: unknown[] },
): Promise<unknown> {
  wallet.asked.push(method);
  wallet.onAsked?.(method);
  const fail = (code: number, message: string): never => {
    throw Object.assign(new Error(message), { code });
  };
  if (wallet.holds?.has(method) === true) await new Promise(() => undefined);
  const code = wallet.fails?.get(method);
  if (code !== undefined) return fail(code, 'Disconnected port object');
  if (wallet.refuses.has(method)) return fail(4001, 'User rejected the request.');
  const wanted = Number((params[0] as { chainId?: string } | undefined)?.chainId);
  switch (method) {
    case 'eth_requestAccounts':
      return [anvil.accounts[wallet.account]];
    case 'eth_chainId':
      return `0x${wallet.chainId.toString(16)}`;
    case 'wallet_switchEthereumChain':
      if (!wallet.known.has(wanted)) return fail(4902, 'Unrecognized chain ID');
      wallet.chainId = wanted;
      return null;
    case 'wallet_addEthereumChain':
      wallet.known.add(wanted);
      wallet.chainId = wanted;
      return null;
    default:
      return anvil.rpc(method, params);
  }
}

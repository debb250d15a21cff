import type { PrivateKeyAccount } from 'viem/accounts';
import type { TestWindow } from './chromium.js';

/** Gives the window an authenticator that stores passkeys, and always confirms the user's presence. */
export async function givePasskeys({ context, page }: TestWindow): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/**
 * Gives the window a wallet, as extensions inject it (EIP-6963): "Test wallet". It signs typed data and, like real
 * wallets, refuses data of a chain other than its own.
 */
export async function giveSigningWallet({ context }: TestWindow, account: PrivateKeyAccount): Promise<void> {
  await context.exposeFunction('signByTest', (typed: string) =>
    account.signTypedData(JSON.parse(typed) as Parameters<typeof account.signTypedData>[0]),
  );
  await context.addInitScript(`(() => {
    let chainId = '0x1';
    const provider = { request: async ({ method, params }) => {
      if (method === 'eth_requestAccounts') return ['${account.address}'];
      if (method === 'wallet_switchEthereumChain') return void (chainId = params[0].chainId);
      const { chainId: wanted } = JSON.parse(params[1]).domain;
      if (wanted !== undefined && Number(chainId) !== wanted) throw new Error('another chain is active');
      return window.signByTest(params[1]);
    } };
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', {
      detail: { info: { uuid: 'test', name: 'Test wallet' }, provider } }));
    addEventListener('eip6963:requestProvider', announce);
  })()`);
}

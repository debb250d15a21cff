import { expect, it } from '@jest/globals';
import { parseChainsFile } from '../../src/config/chains-file.js';

function assetOf(amounts: string): object | undefined {
  const text = `{"chains":[{"chainCode":"LOCAL","chainId":31337,"name":"Local","rpcUrls":["http://127.0.0.1:1"],
    "confirmations":3,"coldAddress":"0x${'ab'.repeat(20)}","nativeToken":{"symbol":"ETH","enabled":true,${amounts}},"tokens":[]}]}`;
  return parseChainsFile(text)[0]?.assets[0];
}

it.each([
  ['0.5', 5n * 10n ** 17n],
  ['12.25', 1225n * 10n ** 16n],
  ['1000', 10n ** 21n],
  ['1e-7', 10n ** 11n],
  ['0.0000015', 15n * 10n ** 11n],
  ['1e21', 10n ** 39n],
  ['1.5e22', 15n * 10n ** 39n],
  ['0', 0n],
])('a JSON number is read as the same amount as a string of all its digits: %s', (json, atomic) => {
  const amounts = `"sweepThreshold":${json},"hotWalletCeiling":${json}`;
  expect(assetOf(amounts)).toMatchObject({ sweepThresholdAtomic: atomic, hotWalletCeilingAtomic: atomic });
});
it('a limit of invoices or withdrawals may be a JSON number too', () => {
  expect(assetOf('"minInvoice":0.01,"minWithdrawal":2.5e-5')).toMatchObject({
    minInvoiceAtomic: 10n ** 16n,
    minWithdrawalAtomic: 25n * 10n ** 12n,
  });
});
it.each(['http://rpc.example', 'wss://rpc.example', ''])('%j is refused as an RPC for wallets', (url) => {
  expect(() => parseChainsFile(`{"chains":[{"walletRpcUrl":"${url}"}]}`)).toThrow(
    'walletRpcUrl: expected an https URL',
  );
});
it.each(['-1', '-1e-7', '1e400', '1e-40', 'true', 'null'])('%s is refused as an amount', (json) => {
  expect(() => assetOf(`"minInvoice":${json}`)).toThrow(/minInvoice/);
});
it.each([
  ['the zero address', '00'],
  ["a token's contract", 'ee'],
])('%s is refused as a cold address', (_, byte) => {
  const text = `{"chains":[{"chainCode":"LOCAL","chainId":31337,"name":"Local","rpcUrls":["http://127.0.0.1:1"],
    "confirmations":3,"coldAddress":"0x${byte.repeat(20)}","nativeToken":{"symbol":"ETH","enabled":true},
    "tokens":[{"symbol":"USDC","address":"0x${'EE'.repeat(20)}","decimals":6}]}]}`;
  expect(() => parseChainsFile(text)).toThrow('chains[0].coldAddress: expected a wallet of your own');
});

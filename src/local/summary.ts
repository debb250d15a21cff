import { toChecksumAddress } from '../chain/keys/address.js';
import type { Instance } from './launch.js';
import type { TourResult } from './tour/tour.js';

const LABEL_WIDTH = 15;

/**
 * Returns the output of `--json`: every address, key and sign-in, and the result of the tour. `tour` is null if none was
 * played.
 */
export function summaryOf(instance: Instance, tour: TourResult | null): object {
  const { baseUrl, adminBaseUrl, temporalUiUrl, metricsUrl, temporalAddress, dataDir } = instance;
  const { merchant, operator } = instance;
  return {
    ok: true,
    baseUrl,
    ...(adminBaseUrl === baseUrl ? {} : { adminBaseUrl }),
    temporalUiUrl,
    metricsUrl,
    temporalAddress,
    dataDir,
    processes: instance.processes(),
    merchant,
    operator,
    chains: instance.chains.map(({ chainCode, chainId, rpcUrls, assets }) => ({
      chainCode,
      chainId,
      rpcUrl: rpcUrls[0],
      hotWalletAddress: toChecksumAddress(instance.hotWalletAddress),
      sweepWalletAddress: toChecksumAddress(instance.sweepWalletAddress),
      tokens: assets.flatMap(({ tokenSymbol, address, decimals }) =>
        address === null ? [] : [{ symbol: tokenSymbol, address: toChecksumAddress(address), decimals }],
      ),
    })),
    tour,
  };
}

/** Returns the summary for people: every address, key and sign-in, aligned. */
export function describeInstance(instance: Instance): string {
  const { baseUrl, adminBaseUrl, temporalUiUrl, temporalAddress, metricsUrl, dataDir } = instance;
  const { merchant, operator } = instance;
  const needs = instance.localChain === null ? ' (needs native coin for gas)' : '';
  const lines: readonly (readonly [label: string, value: string] | null)[] = [
    ['API', baseUrl],
    ['  reference', `${baseUrl}/docs`],
    ['Dashboard', `${baseUrl}/dashboard (for merchants)`],
    ['Console', `${adminBaseUrl}/admin (for operators)`],
    ['Temporal UI', temporalUiUrl ?? 'that of the given Temporal'],
    ['Temporal', temporalAddress],
    ['Metrics', metricsUrl],
    null,
    ...instance.chains.flatMap(({ chainCode, chainId, rpcUrls, assets }) => [
      ['Chain', `${chainCode} (id ${chainId}) at ${rpcUrls[0] ?? ''}`] as const,
      ...assets.map(({ tokenSymbol, address, decimals }) => {
        const location = address === null ? "the chain's own coin" : toChecksumAddress(address);
        return [`  ${tokenSymbol}`, `${location}, ${decimals} decimals`] as const;
      }),
    ]),
    ['Hot wallet', `${toChecksumAddress(instance.hotWalletAddress)}${needs}`],
    ['Sweep wallet', `${toChecksumAddress(instance.sweepWalletAddress)}${needs}`],
    null,
    ['Merchant', merchant.merchantId],
    ['  API key', merchant.apiKey],
    ['  sign-in', `${merchant.email}  ${merchant.password}`],
    ['Operator', operator.operatorId],
    ['  key', operator.key],
    ['  sign-in', `${operator.email}  ${operator.password}`],
    null,
    ['Data', `${dataDir} (logs of API and worker in logs/)`],
    ['Command line', 'npm run --silent cli -- --help'],
    ['Try', `curl -H 'Authorization: Bearer ${merchant.apiKey}' ${baseUrl}/v1/balances`],
  ];
  return lines
    .map((line) => (line === null ? '\n' : `  ${line[0].padEnd(LABEL_WIDTH)}${line[1]}\n`))
    .join('');
}

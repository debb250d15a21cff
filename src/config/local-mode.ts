import ipaddr from 'ipaddr.js';
import { countOrigins } from '../domain/chains/count-origins.js';
import type { Chain } from '../domain/core/asset.js';
import { WORKER_ROLES } from '../domain/core/worker-roles.js';
import type { WrittenChain } from './chains-file.js';
import type { EnvironmentReader } from './environment-reader.js';
import { requireGuards } from './signer-guards.js';

/** Whether local mode is in force: a trial on this machine. */
export interface LocalMode {
  /** True: coins are worthless, so plain http, receivers on loopback and unsigned approvals are allowed. */
  readonly localMode: boolean;
  /**
   * The codes of chains with an RPC on another machine. If there is one, local mode is not in force, even if it is set.
   */
  readonly chainsElsewhere: readonly string[];
}

/**
 * Reads whether local mode is in force. Coins are known to be worthless only if every chain runs on this machine.
 * Without `CHAINS_FILE` no chain is known, so local mode is not in force.
 */
export function readLocalMode(env: EnvironmentReader): LocalMode {
  const isAsked = env.find('LOCAL_MODE') === true;
  const chains = isAsked ? env.find('CHAINS_FILE') : undefined;
  const chainsElsewhere = listChainsElsewhere(chains ?? []);
  return { localMode: chains !== undefined && chainsElsewhere.length === 0, chainsElsewhere };
}

/** Returns the codes of the chains with an RPC on another machine. */
function listChainsElsewhere(chains: readonly Chain[]): readonly string[] {
  return chains.filter(({ rpcUrls }) => !rpcUrls.every(isOnLoopback)).map(({ chainCode }) => chainCode);
}

function isOnLoopback(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? ipaddr.process(host).range() === 'loopback' : /^localhost\.?$/.test(host);
}

/** Returns why local mode is set but loosens nothing. Null: it is in force, or not set. */
export function describeChainsElsewhere(codes: readonly string[]): string | null {
  if (codes.length === 0) return null;
  return (
    `Local mode loosens nothing: ${codes.join(', ')} ${codes.length === 1 ? 'has an RPC' : 'have RPCs'} that ${codes.length === 1 ? 'is' : 'are'} not on this machine, so coins may be worth something. ` +
    'Webhooks need https and public addresses. A change that lets more money out waits for POLICY_DELAY. The signing worker pays only what SIGNER_APPROVERS and SIGNER_LIMITS allow.'
  );
}

/** Requires two RPCs for each chain, or the setting `singleRpc`. */
export function requireSecondRpcs(env: EnvironmentReader, chains: readonly WrittenChain[]): void {
  for (const { chainCode, rpcUrls, singleRpc } of chains) {
    if (countOrigins(rpcUrls.map((url) => new URL(url))) > 1 || singleRpc) continue;
    env.mistakes.add(
      `CHAINS_FILE: ${chainCode} has a single RPC. Everything that it says would be believed, even invented payments. Add an RPC of another provider to rpcUrls, or write "singleRpc": true to accept that`,
    );
  }
}

/**
 * Checks the requirements of the programs that `npm start` will start, before it starts any.
 *
 * @returns the codes of the chains with an RPC on another machine.
 */
export function readChainsOfStart(
  env: EnvironmentReader,
  chains: readonly WrittenChain[],
): readonly string[] {
  const chainsElsewhere = listChainsElsewhere(chains);
  if (chainsElsewhere.length === 0) return [];
  requireSecondRpcs(env, chains);
  if ((env.find('WORKER_ROLES') ?? WORKER_ROLES).includes('signer')) requireGuards(env, false);
  return chainsElsewhere;
}

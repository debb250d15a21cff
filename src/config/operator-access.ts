import { isIP } from 'node:net';
import type { EnvironmentReader } from './environment-reader.js';
import { readLocalMode } from './local-mode.js';

/** The URL of the console, and how operators have to sign in there. */
export interface OperatorAccess {
  /** The URL of the console, without a trailing slash. Operators' passkeys belong to its host. */
  readonly adminBaseUrl: string;
  /** True: an operator without a passkey may only register one. */
  readonly operatorsNeedPasskeys: boolean;
}

/** @param publicBaseUrl without a trailing slash. @returns the URL of the console, without a trailing slash. */
export function readAdminBaseUrl(env: EnvironmentReader, publicBaseUrl: string): string {
  return env.find('ADMIN_BASE_URL') ?? onPort(publicBaseUrl, env.find('ADMIN_PORT'));
}

/** @param publicBaseUrl without a trailing slash. */
export function readOperatorAccess(env: EnvironmentReader, publicBaseUrl: string): OperatorAccess {
  const adminBaseUrl = readAdminBaseUrl(env, publicBaseUrl);
  const { localMode } = readLocalMode(env);
  const wanted = env.find('OPERATOR_PASSKEYS') ?? (localMode ? 'optional' : 'required');
  const host = new URL(adminBaseUrl).hostname;
  if (wanted === 'required' && isAddress(host) && !isLoopback(host))
    env.mistakes.add(
      `${env.isSet('ADMIN_BASE_URL') ? 'ADMIN_BASE_URL' : 'PUBLIC_BASE_URL'}: passkeys need a host name, and ${host} is an IP address; use a host name, or set OPERATOR_PASSKEYS=optional`,
    );
  return { adminBaseUrl, operatorsNeedPasskeys: wanted === 'required' };
}

function onPort(baseUrl: string, port: number | undefined): string {
  if (port === undefined) return baseUrl;
  const url = new URL(baseUrl);
  url.port = String(port);
  return url.href.replace(/\/$/, '');
}

const isAddress = (host: string): boolean => isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0;

/**
 * Tells whether a host is a loopback address. It is allowed, because browsers open the same page at the name
 * `localhost`.
 */
const isLoopback = (host: string): boolean => host === '127.0.0.1' || host === '[::1]';

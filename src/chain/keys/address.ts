import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex } from '@noble/hashes/utils';
import { LruCache } from '../../domain/core/lru-cache.js';
import { assert, QuittanceError } from '../../domain/core/errors.js';

export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';

/**
 * Reads an address strictly: `0x` and 40 hex digits. In mixed case, the digits are an EIP-55 checksum, which must be
 * right. In one case, there is no checksum.
 *
 * @returns the address in lower case, as it is kept everywhere inside.
 * @throws QuittanceError `invalid_address`, with `path`.
 */
export function parseAddress(text: string, path: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) {
    throw new QuittanceError('invalid_address', `${path} is not an EVM address.`, {
      details: [{ path, message: 'expected 0x and 40 hex digits' }],
    });
  }
  const digits = text.slice(2);
  const address = text.toLowerCase();
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (hasChecksum && toChecksumAddress(address) !== text) {
    throw new QuittanceError(
      'invalid_address',
      `${path} fails its EIP-55 checksum: a character is mistyped.`,
      {
        details: [
          {
            path,
            message: 'has a typing mistake: copy it again from its source',
          },
        ],
      },
    );
  }
  return address;
}

/** True for an address in the form in which it is kept inside: in lower case. */
export function isAddress(text: string): boolean {
  return /^0x[0-9a-f]{40}$/.test(text);
}

/**
 * EIP-55: a letter is in upper case when the hash digit at its position is 8 or more. This is written here because
 * every process shows addresses. viem has it too, but takes half a second to load.
 */
function computeChecksum(address: string): string {
  const digits = address.slice(2);
  const hash = bytesToHex(keccak_256(digits));
  const shown = digits.replaceAll(/[a-f]/g, (letter, i: number) =>
    hash.charAt(i) >= '8' ? letter.toUpperCase() : letter,
  );
  return `0x${shown}`;
}

/** As many addresses as a busy process shows within some seconds. Each takes 0.2 KB. */
const KEPT_MAX = 8_192;
const kept = new LruCache<string, string>(KEPT_MAX);

/**
 * An open page shows the same addresses every second. A hash takes longer than everything else that showing an address
 * needs.
 */
function withChecksum(address: string): string {
  return kept.getOrMake(address, () => computeChecksum(address));
}

/** Writes a lower-case address with its EIP-55 checksum, as the API shows it. */
export function toChecksumAddress(address: string): string {
  assert(isAddress(address), 'an address is kept in lower case');
  return withChecksum(address);
}

/**
 * Writes a stored address with its checksum, for operators. A value that is no address, because somebody has altered
 * the database, is shown unchanged.
 */
export function showStoredAddress(address: string): string {
  return isAddress(address) ? withChecksum(address) : address;
}

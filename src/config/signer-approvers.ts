import { parseAddress } from '../chain/keys/address.js';
import type { Chain } from '../domain/core/asset.js';
import { parseDecimal } from '../domain/core/money.js';
import { signerLimitKey } from '../domain/wallets/signer-limits.js';
import {
  ANY_ASSET,
  personOf,
  THRESHOLD_DECIMALS,
  type ApprovalThreshold,
  type SignerApprovers,
} from '../domain/withdrawals/required-signatures.js';
import type { WrittenSignerApprovers } from './signer-variables.js';

/**
 * Reads the approvers whom the signing worker trusts, and how many of them must sign for an amount.
 *
 * @throws Error with every mistake: an invalid or repeated address, an asset that is not configured, a rule that needs
 *   more people than there are, or a rule that requires fewer signatures for a larger amount.
 */
export function readSignerApprovers(
  written: WrittenSignerApprovers,
  chains: readonly Chain[],
): SignerApprovers {
  const mistakes: string[] = [];
  const { names, contractChains } = readPeople(written.approvers, { chains, mistakes });
  const people = new Set([...names.values()].map(personOf)).size;
  const assets = chains.flatMap((chain) => chain.assets.map(signerLimitKey));
  const required = new Map<string, readonly ApprovalThreshold[]>();
  for (const [key, rules] of Object.entries(written.required)) {
    if (key !== ANY_ASSET && !assets.includes(key))
      mistakes.push(
        `"${key}" is no asset of CHAINS_FILE; there are ${assets.join(', ')}, and "*" for all others`,
      );
    required.set(key, readThresholds(key, { rules, people, mistakes }));
  }
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  return { names, contractChains, required };
}

function readPeople(
  approvers: WrittenSignerApprovers['approvers'],
  { chains, mistakes }: { chains: readonly Chain[]; mistakes: string[] },
): Pick<SignerApprovers, 'names' | 'contractChains'> {
  const names = new Map<string, string>();
  const contractChains = new Map<string, ReadonlySet<string>>();
  const chainCodes = chains.map(({ chainCode }) => chainCode);
  // If there is only one chain, an approver without `chains` may be a contract there: the address can't belong to
  // another contract on another chain.
  const unnamed = chainCodes.length === 1 ? chainCodes : [];
  for (const { name, address: text, chains: named = unnamed } of approvers) {
    const address = readOr(() => parseAddress(text, `the address of ${name}`), mistakes);
    for (const chainCode of named)
      if (!chainCodes.includes(chainCode))
        mistakes.push(
          `"${chainCode}" of ${name} is no chain of CHAINS_FILE; there are ${chainCodes.join(', ')}`,
        );
    if (address === undefined) continue;
    if (names.has(address)) mistakes.push(`${text} is there twice; an address belongs to one person`);
    names.set(address, name);
    contractChains.set(address, new Set(named));
  }
  return { names, contractChains };
}

function readThresholds(
  key: string,
  {
    rules,
    people,
    mistakes,
  }: { rules: WrittenSignerApprovers['required'][string]; people: number; mistakes: string[] },
): readonly ApprovalThreshold[] {
  const read = rules.flatMap(({ above: text, signatures }) => {
    const options = { decimals: THRESHOLD_DECIMALS, path: `"above" of "${key}"` };
    const above = readOr(() => parseDecimal(text, options), mistakes);
    if (signatures > people)
      mistakes.push(
        `"${key}" requires ${signatures} signatures above ${text}, but there are ${people} people`,
      );
    return above === undefined ? [] : [{ above, signatures }];
  });
  const thresholds = read.toSorted((a, b) => (a.above < b.above ? -1 : 1));
  for (const [index, { above, signatures }] of thresholds.entries()) {
    const below = thresholds[index - 1];
    if (below?.above === above) mistakes.push(`"${key}" has two entries for the same amount`);
    else if (below !== undefined && below.signatures > signatures)
      mistakes.push(`"${key}" requires fewer signatures for a larger amount`);
  }
  return thresholds;
}

function readOr<T>(read: () => T, mistakes: string[]): T | undefined {
  try {
    return read();
  } catch (error) {
    mistakes.push((error as Error).message);
    return undefined;
  }
}

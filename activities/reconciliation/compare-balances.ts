import { toChecksumAddress } from '../../src/chain/keys/address.js';
import {
  readAgreedBalances,
  type AgreedBalances,
  type Holding,
} from '../../src/chain/agreement/read-agreed-balances.js';
import { advanceRound, type AddressRound } from '../../src/db/reconciliation/address-rounds.js';
import { sumMovements, type CustodyAddress } from '../../src/db/wallets/custody-addresses.js';
import { findChainCursor } from '../../src/db/chains/chain-cursor.js';
import { inLongStatements } from '../../src/db/reconciliation/ledger-checks.js';
import { findFinalBlock, type AuditBlock } from '../../src/db/invoices/native-audits.js';
import type { ChainCheck } from '../../src/db/reconciliation/reconciliation-runs.js';
import { gasAsset, type Asset, type Chain } from '../../src/domain/core/asset.js';
import { inPortions } from '../../src/domain/core/in-portions.js';
import type { Difference } from '../../src/domain/reconciliation/difference.js';
import { exactAmount, gapInWords } from '../../src/domain/reconciliation/difference-in-words.js';
import { whyNotAdmitted } from '../chains/admitted-chains.js';
import { listAllAddresses, listSomeAddresses } from './addresses-to-compare.js';
import type { ReconcilingDependencies } from './reconciliation-dependencies.js';

/** Addresses that are read at once: some thousand calls at most, so that a run soon notices that it has to end. */
const ADDRESSES_PER_READ = 300;

export interface ComparedChain extends ChainCheck {
  /** The addresses whose balances were all read. */
  readonly checkedAddresses: ReadonlySet<string>;
  readonly differences: readonly Difference[];
  /** How far the round through the deposit addresses has come with this run. Null: no further than before. */
  readonly round: AddressRound | null;
  /** Addresses with more of the chain's own coin than the books say, and the time of the block. */
  readonly nativeSurplus: { readonly addresses: readonly string[]; readonly blockTimeMs: number } | null;
}

interface Comparing {
  readonly deps: ReconcilingDependencies;
  readonly chain: Chain;
  readonly block: AuditBlock;
}

/**
 * Compares balances on a chain with the books, all at the end of one final block: the books count all movements up to
 * that block, and nothing later.
 *
 * @param run.everyAddress true: every address. False: addresses where coins moved, those of invoices that are open or
 * ended since the last run, and some others.
 */
export async function compareBalances(
  deps: ReconcilingDependencies,
  run: { chain: Chain; isFull: boolean; everyAddress: boolean; signal: AbortSignal },
): Promise<ComparedChain> {
  const { chain, isFull, everyAddress, signal } = run;
  const { chainCode } = chain;
  const block = await findFinalBlock(deps.db, chainCode);
  if (block === undefined) return nothingOf(chainCode, await whyNoBlock(deps, chainCode));
  const refusal = whyRefused(deps, chainCode);
  if (refusal !== null) return nothingOf(chainCode, refusal);
  const comparing: Comparing = { deps, chain, block };
  const known = { chain, block, isFull };
  const { deposits, addresses } = everyAddress
    ? { deposits: null, addresses: listAllAddresses(deps, known) }
    : await listSomeAddresses(deps, known);
  const compared = await compareAll(comparing, { addresses, signal });
  const { count, checkedAddresses, differences, failures } = compared;
  const check = { chainCode, blockNumber: block.number, blockHash: block.hash, addresses: count };
  if (await isUndone(deps, { chainCode, block })) {
    const problem = 'blocks that were final are undone';
    return {
      ...check,
      checkedAddresses: new Set(),
      differences: [],
      round: null,
      nativeSurplus: null,
      problem,
    };
  }
  const unread = count - checkedAddresses.size;
  const wasRead = (address: string): boolean => checkedAddresses.has(address);
  return {
    ...check,
    checkedAddresses,
    differences,
    nativeSurplus: { addresses: listNativeSurplus(chain, differences), blockTimeMs: block.timestampMs },
    round: deposits === null ? null : advanceRound(deposits, { blockTimeMs: block.timestampMs, wasRead }),
    problem: unread === 0 ? null : whyUnread(unread, failures),
  };
}

function nothingOf(chainCode: string, problem: string): ComparedChain {
  return {
    chainCode,
    blockNumber: null,
    blockHash: null,
    addresses: 0,
    checkedAddresses: new Set(),
    differences: [],
    round: null,
    nativeSurplus: null,
    problem,
  };
}

/** Returns why this process may not ask the chain, or null. Such a chain keeps no other from being compared. */
function whyRefused({ chainClient }: ReconcilingDependencies, chainCode: string): string | null {
  try {
    chainClient(chainCode);
    return null;
  } catch (error) {
    const why = whyNotAdmitted(error);
    if (why === null) throw error;
    return why;
  }
}

/**
 * Lists the addresses with a surplus of the native coin: contracts may have sent it in blocks that showed no traces.
 */
function listNativeSurplus({ nativeSymbol }: Chain, differences: readonly Difference[]): string[] {
  return differences
    .filter(({ asset, foundAtomic, expectedAtomic }) => {
      return asset.tokenSymbol === nativeSymbol && foundAtomic > expectedAtomic;
    })
    .map(({ subject }) => subject);
}

async function compareAll(
  comparing: Comparing,
  {
    addresses,
    signal,
  }: {
    addresses: Iterable<readonly CustodyAddress[]> | AsyncIterable<readonly CustodyAddress[]>;
    signal: AbortSignal;
  },
): Promise<{
  readonly count: number;
  readonly checkedAddresses: ReadonlySet<string>;
  readonly differences: readonly Difference[];
  readonly failures: ReadonlyMap<string, string>;
}> {
  const checkedAddresses = new Set<string>();
  const differences: Difference[] = [];
  const failures = new Map<string, string>();
  let count = 0;
  for await (const page of addresses) {
    for (const portion of inPortions(page, ADDRESSES_PER_READ)) {
      signal.throwIfAborted();
      const some = await compareSome(comparing, portion);
      for (const address of some.checked) checkedAddresses.add(address);
      differences.push(...some.differences);
      for (const { origin, message } of some.failures) failures.set(origin, message);
    }
    count += page.length;
  }
  return { count, checkedAddresses, differences, failures };
}

async function compareSome(
  { deps, chain, block }: Comparing,
  addresses: readonly CustodyAddress[],
): Promise<{ checked: string[]; differences: Difference[]; failures: AgreedBalances['failures'] }> {
  const holdings = addresses.flatMap((one) => holdingsOf(chain, one));
  const { balances, failures } = await readAgreedBalances(deps.chainClient(chain.chainCode), {
    holdings,
    block,
  });
  const movedAtomic = await inLongStatements(deps.db, (trx) =>
    sumMovements(trx, { chain, addresses: addresses.map(({ address }) => address), upTo: block.number }),
  );
  const unread = new Set<string>();
  const differences: Difference[] = [];
  for (const [index, { address, asset }] of holdings.entries()) {
    const foundAtomic = balances[index] ?? null;
    const expectedAtomic = movedAtomic(address, asset.tokenSymbol);
    if (foundAtomic === null) unread.add(address);
    else if (foundAtomic !== expectedAtomic) {
      const isWallet = addresses.some((one) => one.address === address && one.isWallet);
      const figures = { asset, address, isWallet, expectedAtomic, foundAtomic };
      differences.push(balanceDifference({ deps, chain, block }, figures));
    }
  }
  const checked = addresses.map(({ address }) => address).filter((address) => !unread.has(address));
  return { checked, differences, failures };
}

/** Lists what an address may hold: the configured assets, and for a wallet also the coin that gas is paid in. */
function holdingsOf(chain: Chain, { address, isWallet }: CustodyAddress): Holding[] {
  const gas = gasAsset(chain);
  const assets: readonly Asset[] =
    isWallet && !chain.assets.includes(gas) ? [...chain.assets, gas] : chain.assets;
  return assets.map((asset) => ({ address, asset }));
}

function balanceDifference(
  { deps, chain, block }: Comparing,
  figures: { asset: Asset; address: string; isWallet: boolean; expectedAtomic: bigint; foundAtomic: bigint },
): Difference {
  const { address, isWallet, expectedAtomic, foundAtomic } = figures;
  const asset = { chainCode: chain.chainCode, tokenSymbol: figures.asset.tokenSymbol };
  const amount = (atomic: bigint): string => exactAmount(deps.chains, asset, atomic);
  const who = `The ${isWallet ? 'wallet' : 'deposit address'} ${toChecksumAddress(address)}`;
  const gap = gapInWords(deps.chains, { asset, expectedAtomic, foundAtomic });
  return {
    kind: 'balance',
    asset,
    subject: address,
    expectedAtomic,
    foundAtomic,
    words: `${who} on ${chain.chainCode} holds ${amount(foundAtomic)} at block ${block.number}; by the books it is ${amount(expectedAtomic)}: ${gap}.`,
  };
}

/**
 * Tells whether the block was undone. An operator may undo final blocks during a run. Then the result of the run is
 * worthless.
 */
async function isUndone(
  { db }: ReconcilingDependencies,
  { chainCode, block }: { chainCode: string; block: AuditBlock },
): Promise<boolean> {
  const cursor = await findChainCursor(db, chainCode);
  return cursor?.haltedReason != null || (cursor?.height ?? 0) < block.number;
}

async function whyNoBlock({ db }: ReconcilingDependencies, chainCode: string): Promise<string> {
  const cursor = await findChainCursor(db, chainCode);
  if (cursor?.haltedReason != null) return 'the chain is halted';
  return 'its follower has not read up to a final block yet';
}

function whyUnread(unread: number, failures: ReadonlyMap<string, string>): string {
  const errors = [...failures].map(([origin, message]) => `${origin}: ${message}`).join('; ');
  const why = errors === '' ? 'they say different things' : errors;
  return `its RPCs agree on no balance of ${unread} ${unread === 1 ? 'address' : 'addresses'} (${why})`;
}

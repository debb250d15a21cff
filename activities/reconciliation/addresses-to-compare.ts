import {
  listAddressesAfter,
  listDepositsToCheck,
  type DepositsToCheck,
} from '../../src/db/reconciliation/address-rounds.js';
import {
  listAddressesToCheck,
  noteCustodyAddresses,
  type CustodyAddress,
} from '../../src/db/wallets/custody-addresses.js';
import { inLongStatements } from '../../src/db/reconciliation/ledger-checks.js';
import type { AuditBlock } from '../../src/db/invoices/native-audits.js';
import type { Chain } from '../../src/domain/core/asset.js';
import type { ReconcilingDependencies } from './reconciliation-dependencies.js';

/** Addresses of a chain where coins moved: enough for all of an hour. The others follow in later runs. */
const MAX_MOVED = 3_000;
/** Addresses of invoices that ended since the last run, or that are open. */
const MAX_ENDING = 3_000;
/** All other deposit addresses, a part of them in each run. */
const MAX_IN_ROTATION = 1_000;
/** Addresses that are read from the database at once when all are compared. */
const PAGE = 3_000;

interface Known {
  readonly chain: Chain;
  readonly block: AuditBlock;
  /** True when movements are noted from the beginning. */
  readonly isFull: boolean;
}

/** Lists the addresses of a bounded run: at most 7,000, however many there are. */
export async function listSomeAddresses(
  deps: ReconcilingDependencies,
  known: Known,
): Promise<{ deposits: DepositsToCheck; addresses: Iterable<readonly CustodyAddress[]> }> {
  const { chainCode } = known.chain;
  const moved = await listMoved(deps, known);
  const deposits = await listDepositsToCheck(deps.db, {
    chainCode,
    blockTimeMs: known.block.timestampMs,
    limits: { ending: MAX_ENDING, inRotation: MAX_IN_ROTATION },
  });
  const listed = new Set(moved.map(({ address }) => address));
  const others = new Set([...deposits.ending.map(({ address }) => address), ...deposits.inRotation]);
  const pages = [moved, [...others].filter((address) => !listed.has(address)).map(asDeposit)];
  return { deposits, addresses: pages };
}

/** Lists every address, a page at a time. Addresses where coins moved come first. */
export async function* listAllAddresses(
  deps: ReconcilingDependencies,
  known: Known,
): AsyncGenerator<readonly CustodyAddress[]> {
  const { chainCode } = known.chain;
  const moved = await listMoved(deps, known);
  yield moved;
  const listed = new Set(moved.map(({ address }) => address));
  let after = '';
  let count = moved.length;
  for (;;) {
    const page = await listAddressesAfter(deps.db, { chainCode, after, limit: PAGE });
    const last = page.at(-1);
    if (last === undefined) return;
    const others = page.filter((address) => !listed.has(address));
    yield others.map(asDeposit);
    count += others.length;
    deps.log.info({ chainCode }, `reconciliation: ${count} addresses on ${chainCode} are compared`);
    after = last;
  }
}

function listMoved(
  { db }: ReconcilingDependencies,
  { chain, block, isFull }: Known,
): Promise<CustodyAddress[]> {
  return inLongStatements(db, async (trx) => {
    await noteCustodyAddresses(trx, { chain, upTo: block.number, fromStart: isFull });
    return listAddressesToCheck(trx, { chainCode: chain.chainCode, limit: MAX_MOVED });
  });
}

/** No wallet comes this way: wallets are listed among the addresses where coins moved. */
const asDeposit = (address: string): CustodyAddress => ({ address, isWallet: false });

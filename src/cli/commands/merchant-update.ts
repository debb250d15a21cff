import { InvalidArgumentError, Option } from 'commander';
import { transaction } from '../../db/core/database.js';
import { changeMerchant, type LimitsChange } from '../../db/merchants/merchant-orders.js';
import { MERCHANT_STATUSES, type MerchantStatus, type MerchantTerms } from '../../db/merchants/merchants.js';
import type { AssetId } from '../../domain/core/asset.js';
import { parseCrypto } from '../../domain/core/money.js';
import { TOLERANCE_MAX_BPS } from '../../domain/invoices/tolerance-bounds.js';
import { getOfferedAsset } from '../../http/views/assets.js';
import { showMerchant } from '../../http/views/parties.js';
import type { CliContext, Register, Result } from '../command.js';
import { parseAsset } from './parse-asset.js';

/** The value that lifts a limit, or that gives a merchant the instance's tolerance. */
const NONE = 'none';

type Tolerance = Pick<MerchantTerms, 'toleranceBps'>;

interface Options {
  readonly status?: MerchantStatus;
  /** An object, because commander turns null into an empty text. */
  readonly toleranceBps?: Tolerance;
  readonly acceptLate?: 'yes' | 'no';
  readonly asset?: AssetId;
  readonly perWithdrawal?: string;
  readonly perDay?: string;
  readonly twoApprovalsAbove?: string;
  readonly autoApproveBelow?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

function parseToleranceBps(text: string): Tolerance {
  if (text === NONE) return { toleranceBps: null };
  const bps = Number(text);
  if (/^\d{1,5}$/.test(text) && bps <= TOLERANCE_MAX_BPS) return { toleranceBps: bps };
  throw new InvalidArgumentError(`Expected a whole number from 0 to ${TOLERANCE_MAX_BPS}, or none.`);
}

export const registerMerchantUpdate: Register = (parent, run) => {
  parent
    .command('update')
    .description('change a merchant; options that are left out change nothing')
    .argument('<merchantId>')
    .addOption(new Option('--status <status>', 'suspend or resume it').choices(MERCHANT_STATUSES))
    .option(
      '--tolerance-bps <n>',
      `how much a payment may differ from the amount, in basis points; ${NONE}: the instance's default`,
      parseToleranceBps,
    )
    .addOption(
      new Option('--accept-late <yes|no>', 'credit late money instead of holding it').choices(['yes', 'no']),
    )
    .option('--asset <chain/token>', 'the asset that the limits below apply to', parseAsset)
    .option('--per-withdrawal <amount>', `the most that one withdrawal may take; ${NONE}: no limit`)
    .option(
      '--per-day <amount>',
      `the most that all withdrawals of 24 hours may take together; ${NONE}: no limit`,
    )
    .option(
      '--two-approvals-above <amount>',
      `above this amount, two operators have to approve; ${NONE}: one is always enough`,
    )
    .option(
      '--auto-approve-below <amount>',
      `below this amount, nobody has to approve; ${NONE}: somebody always has to`,
    )
    .option('--reason <reason>', 'why; the audit log keeps it')
    .option('--json', 'print one JSON value')
    .action((merchantId: string, options: Options) =>
      run(options, (context) => update(context, { merchantId, options })),
    );
};

async function update(
  context: CliContext,
  { merchantId, options }: { merchantId: string; options: Options },
): Promise<Result> {
  const { status, toleranceBps, acceptLate, reason } = options;
  const limits = readLimits(context, options);
  const terms = {
    ...(status === undefined ? {} : { status }),
    ...toleranceBps,
    ...(acceptLate === undefined ? {} : { acceptLate: acceptLate === 'yes' }),
  };
  if (limits.length === 0 && Object.keys(terms).length === 0)
    throw new Error('Nothing to change: give at least one option.');
  return transaction(context.db, async (trx) =>
    showMerchant(
      await changeMerchant(trx, {
        ...context.policyOrder(),
        merchantId,
        terms,
        limits,
        reason: reason ?? null,
      }),
    ),
  );
}

function readLimits({ getChains }: CliContext, options: Options): LimitsChange[] {
  const given = {
    perWithdrawalAtomic: options.perWithdrawal,
    perDayAtomic: options.perDay,
    twoApprovalsAboveAtomic: options.twoApprovalsAbove,
    autoApproveBelowAtomic: options.autoApproveBelow,
  };
  const texts = Object.entries(given).flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }]));
  if (options.asset === undefined) {
    if (texts.length > 0)
      throw new Error('A limit applies to one asset. Name it, such as --asset local/USDC.');
    return [];
  }
  if (texts.length === 0) throw new Error('--asset needs at least one limit to change.');
  const { asset } = getOfferedAsset(getChains(), options.asset);
  const limits = texts.map(({ name, text }) => [
    name,
    text === NONE ? null : parseCrypto(text, { decimals: asset.decimals, path: 'the limit' }),
  ]);
  return [{ asset, limits: Object.fromEntries(limits) as LimitsChange['limits'] }];
}

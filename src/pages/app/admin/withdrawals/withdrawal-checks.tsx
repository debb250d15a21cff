import type { ReactNode } from 'react';
import { compareFigures, isZero } from '../../data/figures.js';
import { Amount, At, FromNow } from '../../parts/figures.js';
import { InfoIcon } from '../../parts/icons.js';
import { Card } from '../../parts/layout.js';
import { TONE_ICONS, type Tone } from '../../parts/status.js';
import type { Reviewed } from './withdrawal-words.js';

/** One thing that a careful person checks. `waiting`: it speaks neither for nor against the withdrawal. */
interface Check {
  readonly tone: Extract<Tone, 'failed' | 'held' | 'attention' | 'waiting' | 'done'>;
  readonly title: string;
  readonly detail: ReactNode;
}

const AGAINST: readonly Check['tone'][] = ['failed', 'held', 'attention'];

function recipientOf({ kind, recipientWarning, refundRecipient, review: { paidBefore } }: Reviewed): Check {
  if (recipientWarning !== null)
    return { tone: 'attention', title: 'It does not go back to its payer', detail: recipientWarning };
  if (kind === 'refund')
    return refundRecipient === 'payer'
      ? { tone: 'done', title: 'It goes back to its payer', detail: 'This address sent all of the money.' }
      : {
          tone: 'done',
          title: 'The merchant knows the address',
          detail: 'It was whitelisted before the money came.',
        };
  if (paidBefore.firstAt === null)
    return {
      tone: 'attention',
      title: 'A new address',
      detail: 'Nothing was ever paid to this address for this merchant.',
    };
  return {
    tone: 'done',
    title: 'The address was paid before',
    detail: (
      <>
        {paidBefore.times} {paidBefore.times === 1 ? 'time' : 'times'}, first on{' '}
        <At time={paidBefore.firstAt} />.
      </>
    ),
  };
}

function whitelistOf({ review: { whitelist } }: Reviewed): Check {
  if (!whitelist.restricted)
    return { tone: 'waiting', title: 'No whitelist', detail: 'The merchant may withdraw to any address.' };
  if (!whitelist.listed)
    return {
      tone: 'failed',
      title: 'Not on the whitelist',
      detail: 'It was taken off after this was asked for.',
    };
  return {
    tone: 'done',
    title: 'On the whitelist',
    detail:
      whitelist.since === null ? (
        'Since the whitelist exists.'
      ) : (
        <>
          Since <At time={whitelist.since} />.
        </>
      ),
  };
}

function sizeOf({ amountCrypto, tokenSymbol, review: { history } }: Reviewed): Check {
  const { times, largest, firstAt } = history;
  if (firstAt === null)
    return {
      tone: 'attention',
      title: `The first withdrawal of ${tokenSymbol}`,
      detail: 'The merchant has never withdrawn it before.',
    };
  const before = (
    <>
      {times} {times === 1 ? 'withdrawal' : 'withdrawals'} since <At time={firstAt} />, at most{' '}
      <Amount figure={largest} symbol={tokenSymbol} />.
    </>
  );
  return compareFigures(amountCrypto, largest) > 0
    ? { tone: 'attention', title: 'Larger than any before', detail: before }
    : { tone: 'done', title: 'Not larger than earlier ones', detail: before };
}

function limitOf({ tokenSymbol, review: { withdrawn, dailyLimit } }: Reviewed): Check {
  const used = <Amount figure={withdrawn} symbol={tokenSymbol} />;
  if (dailyLimit === null)
    return { tone: 'waiting', title: 'No daily limit', detail: <>{used} in 24 hours, with this one.</> };
  const detail = (
    <>
      {used} of <Amount figure={dailyLimit} symbol={tokenSymbol} /> in 24 hours, with this one.
    </>
  );
  return compareFigures(withdrawn, dailyLimit) > 0
    ? { tone: 'attention', title: 'Above the daily limit', detail }
    : { tone: 'done', title: 'Within the daily limit', detail };
}

function balanceOf({ tokenSymbol, review: { available, deficit } }: Reviewed): Check {
  if (!isZero(deficit))
    return {
      tone: 'failed',
      title: 'The merchant owes money',
      detail: (
        <>
          <Amount figure={deficit} symbol={tokenSymbol} /> after a reversal.
        </>
      ),
    };
  return {
    tone: 'done',
    title: 'The balance covers it',
    detail: (
      <>
        <Amount figure={available} symbol={tokenSymbol} /> stays available after it.
      </>
    ),
  };
}

function walletOf({ amountCrypto, tokenSymbol, review: { hotWallet } }: Reviewed): Check {
  if (hotWallet === null)
    return { tone: 'waiting', title: 'The hot wallet was not read yet', detail: 'It may wait for a sweep.' };
  const detail = (
    <>
      <Amount figure={hotWallet.balance} symbol={tokenSymbol} />
      {hotWallet.readAt !== null && (
        <>
          , read <FromNow time={hotWallet.readAt} />
        </>
      )}
      .
    </>
  );
  return compareFigures(amountCrypto, hotWallet.balance) > 0
    ? { tone: 'attention', title: 'The hot wallet has too little', detail }
    : { tone: 'done', title: 'The hot wallet has enough', detail };
}

function merchantChecks({ tokenSymbol, review: { merchant, frozen, asked } }: Reviewed): readonly Check[] {
  return [
    ...(asked === null
      ? ([
          {
            tone: 'attention',
            title: 'Nobody is known to have asked',
            detail: 'The audit log has no request.',
          },
        ] as const)
      : []),
    merchant.status === 'suspended'
      ? { tone: 'failed', title: 'The merchant is suspended', detail: 'Its withdrawals wait.' }
      : {
          tone: 'done',
          title: 'The merchant is active',
          detail: (
            <>
              Since <At time={merchant.createdAt} />.
            </>
          ),
        },
    frozen === null
      ? { tone: 'done', title: `${tokenSymbol} is not frozen`, detail: 'Approved withdrawals are sent.' }
      : { tone: 'held', title: `${tokenSymbol} is frozen`, detail: frozen.reason },
  ];
}

/** All checks in the order in which a careful person makes them. Those that speak against the withdrawal come first. */
function checksOf(withdrawal: Reviewed): readonly Check[] {
  const isPayout = withdrawal.kind !== 'refund';
  const all = [
    recipientOf(withdrawal),
    ...(isPayout ? [whitelistOf(withdrawal), sizeOf(withdrawal), limitOf(withdrawal)] : []),
    balanceOf(withdrawal),
    walletOf(withdrawal),
    ...merchantChecks(withdrawal),
  ];
  return [
    ...all.filter(({ tone }) => AGAINST.includes(tone)),
    ...all.filter(({ tone }) => !AGAINST.includes(tone)),
  ];
}

/** All checks of a withdrawal at a glance. */
export function WithdrawalChecks({ withdrawal }: { readonly withdrawal: Reviewed }) {
  const checks = checksOf(withdrawal);
  const against = checks.filter(({ tone }) => AGAINST.includes(tone)).length;
  return (
    <Card
      title={
        against === 0
          ? 'Nothing speaks against it'
          : `${against} of ${checks.length} ${against === 1 ? 'speaks' : 'speak'} against it`
      }
      bare
    >
      <ul className="checks">
        {checks.map(({ tone, title, detail }) => {
          const Sign = tone === 'waiting' ? InfoIcon : TONE_ICONS[tone];
          return (
            <li key={title} className={tone}>
              <Sign size={16} aria-hidden="true" />
              <p className="title">{title}</p>
              <p className="detail">{detail}</p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

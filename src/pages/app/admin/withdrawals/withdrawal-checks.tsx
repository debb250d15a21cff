import { Fragment } from 'react';
import {
  checkWithdrawal,
  speaksAgainst,
  type CheckWords,
} from '../../../../domain/withdrawals/withdrawal-checks.js';
import { fromAtomic } from '../../data/figures.js';
import { Amount, At, FromNow } from '../../parts/figures.js';
import { InfoIcon } from '../../parts/icons.js';
import { Card } from '../../parts/layout.js';
import { TONE_ICONS } from '../../parts/status.js';
import type { Reviewed } from './withdrawal-words.js';

function Words({ words, withdrawal }: { readonly words: CheckWords; readonly withdrawal: Reviewed }) {
  if (typeof words === 'string') return words;
  if ('amountAtomic' in words) {
    const { decimals, tokenSymbol } = withdrawal;
    return <Amount figure={fromAtomic(words.amountAtomic, decimals)} symbol={tokenSymbol} />;
  }
  return 'at' in words ? <At time={words.at} /> : <FromNow time={words.fromNow} />;
}

/** All checks of a withdrawal at a glance. */
export function WithdrawalChecks({ withdrawal }: { readonly withdrawal: Reviewed }) {
  const checks = checkWithdrawal(withdrawal);
  const against = checks.filter(speaksAgainst).length;
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
              <p className="detail">
                {detail.map((words, at) => (
                  <Fragment key={at}>
                    <Words words={words} withdrawal={withdrawal} />
                  </Fragment>
                ))}
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

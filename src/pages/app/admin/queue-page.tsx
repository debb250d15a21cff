import type { Schemas } from '../../../client/client.js';
import { useCan, useRead } from '../data/queries.js';
import { ButtonLink } from '../shell/button-link.js';
import { Amount, FromNow } from '../parts/figures.js';
import { ComeButton } from '../parts/data-table.js';
import { CheckCircleIcon } from '../parts/icons.js';
import { AppPage, Card } from '../parts/layout.js';
import { ReadAtAGlance } from '../parts/read-at-a-glance.js';
import { Empty, Read } from '../parts/states.js';
import { TONE_ICONS, type Tone } from '../parts/status.js';
import { useHeldRows, useHolding } from '../parts/steady-rows.js';
import { usePageOfId } from '../shell/running-application.js';

type Need = Schemas['OperatorAttention'];
type NeedKind = Schemas['OperatorAttentionKind'];

const GROUPS = [
  'Stop and look',
  'To decide',
  'Chains and wallets',
  "Merchants' endpoints",
] as const satisfies readonly string[];

/** The group, the tone and the button's label of each kind of need. */
const LOOKS: Readonly<Record<NeedKind, readonly [group: (typeof GROUPS)[number], tone: Tone, verb: string]>> =
  {
    coins_left: ['Stop and look', 'failed', 'Look at the assets'],
    chain_halted: ['Stop and look', 'failed', 'Look at the chain'],
    chain_mismatch: ['Stop and look', 'failed', 'Look at the chain'],
    chain_unreachable: ['Stop and look', 'failed', 'Look at the chain'],
    books_differ: ['Stop and look', 'failed', 'Look at the difference'],
    asset_frozen: ['Stop and look', 'held', 'Look at the asset'],
    withdrawal_waits: ['Stop and look', 'attention', 'Look at it'],
    signer_silent: ['Stop and look', 'failed', 'Look at the chain'],
    deposit_address_altered: ['Stop and look', 'failed', 'Look at the difference'],
    event_body_altered: ['Stop and look', 'failed', 'Look at the delivery'],
    notices_fail: ['Stop and look', 'failed', 'Look at it'],
    withdrawal_to_decide: ['To decide', 'waiting', 'Decide'],
    policy_waits: ['To decide', 'attention', 'Look at it'],
    key_waits: ['To decide', 'waiting', 'Look at it'],
    rpcs_disagree: ['Chains and wallets', 'attention', 'Look at the chain'],
    chain_behind: ['Chains and wallets', 'attention', 'Look at the chain'],
    one_rpc_left: ['Chains and wallets', 'attention', 'Look at the chain'],
    gas_low: ['Chains and wallets', 'attention', 'Look at the wallet'],
    rpc_quarantined: ['Chains and wallets', 'waiting', 'Look at the chain'],
    reconciliation_late: ['Chains and wallets', 'attention', 'Look at the runs'],
    hot_wallet_full: ['Chains and wallets', 'waiting', 'Look at the wallet'],
    endpoint_shut: ["Merchants' endpoints", 'failed', 'Look at it'],
    endpoint_fails: ["Merchants' endpoints", 'attention', 'Look at it'],
  };

function usePageOfNeed(): (need: Need) => string | null {
  const pageOfId = usePageOfId();
  return ({ kind, subjectId, chainCode, merchantId }) => {
    switch (kind) {
      case 'books_differ':
      case 'deposit_address_altered':
      case 'reconciliation_late':
        return '/reconciliation';
      case 'key_waits':
        return '/keys';
      case 'coins_left':
      case 'asset_frozen':
        return '/assets';
      case 'policy_waits':
        // A change of an operator's own policy has no merchant.
        return merchantId === null ? '/policy-changes' : pageOfId(merchantId);
      case 'withdrawal_waits':
      case 'withdrawal_to_decide':
      case 'event_body_altered':
      case 'endpoint_shut':
      case 'endpoint_fails':
        return pageOfId(subjectId) ?? (merchantId === null ? null : pageOfId(merchantId));
      case 'signer_silent':
      case 'chain_halted':
      case 'chain_mismatch':
      case 'chain_behind':
      case 'chain_unreachable':
      case 'one_rpc_left':
      case 'rpcs_disagree':
      case 'rpc_quarantined':
      case 'gas_low':
      case 'hot_wallet_full':
        return `/chains/${chainCode ?? ''}`;
      case 'notices_fail':
        return null;
    }
  };
}

/** A sentence in which the amount is formatted like all other amounts. */
function Sentence({
  words,
  need: { amountCrypto, tokenSymbol },
}: {
  readonly words: string;
  readonly need: Need;
}) {
  if (amountCrypto === null || tokenSymbol === null) return <ReadAtAGlance words={words} />;
  const amount = `${amountCrypto} ${tokenSymbol}`;
  const at = words.indexOf(amount);
  if (at === -1) return <ReadAtAGlance words={words} />;
  return (
    <>
      <ReadAtAGlance words={words.slice(0, at)} />
      <Amount figure={amountCrypto} symbol={tokenSymbol} />
      <ReadAtAGlance words={words.slice(at + amount.length)} />
    </>
  );
}

/** The first sentence of the message says what is wrong. The rest, why and what to do, stands below it. */
function Message({ need }: { readonly need: Need }) {
  const [, first = need.message, rest = ''] = /^(.+?[.!]) (.+)$/s.exec(need.message) ?? [];
  return (
    <>
      <span className="matter">
        <Sentence words={first} need={need} />
      </span>
      {rest !== '' && (
        <span className="under">
          <Sentence words={rest} need={need} />
        </span>
      )}
    </>
  );
}

function NeedRow({ need, isFirst }: { readonly need: Need; readonly isFirst: boolean }) {
  const [, tone, said] = LOOKS[need.kind];
  const canDecide = useCan('withdrawals:approve');
  const verb = need.kind === 'withdrawal_to_decide' && !canDecide ? 'Look at it' : said;
  const page = usePageOfNeed()(need);
  const Sign = TONE_ICONS[tone];
  return (
    <li className={tone}>
      <Sign size={16} aria-hidden="true" />
      <p>
        <Message need={need} />
      </p>
      <span className="later">{need.since !== null && <FromNow time={need.since} />}</span>
      {page !== null && (
        <ButtonLink to={page} look={isFirst ? 'primary' : 'plain'}>
          {verb}
        </ButtonLink>
      )}
    </li>
  );
}

const keyOf = ({ kind, subjectId, chainCode }: Need): string => `${kind} ${subjectId} ${chainCode ?? ''}`;

function Needs({ needs: all }: { readonly needs: readonly Need[] }) {
  const { isHeld, holding } = useHolding();
  const { rows: needs, come, showCome } = useHeldRows(all, keyOf, isHeld);
  if (needs.length === 0)
    return (
      <Empty icon={CheckCircleIcon} title="Nothing needs you">
        Withdrawals and keys to decide are shown here, and halted chains, differences, low gas and all else
        that waits for somebody.
      </Empty>
    );
  return (
    <div className="list" {...holding}>
      <ComeButton come={come} noun={['matter', 'matters']} show={showCome} />
      <div className="groups">
        <Groups needs={needs} />
      </div>
    </div>
  );
}

function Groups({ needs }: { readonly needs: readonly Need[] }) {
  return GROUPS.map((group) => {
    const own = needs.filter(({ kind }) => LOOKS[kind][0] === group);
    if (own.length === 0) return null;
    return (
      <Card key={group} title={group} bare>
        <ul className="needs">
          {own.map((need) => (
            <NeedRow key={keyOf(need)} need={need} isFirst={need === needs[0]} />
          ))}
        </ul>
      </Card>
    );
  });
}

/** Everything that waits for an operator, the most urgent first. */
export default function QueuePage() {
  const needs = useRead('/admin/v1/attention', {});
  return (
    <AppPage title="Queue" about="Everything that waits for an operator, the most urgent first.">
      <Read query={needs}>{(all) => <Needs needs={all} />}</Read>
    </AppPage>
  );
}

import type { Schemas } from '../../../../client/client.js';
import { browserWords } from '../../data/browser-words.js';
import { useOrder } from '../../data/queries.js';
import { api, securityPath } from '../../data/session.js';
import { FromNow } from '../../parts/figures.js';
import { LaptopIcon, PhoneIcon } from '../../parts/icons.js';
import { Card } from '../../parts/layout.js';
import { StatusWord } from '../../parts/status.js';
import { OrderButton } from '../../parts/order-button.js';
import { tell } from '../../parts/toast.js';
import { FactorRow } from './factor-row.js';

type MemberSession = Schemas['MemberSession'];

const isPhone = ({ userAgent }: MemberSession): boolean =>
  /\b(iPhone|Android|Mobile)\b/.test(userAgent ?? '');

function SessionRow({ session }: { readonly session: MemberSession }) {
  const { sessionId, userAgent, ip, isCurrent, createdAt, lastUsedAt } = session;
  const words = browserWords(userAgent);
  const end = useOrder(
    () => api.delete(securityPath('/web/v1/security/sessions/{sessionId}'), { path: { sessionId } }),
    () => tell('The session has ended.'),
  );
  return (
    <FactorRow
      icon={isPhone(session) ? PhoneIcon : LaptopIcon}
      name={<span title={userAgent ?? undefined}>{words}</span>}
      about={
        <>
          {ip} · signed in <FromNow time={createdAt} />
          {!isCurrent && (
            <>
              {' '}
              · used <FromNow time={lastUsedAt} />
            </>
          )}
        </>
      }
    >
      {isCurrent ? (
        <StatusWord tone="done">This browser</StatusWord>
      ) : (
        <OrderButton look="quiet" aria-label={`Sign out ${words}`} order={end}>
          Sign out
        </OrderButton>
      )}
    </FactorRow>
  );
}

/** The sessions of the signed-in member. */
export function SessionsCard({ sessions }: { readonly sessions: readonly MemberSession[] }) {
  const order = useOrder(
    () => api.delete(securityPath('/web/v1/security/sessions')),
    ({ sessionsEnded }) =>
      tell(sessionsEnded === 1 ? 'One session has ended.' : `${sessionsEnded} sessions have ended.`),
  );
  return (
    <Card
      title="Where you are signed in"
      actions={sessions.length > 1 && <OrderButton order={order}>Sign out the others</OrderButton>}
    >
      {sessions.map((session) => (
        <SessionRow key={session.sessionId} session={session} />
      ))}
    </Card>
  );
}

import type { Schemas } from '../../../../client/client.js';
import { useRead, useSession } from '../../data/queries.js';
import { securityPath } from '../../data/session.js';
import { FromNow } from '../../parts/figures.js';
import { AppPage, Card } from '../../parts/layout.js';
import { Read } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { AppRow } from './authenticator.js';
import { PasskeysCard } from './passkeys.js';
import { PasswordRow } from './password.js';
import { RecoveryRow } from './recovery-codes.js';
import { SessionsCard } from './sessions.js';

/** Says that somebody gave wrong second factors. The time and the address tell members whether it was themselves. */
function RefusedFactors({
  refused: { count, lastAt, lastIp },
}: {
  readonly refused: Schemas['Security']['refusedFactors'];
}) {
  if (lastAt === null) return null;
  const times = count === 1 ? 'One second factor was' : `${count} second factors were`;
  return (
    <Notice tone="attention" title={`${times} refused in the last 30 days`}>
      The last one <FromNow time={lastAt} />
      {lastIp !== null && `, from ${lastIp}`}. If that was not you, somebody knows your password: change it.
    </Notice>
  );
}

/** The member's ways to sign in, and their sessions. */
export default function SecurityPage() {
  const security = useRead(securityPath('/web/v1/security'), {});
  const email = useSession().data?.member.email;
  return (
    <AppPage title="Security" about={email} narrow>
      <Read query={security} lines={8}>
        {(found) => (
          <div className="stack">
            {found.needsPasskey && (
              <Notice tone="attention" title="Register a passkey to go on">
                Operators have to sign in with a passkey here. Until you have one, everything else is closed.
              </Notice>
            )}
            <RefusedFactors refused={found.refusedFactors} />
            <PasskeysCard passkeys={found.passkeys} isNeeded={found.needsPasskey} />
            <Card title="Password and codes">
              <PasswordRow />
              <AppRow confirmedAt={found.totp?.confirmedAt ?? null} />
              {(found.totp !== null || found.passkeys.length > 0) && (
                <RecoveryRow left={found.recoveryCodesLeft} />
              )}
            </Card>
            <SessionsCard sessions={found.sessions} />
          </div>
        )}
      </Read>
    </AppPage>
  );
}

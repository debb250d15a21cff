import { appendAudit } from '../../db/audit/audit-log.js';
import { transaction } from '../../db/core/database.js';
import { addXpub, listXpubPins, skipToXpub } from '../../db/invoices/deposit-xpubs.js';
import { whyNotPinned } from '../../domain/invoices/pinned-xpubs.js';
import type { Register } from '../command.js';

export const registerXpubRotate: Register = (parent, run) => {
  parent
    .command('rotate')
    .description('give new invoices addresses of another xpub; existing invoices keep their addresses')
    .requiredOption('--to <xpub>', "the extended public key of the new account m/44'/60'/0'")
    .option('--json', 'print one JSON value')
    .action(({ to, ...options }: { to: string; json?: boolean }) =>
      run(options, async ({ db, actor, getDepositXpubs }) => {
        const { assertDepositXpub, fingerprintOf, pinsOf } =
          await import('../../chain/keys/deposit-address.js');
        assertDepositXpub(to);
        const { newest, earlier } = getDepositXpubs();
        const before = pinsOf({ newest, earlier });
        const fingerprint = fingerprintOf(to);
        if (before.some((pin) => pin.fingerprint === fingerprint))
          throw new Error('This xpub is already in use. Make a new seed, and use its xpub.');
        const firstIndex = await transaction(db, async (trx) => {
          const refusal = whyNotPinned(before, await listXpubPins(trx));
          if (refusal !== null) throw new Error(refusal);
          const first = await addXpub(trx, fingerprint);
          await appendAudit(trx, {
            actor,
            action: 'xpub.rotate',
            objectKind: 'xpub',
            objectId: fingerprint,
            before: { fingerprint: before.at(-1)?.fingerprint },
            after: { fingerprint, firstIndex: first },
          });
          return first;
        });
        await skipToXpub(db, firstIndex);
        const ended = [...earlier, { untilIndex: firstIndex - 1, xpub: newest }];
        return {
          firstIndex,
          DEPOSIT_XPUB: to,
          DEPOSIT_XPUB_EARLIER: ended.map(({ untilIndex, xpub }) => `${untilIndex}:${xpub}`).join(','),
          next: 'Set both for the API, the command line and every worker, and restart them. Until then the API creates no invoice.',
        };
      }),
    );
};

import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/core/database.js';
import { countSends, openTestNotice } from '../../db/operators/notices.js';
import type { Register } from '../command.js';

/**
 * How long the command waits, in ms. Workers send notices every ten seconds, and try a receiver that has failed again
 * after ten more.
 */
const WAIT_MS = 40_000;
const PAUSE_MS = 250;

export const registerNotifyTest: Register = (parent, run) => {
  parent
    .command('test')
    .description('have the workers send a test notice to NOTIFY_URLS, and wait until it has arrived')
    .option('--json', 'print one JSON value')
    .action((options: { json?: boolean }) =>
      run(options, async ({ db }) => {
        const noticeId = await openTestNotice(db, Date.now());
        return { noticeId, receivers: await waitUntilSent(db, noticeId) };
      }),
    );
};

/**
 * @returns how many receivers have acknowledged the notice. @throws Error if one of them has not, or there are none.
 */
async function waitUntilSent(db: Database, noticeId: string): Promise<number> {
  const untilMs = Date.now() + WAIT_MS;
  let sends = await countSends(db, noticeId);
  while (sends.planned === 0 || sends.sent < sends.planned) {
    if (Date.now() > untilMs) throw new Error(sayUnsent(sends));
    await pause(PAUSE_MS);
    sends = await countSends(db, noticeId);
  }
  return sends.sent;
}

function sayUnsent({ planned, sent }: { readonly planned: number; readonly sent: number }): string {
  return planned === 0
    ? 'No worker has sent it. Is a worker running that has NOTIFY_URLS?'
    : `${planned - sent} of ${planned} receivers have not acknowledged it. The workers' log has their hosts and the reasons.`;
}

import { once } from 'node:events';
import { Life } from '../../helpers/processes/life.js';
import type { PayingReport } from '../../helpers/processes/paying-process.js';
import { doPayingWork, type PayingOrder } from '../../helpers/processes/paying-work.js';

/** Sends a report from this program, a paying worker in a process of its own that dies by SIGKILL. */
function report(what: PayingReport): void {
  process.send?.(what);
}

report({ kind: 'ready' });
const [order] = (await once(process, 'message')) as [PayingOrder];
const life = new Life({
  killAfter: order.killAfter,
  kill: () => process.kill(process.pid, 'SIGKILL'),
});
const waits = await doPayingWork(order, life, async () => {
  report({ kind: 'waits' });
  await once(process, 'message');
});
report({ kind: 'done', waits });
process.disconnect();

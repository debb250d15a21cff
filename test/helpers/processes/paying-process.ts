import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { PayingOrder } from './paying-work.js';
import { programFile } from './programs.js';

/** Report of a paying process. `waits`: it has nothing to do until the chain has moved. `done`: its work has ended. */
export type PayingReport =
  { readonly kind: 'ready' } | { readonly kind: 'waits' } | { readonly kind: 'done'; readonly waits: number };

/** A real process with the activities of a signing worker. It does one piece of work. */
export interface PayingProcess {
  /**
   * Lets the process do the work, and moves the chain on each time the process waits for that.
   *
   * @returns the number of waits; null when the process was killed during the work.
   */
  pay(order: PayingOrder, moveOn: () => Promise<void>): Promise<number | null>;
  stop(): void;
}

/** Starts a process. `pay` waits until it is ready, so that the next process can start while one runs. */
export function startPayingProcess(): PayingProcess {
  const child = fork(programFile('pay'), [], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = once(child, 'message');
  return {
    pay: async (order, moveOn) => {
      await ready;
      return pay(child, order, moveOn);
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

function pay(child: ChildProcess, order: PayingOrder, moveOn: () => Promise<void>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('message', (report: PayingReport) => {
      if (report.kind === 'done') resolve(report.waits);
      if (report.kind === 'waits') moveOn().then(() => child.send('moved'), reject);
    });
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(null);
      else if (code !== 0) reject(new Error(`The paying process ended with ${String(code ?? signal)}`));
    });
    child.send(order);
  });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { anyFreePort } from '../../../src/local/ports.js';
import { getService } from './services.js';

const READY_TIMEOUT_MS = 60_000;

/** A test's own Redis server: empty, in memory, on the loopback interface. */
export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** Stops the server until `resume`. Its connections stay open, and it answers nothing. */
  pause(): void;
  resume(): void;
  /** Ends the server at once, as a crash does. `startTestRedis({ port })` starts it again on the same port. */
  kill(): Promise<void>;
}

/** Starts a server (about 20 ms). Call it within `describeWith('redis-server', …)`. Throws when it doesn't come up. */
export async function startTestRedis({ port }: { port?: number } = {}): Promise<TestRedis> {
  const chosen = port ?? (await anyFreePort());
  const server = spawn(
    getService('redis-server'),
    [
      '--port',
      String(chosen),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--daemonize',
      'no',
    ],
    { cwd: '/', stdio: 'ignore' },
  );
  const exited = once(server, 'exit');
  const kill = async (): Promise<void> => {
    server.kill('SIGKILL');
    await exited;
  };
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await answersPing(chosen))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await kill();
      throw new Error(`redis-server did not come up on port ${chosen}`);
    }
    await delay(10);
  }
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    kill,
  };
}

/** Sends an inline `PING` (the RESP protocol) and tells whether `+PONG` came back. */
function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 10_000 });
    const answer = (isReady: boolean): void => {
      socket.destroy();
      resolve(isReady);
    };
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => answer(data.toString().startsWith('+PONG')));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}

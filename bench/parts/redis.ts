import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@redis/client';
import { anyFreePort } from '../../src/local/ports.js';
import { findOnPath } from '../../src/local/programs.js';
import type { BenchContext } from '../harness/bench.js';
import { until } from './wait.js';

/** Starts the machine's redis-server, in memory. @returns its URL, or null (and says so) when there is none. */
export async function startRedis(context: BenchContext): Promise<string | null> {
  const program = findOnPath({ name: 'redis-server', env: context.launch.env });
  if (program === null) {
    context.say('redis-server is not installed: limits are counted by the process itself');
    return null;
  }
  const port = await anyFreePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn(program, settings, { cwd: '/', stdio: 'ignore' });
  const exited = once(server, 'exit');
  context.onEnd(async () => {
    server.kill('SIGKILL');
    await exited;
  });
  const url = `redis://127.0.0.1:${port}`;
  await until(context, 'Redis answers', () => answers(url));
  return url;
}

async function answers(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } }).on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    client.destroy();
  }
}

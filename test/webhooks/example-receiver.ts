import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { anyFreePort } from '../../src/local/ports.js';
import { isListening } from '../helpers/processes/is-listening.js';
import { getService } from '../helpers/services/services.js';
import { until } from '../helpers/until.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'docs/examples/webhooks');

export type ExampleLanguage = 'ts' | 'py' | 'php' | 'go';

/** An example of the documentation, running as its first line says. */
export interface ExampleReceiver extends AsyncDisposable {
  readonly url: string;
  /** The lines that it has written so far. */
  lines(): readonly string[];
}

/** Returns the command for a language. Builds the program first where that is needed. */
function commandOf(language: ExampleLanguage, { port, folder }: { port: number; folder: string }): string[] {
  const file = path.join(FOLDER, `receiver.${language}`);
  switch (language) {
    case 'ts':
      return [process.execPath, '--import', 'tsx', file];
    case 'py':
      return [getService('python3'), file];
    case 'php':
      return [getService('php'), '-S', `127.0.0.1:${port}`, file];
    case 'go': {
      // Not `go run`: that starts the program as a child, which outlives it.
      const program = path.join(folder, 'receiver');
      execFileSync(getService('go'), ['build', '-o', program, file], { cwd: folder });
      return [program];
    }
  }
}

export async function startExample(
  language: ExampleLanguage,
  secret: string,
  given?: { readonly port: number },
): Promise<ExampleReceiver> {
  const port = given?.port ?? (await anyFreePort());
  const folder = mkdtempSync(path.join(tmpdir(), 'example-'));
  const [command = '', ...args] = commandOf(language, { port, folder });
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      WEBHOOK_SECRET: secret,
      PORT: String(port),
      TMPDIR: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  }
  const ended = once(child, 'close');
  await until(`the example in ${language} listens`, async () => {
    if (child.exitCode !== null) throw new Error(`It ended:\n${output}`);
    return isListening(port);
  });
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    lines: () => output.split('\n'),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

import { InvalidArgumentError, type Command } from 'commander';
import { parseUrl } from '../../domain/core/parse-url.js';
import { printable } from '../../domain/core/printable.js';
import { listen, type ApiAccess } from '../listen/listen.js';
import { formatForwarded, type ForwardedEvent } from '../listen/report.js';
import { tellTerminal } from '../tell-terminal.js';

interface Options {
  readonly forwardTo: string;
  readonly secret?: string;
  readonly json?: boolean;
}

/** Adds the command `listen`. It is for merchants: it uses only the API, and no database. */
export function registerListen(parent: Command, getAccess: () => ApiAccess): void {
  parent
    .command('listen')
    .description('forward every webhook event to a program on this machine until Ctrl-C; needs only the API')
    .requiredOption('--forward-to <url>', 'its URL, such as http://127.0.0.1:4000/webhooks', parseHttpUrl)
    .option(
      '--secret <whsec>',
      'the secret that your program already has; events are signed with it instead of a new one',
      parseSecret,
    )
    .option('--json', 'print one JSON object on each line')
    .action((options: Options) => listenUntilStopped(getAccess(), options));
}

function parseHttpUrl(text: string): string {
  if (parseUrl(text) !== null && /^https?:\/\//i.test(text)) return text;
  throw new InvalidArgumentError('Expected a URL that starts with http:// or https://.');
}

/** For commander: reads a webhook secret, `whsec_` and base64. */
function parseSecret(text: string): string {
  if (/^whsec_[A-Za-z0-9+/]{22,}={0,2}$/.test(text)) return text;
  throw new InvalidArgumentError(
    'Expected whsec_ and base64, the secret that your program has. Is the variable set?',
  );
}

async function listenUntilStopped(
  access: ApiAccess,
  { forwardTo, secret: programSecret, json }: Options,
): Promise<void> {
  const stop = new AbortController();
  // Ctrl-C arrives twice, from the terminal and from npm. The second signal must not interrupt the clean-up.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  const print = (line: string): void => void process.stdout.write(`${printable(line)}\n`);
  const printJson = (value: object): void => print(JSON.stringify(value));
  await listen({
    access,
    forwardTo,
    programSecret,
    signal: stop.signal,
    say: tellTerminal,
    onReady({ endpointId, secret, way }) {
      if (json === true) {
        printJson({ endpointId, secret, way, forwardTo });
        return;
      }
      print(`Every event of ${access.baseUrl} goes to ${forwardTo} until Ctrl-C.`);
      if (programSecret !== undefined) {
        print('Events are signed with the secret that you gave, so your program can keep running.');
        return;
      }
      print(`Events are signed with this secret: ${secret}`);
      print(
        'Restart your program with this secret before events come, for example as WEBHOOK_SECRET. ' +
          'Or give the secret that your program already has: --secret.',
      );
    },
    onForwarded(event: ForwardedEvent) {
      if (json === true) printJson(event);
      else print(formatForwarded(event, Date.now()));
    },
  });
}

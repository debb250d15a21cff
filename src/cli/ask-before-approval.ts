import { createInterface } from 'node:readline';
import type { CliContext } from './command.js';
import { formatResult } from './print.js';
import { TERMINAL, type Terminal } from './read-password.js';
import { readReviewed, reviewInWords } from './review-withdrawal.js';

/**
 * Shows a withdrawal at the terminal, and asks whether to approve it. Without a terminal nobody can be asked. Then only
 * the warning about the recipient is written, if there is one.
 *
 * @throws Error if the answer is not "yes".
 */
export async function askBeforeApproval(
  context: Pick<CliContext, 'db' | 'getChains'>,
  withdrawalId: string,
  terminal: Terminal = TERMINAL,
): Promise<void> {
  const withdrawal = await readReviewed(context, withdrawalId);
  if (terminal.input.isTTY !== true) {
    if (withdrawal.recipientWarning !== null) terminal.output.write(`${withdrawal.recipientWarning}\n`);
    return;
  }
  terminal.output.write(`${formatResult(reviewInWords(withdrawal))}\n\n`);
  if ((await ask('To approve it, type yes: ', terminal)) !== 'yes') throw new Error('Nothing was approved.');
}

/** Returns the typed text. It is empty after Ctrl-C or Ctrl-D. */
async function ask(question: string, { input, output }: Terminal): Promise<string> {
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  try {
    const typed = await new Promise<string>((resolve) => {
      lines.question(question, resolve);
      lines.once('close', () => resolve(''));
    });
    return typed.trim();
  } finally {
    lines.close();
  }
}

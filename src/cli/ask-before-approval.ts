import { createInterface } from 'node:readline';
import type { CliContext } from './command.js';
import { formatResult } from './print.js';
import { TERMINAL, type Terminal } from './read-password.js';
import { readReviewed, reviewInWords } from './review-withdrawal.js';

/**
 * Shows a withdrawal at the terminal, and asks whether to approve it. Without a terminal nobody can be asked: then it only
 * tells what has to be looked at about the recipient.
 *
 * @throws Error when it is not to be approved.
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

/** Returns what was typed. Ctrl-C and Ctrl-D type nothing. */
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

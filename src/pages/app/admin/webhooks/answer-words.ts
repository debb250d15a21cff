import type { Schemas } from '../../../../client/client.js';
import { ERROR_WORDS } from '../../both/webhooks/whole-delivery.js';

type LastAnswer = Schemas['OperatorWebhookEndpoint']['lastAnswers'][number];

/** Says what an endpoint answered, or why it did not answer. */
export function answerWords({ statusCode, errorClass }: LastAnswer): string {
  if (statusCode !== null) return `Status ${statusCode}`;
  return errorClass === null ? 'No answer' : (ERROR_WORDS[errorClass] ?? errorClass).replace(/\.$/, '');
}

// WEBHOOK_SECRET=whsec_… PORT=4000 npx tsx receiver.ts
import express from 'express';
import { verifyWebhook, WebhookVerificationError, type VerifiedWebhook } from 'quittance/webhooks';

const secret = process.env['WEBHOOK_SECRET'] ?? '';
// In a shop this is a table with a unique column, written in the transaction of the work, or of its job.
const done = new Set<string>();
const app = express();

// express.raw keeps the bytes as they came. An express.json() before it would consume them.
app.post('/webhooks', express.raw({ type: '*/*' }), (request, response) => {
  let webhook: VerifiedWebhook;
  try {
    webhook = verifyWebhook({ rawBody: request.body as Buffer, headers: request.headers, secret });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.error(`refused, ${error.code}: ${error.message}`);
    response.status(401).end();
    return;
  }
  if (!done.has(webhook.webhookId)) {
    handle(webhook);
    // After the work: if the work fails, this answers 500, and the next attempt does it.
    done.add(webhook.webhookId);
  }
  response.status(204).end();
});

function handle(webhook: VerifiedWebhook): void {
  console.log(`received ${webhook.event} ${webhook.webhookId}`);
  if (webhook.event === 'invoice.completed') {
    const { merchantReference, amountPaidCrypto } = webhook.data;
    console.log(`order ${merchantReference ?? '-'} is paid: ${amountPaidCrypto}`);
  }
}

const port = Number(process.env['PORT'] ?? 4000);
app.listen(port, '127.0.0.1', () => console.log(`waits for webhooks on port ${port}`));

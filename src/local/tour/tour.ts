import type { Schemas } from '../../client/client.js';
import { createPatientClient } from '../../client/patient-client.js';
import { createChainClient } from '../../chain/rpc/chain-client.js';
import { LOCAL_CHAIN } from '../local-chain.js';
import type { Instance } from '../launch.js';
import type { Supervisor } from '../supervisor.js';
import { playMoneyIn } from './money-in.js';
import { playMoneyOut } from './money-out.js';
import { openShop } from './shop.js';
import { awaitStep, type Stage } from './stage.js';
import { createTimeline } from './timeline.js';
import { openCustomersWallet } from '../wallet.js';
import type { ReceivedWebhook } from './webhook-receiver.js';

/** How many times a call is repeated before it fails, because the chain may be restarting. */
const RPC_ROUNDS = 20;

const EVENTS_OF_INVOICE = ['invoice.created', 'invoice.paid', 'invoice.completed'];
const EVENTS_OF_WITHDRAWAL = ['withdrawal.approved', 'withdrawal.completed'];

/** What happened in the tour. */
export interface TourResult {
  readonly invoice: Schemas['Invoice'];
  readonly withdrawal: Schemas['Withdrawal'];
  readonly webhooks: readonly { event: string; webhookId: string; signatureValid: true }[];
  readonly balances: readonly Schemas['Balance'][];
}

/**
 * Plays one invoice and one withdrawal through the running product, only from outside. It uses HTTP as the merchant and the
 * operator, JSON-RPC as the customer, and an HTTP server as the shop that receives webhooks. This server runs until the
 * supervisor stops it. Throws when anything does not happen in time, or differs from what was promised.
 */
export async function playTour(options: {
  readonly instance: Instance;
  readonly supervisor: Supervisor;
  readonly write: (text: string) => void;
  readonly signal: AbortSignal;
}): Promise<TourResult> {
  const { instance, supervisor, write, signal } = options;
  const { baseUrl, adminBaseUrl, dataDir } = instance;
  const [chain] = instance.chains;
  const token = chain?.assets.find(({ tokenSymbol }) => tokenSymbol === LOCAL_CHAIN.tokenSymbol);
  if (chain === undefined || token === undefined)
    throw new Error('The tour needs the local chain with its test token.');
  const timeline = createTimeline(write);
  const merchant = createPatientClient({ baseUrl, apiKey: instance.merchant.apiKey, signal });
  const operator = createPatientClient({
    baseUrl: adminBaseUrl,
    apiKey: instance.operator.key,
    signal,
  });
  const receiver = await openShop({ dataDir, merchant, timeline });
  const stopReceiver = (): Promise<void> => receiver.stop();
  supervisor.add('receiver', { pid: () => null, stop: stopReceiver, kill: () => void stopReceiver() });
  const client = createChainClient(chain, { maxRounds: RPC_ROUNDS });
  try {
    const outside = client.withSignal(signal);
    const customer = await openCustomersWallet(outside);
    const payments: Stage['payments'] = [];
    const roles = { merchant, operator, customer, receiver };
    return await play({ instance, ...roles, chain: outside, token, payments, timeline, signal });
  } finally {
    await client.close();
  }
}

async function play(stage: Stage): Promise<TourResult> {
  const { merchant, timeline } = stage;
  const { invoiceId } = await playMoneyIn(stage);
  const { withdrawalId } = await playMoneyOut(stage);
  const webhooks = [
    ...(await awaitWebhooks(stage, EVENTS_OF_INVOICE, { field: 'invoiceId', id: invoiceId })),
    ...(await awaitWebhooks(stage, EVENTS_OF_WITHDRAWAL, { field: 'withdrawalId', id: withdrawalId })),
  ];
  const result = {
    invoice: await merchant.get('/v1/invoices/{invoiceId}', { path: { invoiceId } }),
    withdrawal: await merchant.get('/v1/withdrawals/{withdrawalId}', { path: { withdrawalId } }),
    webhooks: webhooks.map(({ event, webhookId }) => ({ event, webhookId, signatureValid: true as const })),
    balances: await merchant.get('/v1/balances'),
  };
  timeline.tell('merchant', `was told of all ${webhooks.length} events that happened`);
  return result;
}

/** Waits for the webhooks about one object. Returns them in the order of `events`. */
function awaitWebhooks(
  stage: Stage,
  events: readonly string[],
  { field, id }: { field: 'invoiceId' | 'withdrawalId'; id: string },
): Promise<readonly ReceivedWebhook[]> {
  const find = (): readonly ReceivedWebhook[] => {
    const ofObject = stage.receiver.received().filter(({ data }) => data[field] === id);
    return events.flatMap((event) => ofObject.find((webhook) => webhook.event === event) ?? []);
  };
  return awaitStep(stage, {
    what: `the webhooks ${events.join(', ')} about ${id}`,
    look: () => Promise.resolve(find().length === events.length ? find() : null),
    describe: () => {
      const arrived = find().map(({ event }) => event);
      const refusedCount = stage.receiver.refusedCount();
      return `${arrived.length === 0 ? 'none' : `only ${arrived.join(', ')}`} came, and ${refusedCount} requests had a wrong signature`;
    },
  });
}

import type { Bench } from './harness/bench.js';
import { runOneActivityWorkflows } from './parts/one-activity/run-one-activity.js';
import { playPaidInvoice } from './parts/paid-invoice.js';

export const deliveryEvents: Bench = {
  name: 'delivery-events',
  summary: "history events of a delivery that succeeds at once, against a bare workflow's of one activity",
  async run(context) {
    const { deliveryEvents: counts, temporalAddress } = await playPaidInvoice(context);
    const { events } = await runOneActivityWorkflows(context, { address: temporalAddress, workflows: 1 });
    return [
      {
        measure: `history events of a delivery that succeeds at once, the most of ${counts.length}`,
        value: Math.max(...counts),
        unit: 'events',
        reference: 'a bare workflow of one activity',
        referenceValue: events,
      },
    ];
  },
};

import type { Bench } from './harness/bench.js';
import { runOneActivityWorkflows } from './parts/one-activity/run-one-activity.js';
import { playPaidInvoice } from './parts/paid-invoice.js';

export const invoiceEvents: Bench = {
  name: 'invoice-events',
  summary: "history events of an invoice paid in one transfer, against a bare workflow's of one activity",
  async run(context) {
    const { invoiceEvents: value, temporalAddress } = await playPaidInvoice(context);
    const { events } = await runOneActivityWorkflows(context, { address: temporalAddress, workflows: 1 });
    return [
      {
        measure: 'history events of an invoice, created, paid in one transfer and completed',
        value,
        unit: 'events',
        reference: 'a bare workflow of one activity',
        referenceValue: events,
      },
    ];
  },
};

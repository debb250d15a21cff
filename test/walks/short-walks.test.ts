import { describeWalks } from './describe-walks.js';

/** One invoice and few steps. Each step matters, and a failure is short from the start. */
describeWalks({ maxInvoices: 1, minStrides: 2, maxStrides: 6 });

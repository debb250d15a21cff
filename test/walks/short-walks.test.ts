import { describeWalks } from './describe-walks.js';

/** One invoice and few steps: each of them matters, and what goes wrong is short already. */
describeWalks({ maxInvoices: 1, minStrides: 2, maxStrides: 6 });

import { describeWalks } from './describe-walks.js';

/** Several invoices of one merchant, whose money and faults get in each other's way. */
describeWalks({ maxInvoices: 3, minStrides: 4, maxStrides: 9 });

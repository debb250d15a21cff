import { describeWalks } from './describe-walks.js';

/** Several invoices of one merchant. Their money and faults affect each other. */
describeWalks({ maxInvoices: 3, minStrides: 4, maxStrides: 9 });

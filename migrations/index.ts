import type { Knex } from 'knex';
import * as parties from './0001-parties.js';
import * as ledger from './0002-ledger.js';
import * as invoices from './0003-invoices.js';
import * as chain from './0004-chain.js';
import * as withdrawals from './0005-withdrawals.js';
import * as webhooks from './0006-webhooks.js';
import * as requests from './0007-requests.js';
import * as nativeAudits from './0008-native-audits.js';
import * as chainOperations from './0009-chain-operations.js';
import * as withdrawalPolicy from './0010-withdrawal-policy.js';
import * as broadcast from './0012-broadcast.js';
import * as webhookProduct from './0013-webhook-product.js';
import * as sweeps from './0014-sweeps.js';
import * as reconciliation from './0015-reconciliation.js';
import * as apiKeys from './0016-api-keys.js';
import * as adoptedTransactions from './0017-adopted-transactions.js';
import * as secondReading from './0018-second-reading.js';
import * as addressRounds from './0019-address-rounds.js';
import * as secondProof from './0020-second-proof.js';
import * as transferStandings from './0021-transfer-standings.js';
import * as laterAudits from './0022-later-audits.js';
import * as invoicesByAsset from './0023-invoices-by-asset.js';
import * as fillsOfFailed from './0024-fills-of-failed.js';
import * as disputes from './0025-disputes.js';
import * as outsidePayments from './0026-outside-payments.js';
import * as undoneLosses from './0027-undone-losses.js';

/** Every step, in order. Names have no file extension, so that they read the same under tsx and compiled. */
export const migrations: readonly { readonly name: string; readonly step: Knex.Migration }[] = [
  { name: '0001-parties', step: parties },
  { name: '0002-ledger', step: ledger },
  { name: '0003-invoices', step: invoices },
  { name: '0004-chain', step: chain },
  { name: '0005-withdrawals', step: withdrawals },
  { name: '0006-webhooks', step: webhooks },
  { name: '0007-requests', step: requests },
  { name: '0008-native-audits', step: nativeAudits },
  { name: '0009-chain-operations', step: chainOperations },
  { name: '0010-withdrawal-policy', step: withdrawalPolicy },
  { name: '0012-broadcast', step: broadcast },
  { name: '0013-webhook-product', step: webhookProduct },
  { name: '0014-sweeps', step: sweeps },
  { name: '0015-reconciliation', step: reconciliation },
  { name: '0016-api-keys', step: apiKeys },
  { name: '0017-adopted-transactions', step: adoptedTransactions },
  { name: '0018-second-reading', step: secondReading },
  { name: '0019-address-rounds', step: addressRounds },
  { name: '0020-second-proof', step: secondProof },
  { name: '0021-transfer-standings', step: transferStandings },
  { name: '0022-later-audits', step: laterAudits },
  { name: '0023-invoices-by-asset', step: invoicesByAsset },
  { name: '0024-fills-of-failed', step: fillsOfFailed },
  { name: '0025-disputes', step: disputes },
  { name: '0026-outside-payments', step: outsidePayments },
  { name: '0027-undone-losses', step: undoneLosses },
];

import type { Knex } from 'knex';
import * as audit from './0001-audit.js';
import * as merchants from './0002-merchants.js';
import * as ledger from './0003-ledger.js';
import * as invoices from './0004-invoices.js';
import * as wallets from './0005-wallets.js';
import * as withdrawals from './0006-withdrawals.js';
import * as sweeps from './0007-sweeps.js';
import * as chains from './0008-chains.js';
import * as webhooks from './0009-webhooks.js';
import * as reconciliation from './0010-reconciliation.js';
import * as outbox from './0011-outbox.js';
import * as depositAddresses from './0012-deposit-addresses.js';
import * as approvalSignatures from './0013-approval-signatures.js';
import * as merchantWhitelists from './0014-merchant-whitelists.js';
import * as outsideFreezes from './0016-outside-freezes.js';
import * as policyChanges from './0017-policy-changes.js';
import * as approverAddresses from './0018-approver-addresses.js';
import * as hashChains from './0019-hash-chains.js';
import * as auditHeads from './0020-audit-heads.js';
import * as alteredAddresses from './0021-altered-addresses.js';
import * as depositXpubs from './0022-deposit-xpubs.js';
import * as merchantProfiles from './0027-merchant-profiles.js';
import * as checkouts from './0028-checkouts.js';
import * as people from './0029-people.js';
import * as figures from './0030-figures.js';
import * as callers from './0031-callers.js';
import * as secondFactors from './0032-second-factors.js';
import * as invitations from './0033-invitations.js';
import * as operatorLists from './0034-operator-lists.js';
import * as operatorsOrders from './0035-operators-orders.js';
import * as dashboardLists from './0036-dashboard-lists.js';
import * as refusals from './0037-refusals.js';
import * as contractApprovers from './0038-contract-approvers.js';
import * as notices from './0039-notices.js';
import * as presentChoices from './0040-present-choices.js';
import * as auditActions from './0041-audit-actions.js';
import * as refusedBodies from './0042-refused-bodies.js';
import * as plainNames from './0043-plain-names.js';
import * as merchantAuditActions from './0044-merchant-audit-actions.js';
import * as redeliveries from './0045-redeliveries.js';
import * as xpubRotations from './0046-xpub-rotations.js';
import * as rotationPath from './0047-rotation-path.js';
import * as creditedVolume from './0048-credited-volume.js';
import * as readableValues from './0049-readable-values.js';
import * as orderedPages from './0050-ordered-pages.js';
import * as confirmationTimes from './0051-confirmation-times.js';

/** A step, and the name that a database records: the file's name without extension, the same under tsx and compiled. */
export interface Migration {
  readonly name: string;
  readonly step: Knex.Migration;
}

/**
 * The schema of the first release, one file for each aggregate. No database has only a part of it.
 *
 * Nothing is released yet, but installations may run from the sources since the baseline. So what they have stored is
 * still read, in older forms too: rows, sealed secrets, kept answers, histories, lines of the signing worker's file.
 */
export const baseline: readonly Migration[] = [
  { name: '0001-audit', step: audit },
  { name: '0002-merchants', step: merchants },
  { name: '0003-ledger', step: ledger },
  { name: '0004-invoices', step: invoices },
  { name: '0005-wallets', step: wallets },
  { name: '0006-withdrawals', step: withdrawals },
  { name: '0007-sweeps', step: sweeps },
  { name: '0008-chains', step: chains },
  { name: '0009-webhooks', step: webhooks },
  { name: '0010-reconciliation', step: reconciliation },
  { name: '0011-outbox', step: outbox },
];

/**
 * The later steps, in order. A listed step is never changed again: the next step corrects its mistakes. A number that is
 * missing (0015, 0023 to 0026) was never used.
 */
const later: readonly Migration[] = [
  { name: '0012-deposit-addresses', step: depositAddresses },
  { name: '0013-approval-signatures', step: approvalSignatures },
  { name: '0014-merchant-whitelists', step: merchantWhitelists },
  { name: '0016-outside-freezes', step: outsideFreezes },
  { name: '0017-policy-changes', step: policyChanges },
  { name: '0018-approver-addresses', step: approverAddresses },
  { name: '0019-hash-chains', step: hashChains },
  { name: '0020-audit-heads', step: auditHeads },
  { name: '0021-altered-addresses', step: alteredAddresses },
  { name: '0022-deposit-xpubs', step: depositXpubs },
  { name: '0027-merchant-profiles', step: merchantProfiles },
  { name: '0028-checkouts', step: checkouts },
  { name: '0029-people', step: people },
  { name: '0030-figures', step: figures },
  { name: '0031-callers', step: callers },
  { name: '0032-second-factors', step: secondFactors },
  { name: '0033-invitations', step: invitations },
  { name: '0034-operator-lists', step: operatorLists },
  { name: '0035-operators-orders', step: operatorsOrders },
  { name: '0036-dashboard-lists', step: dashboardLists },
  { name: '0037-refusals', step: refusals },
  { name: '0038-contract-approvers', step: contractApprovers },
  { name: '0039-notices', step: notices },
  { name: '0040-present-choices', step: presentChoices },
  { name: '0041-audit-actions', step: auditActions },
  { name: '0042-refused-bodies', step: refusedBodies },
  { name: '0043-plain-names', step: plainNames },
  { name: '0044-merchant-audit-actions', step: merchantAuditActions },
  { name: '0045-redeliveries', step: redeliveries },
  { name: '0046-xpub-rotations', step: xpubRotations },
  { name: '0047-rotation-path', step: rotationPath },
  { name: '0048-credited-volume', step: creditedVolume },
  { name: '0049-readable-values', step: readableValues },
  { name: '0050-ordered-pages', step: orderedPages },
  { name: '0051-confirmation-times', step: confirmationTimes },
];

/** Every step, in order. */
export const migrations: readonly Migration[] = [...baseline, ...later];

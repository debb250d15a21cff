import type { NamedRoute } from '../requests/route.js';
import {
  approveApiKeyRoute,
  createMerchantKeyRoute,
  limitApiKeyRoute,
  listAllApiKeysRoute,
} from './merchants/approve-api-keys.js';
import {
  deleteWebhookEndpointRoute,
  updateWebhookEndpointRoute,
} from './webhooks/change-webhook-endpoint.js';
import { createCheckoutRoute } from './checkouts/create-checkout.js';
import { getPublicCheckoutRoute, selectAssetRoute } from './checkouts/public-checkout.js';
import {
  cancelCheckoutRoute,
  exportCheckoutsRoute,
  getCheckoutRoute,
  listCheckoutsRoute,
} from './checkouts/read-checkouts.js';
import { getChainRoute, listChainsRoute, resumeChainRoute, sweepChainRoute } from './chains/chains.js';
import { createInvoiceRoute } from './invoices/create-invoice.js';
import { createWebhookEndpointRoute } from './webhooks/create-webhook-endpoint.js';
import { getApprovalMessageRoute } from './withdrawals/approval-signature.js';
import { createWithdrawalRoute } from './withdrawals/create-withdrawal.js';
import {
  approveWithdrawalRoute,
  cancelWithdrawalRoute,
  rejectWithdrawalRoute,
  stopWithdrawalRoute,
} from './withdrawals/decide-withdrawal.js';
import { freezeAssetRoute, releaseAssetRoute } from './withdrawals/freeze-asset.js';
import { listAssetStatesRoute } from './withdrawals/list-asset-states.js';
import { getInvoiceTimelineRoute } from './invoices/get-invoice-timeline.js';
import { getInvoiceRoute } from './invoices/get-invoice.js';
import { getOpenApiRoute } from './service/get-openapi.js';
import { getReconciliationRoute } from './reconciliation/get-reconciliation.js';
import {
  getReconciliationRunRoute,
  listReconciliationRunsRoute,
  startReconciliationRunRoute,
} from './reconciliation/reconciliation-runs.js';
import { getPublicInvoiceRoute } from './invoices/get-public-invoice.js';
import { getWithdrawalRoute } from './withdrawals/get-withdrawal.js';
import { settleWithdrawalRoute } from './withdrawals/settle-withdrawal.js';
import {
  getOperatorWithdrawalTimelineRoute,
  reviewWithdrawalRoute,
} from './withdrawals/review-withdrawal.js';
import { healthzRoute, readyzRoute } from './service/health.js';
import { listInvitationsRoute, inviteMemberRoute, withdrawInvitationRoute } from './people/invitations.js';
import {
  joinMerchantRoute,
  joinOperatorRoute,
  readMerchantLinkRoute,
  readOperatorLinkRoute,
} from './people/join.js';
import { changeMemberRoute, listMembersRoute, resetMemberRoute } from './people/members.js';
import {
  changeOperatorMemberRoute,
  inviteForMerchantRoute,
  inviteOperatorRoute,
  listMembersOfMerchantRoute,
  resetOperatorFactorsRoute,
  resetOperatorRoute,
  withdrawOperatorInvitationRoute,
} from './people/operator-people.js';
import {
  beginMerchantTotpRoute,
  confirmMerchantTotpRoute,
  removeMerchantTotpRoute,
  renewMerchantRecoveryCodesRoute,
  offerMerchantPasskeyRoute,
  registerMerchantPasskeyRoute,
  removeMerchantPasskeyRoute,
  beginOperatorTotpRoute,
  confirmOperatorTotpRoute,
  removeOperatorTotpRoute,
  renewOperatorRecoveryCodesRoute,
  offerOperatorPasskeyRoute,
  registerOperatorPasskeyRoute,
  removeOperatorPasskeyRoute,
} from './people/security-factors.js';
import {
  readMerchantSecurityRoute,
  changeMerchantPasswordRoute,
  endMerchantMemberSessionRoute,
  endOtherMerchantSessionsRoute,
  readOperatorSecurityRoute,
  changeOperatorPasswordRoute,
  endOperatorMemberSessionRoute,
  endOtherOperatorSessionsRoute,
} from './people/security.js';
import {
  beginMerchantSessionRoute,
  readMerchantSessionRoute,
  giveMerchantSecondFactorRoute,
  requestMerchantPasskeyRoute,
  confirmMerchantSessionRoute,
  endMerchantSessionRoute,
  beginOperatorSessionRoute,
  readOperatorSessionRoute,
  giveOperatorSecondFactorRoute,
  requestOperatorPasskeyRoute,
  confirmOperatorSessionRoute,
  endOperatorSessionRoute,
} from './people/sessions.js';
import { listOperatorAttentionRoute } from './people/operator-attention.js';
import { listQuotesRoute } from './checkouts/list-quotes.js';
import { listAssetsRoute } from './chains/list-assets.js';
import { listAuditHeadsRoute } from './audit/list-audit-heads.js';
import { listMerchantAuditRoute } from './audit/list-merchant-audit.js';
import { listAuditLogRoute } from './audit/list-audit-log.js';
import { listBalancesRoute } from './ledger/list-balances.js';
import { exportStatementRoute, listStatementRoute } from './ledger/list-statement.js';
import { exportInvoicesRoute, listInvoicesRoute } from './invoices/list-invoices.js';
import {
  exportWithdrawalsRoute,
  listAllWithdrawalsRoute,
  listWithdrawalsRoute,
} from './withdrawals/list-withdrawals.js';
import { getWithdrawalTermsRoute } from './withdrawals/withdrawal-terms.js';
import { getWithdrawalTimelineRoute } from './withdrawals/get-withdrawal-timeline.js';
import {
  getAnyInvoiceRoute,
  getAnyInvoiceTimelineRoute,
  listAllInvoicesRoute,
} from './invoices/read-all-invoices.js';
import {
  changeApiKeyStatusRoute,
  createApiKeyRoute,
  listApiKeysRoute,
  regenerateApiKeyRoute,
  replaceWhitelistsRoute,
} from './merchants/manage-api-keys.js';
import {
  createMerchantRoute,
  listMerchantsRoute,
  updateMerchantRoute,
} from './merchants/manage-merchants.js';
import {
  getRegistrationMessageRoute,
  registerApproverAddressRoute,
  removeApproverAddressRoute,
} from './merchants/approver-addresses.js';
import {
  changeOperatorKeyRoute,
  createOperatorKeyRoute,
  createOperatorRoute,
  getOperatorRoute,
  listOperatorsRoute,
} from './merchants/manage-operators.js';
import { getVolumeRoute, listAttentionRoute } from './merchants/merchant-figures.js';
import { getMerchantProfileRoute, updateMerchantProfileRoute } from './merchants/merchant-profile.js';
import { getMerchantWhitelistRoute, replaceMerchantWhitelistRoute } from './merchants/merchant-whitelist.js';
import {
  confirmPolicyChangeRoute,
  listPolicyChangesRoute,
  stopPolicyChangeRoute,
} from './merchants/policy-changes.js';
import { getMerchantRoute, listMerchantBalancesRoute } from './merchants/read-merchant.js';
import { cancelInvoiceRoute, resolveInvoiceRoute } from './invoices/order-invoice.js';
import {
  recoverWebhookEndpointRoute,
  redeliverWebhookRoute,
  rotateWebhookSecretRoute,
  testWebhookEndpointRoute,
} from './webhooks/order-webhooks.js';
import {
  getAnyWebhookDeliveryRoute,
  getAnyWebhookEndpointRoute,
  listAllWebhookDeliveriesRoute,
  listAllWebhookEndpointsRoute,
} from './webhooks/read-all-webhooks.js';
import {
  exportWebhookDeliveriesRoute,
  getWebhookDeliveryRoute,
  listWebhookDeliveriesRoute,
} from './webhooks/read-webhook-deliveries.js';
import { getWebhookEndpointRoute, listWebhookEndpointsRoute } from './webhooks/read-webhook-endpoints.js';

/** Every endpoint by its name in the reference. If several paths match a request, the first one answers. */
const routes = {
  createInvoiceRoute,
  listInvoicesRoute,
  exportInvoicesRoute,
  getInvoiceRoute,
  getInvoiceTimelineRoute,
  cancelInvoiceRoute,
  resolveInvoiceRoute,
  getPublicInvoiceRoute,
  createCheckoutRoute,
  exportCheckoutsRoute,
  listCheckoutsRoute,
  getCheckoutRoute,
  cancelCheckoutRoute,
  getPublicCheckoutRoute,
  selectAssetRoute,
  createWithdrawalRoute,
  listWithdrawalsRoute,
  exportWithdrawalsRoute,
  getWithdrawalRoute,
  getWithdrawalTimelineRoute,
  getWithdrawalTermsRoute,
  cancelWithdrawalRoute,
  listBalancesRoute,
  listStatementRoute,
  exportStatementRoute,
  listAssetsRoute,
  listQuotesRoute,
  createWebhookEndpointRoute,
  listWebhookEndpointsRoute,
  getWebhookEndpointRoute,
  updateWebhookEndpointRoute,
  deleteWebhookEndpointRoute,
  rotateWebhookSecretRoute,
  testWebhookEndpointRoute,
  recoverWebhookEndpointRoute,
  listWebhookDeliveriesRoute,
  exportWebhookDeliveriesRoute,
  getWebhookDeliveryRoute,
  redeliverWebhookRoute,
  listApiKeysRoute,
  createApiKeyRoute,
  regenerateApiKeyRoute,
  changeApiKeyStatusRoute,
  replaceWhitelistsRoute,
  listMembersRoute,
  changeMemberRoute,
  resetMemberRoute,
  listInvitationsRoute,
  inviteMemberRoute,
  withdrawInvitationRoute,
  listMerchantAuditRoute,
  readMerchantLinkRoute,
  joinMerchantRoute,
  readOperatorLinkRoute,
  joinOperatorRoute,
  beginMerchantSessionRoute,
  readMerchantSessionRoute,
  giveMerchantSecondFactorRoute,
  requestMerchantPasskeyRoute,
  confirmMerchantSessionRoute,
  endMerchantSessionRoute,
  readMerchantSecurityRoute,
  changeMerchantPasswordRoute,
  endMerchantMemberSessionRoute,
  endOtherMerchantSessionsRoute,
  beginMerchantTotpRoute,
  confirmMerchantTotpRoute,
  removeMerchantTotpRoute,
  renewMerchantRecoveryCodesRoute,
  offerMerchantPasskeyRoute,
  registerMerchantPasskeyRoute,
  removeMerchantPasskeyRoute,
  beginOperatorSessionRoute,
  readOperatorSessionRoute,
  giveOperatorSecondFactorRoute,
  requestOperatorPasskeyRoute,
  confirmOperatorSessionRoute,
  endOperatorSessionRoute,
  readOperatorSecurityRoute,
  changeOperatorPasswordRoute,
  endOperatorMemberSessionRoute,
  endOtherOperatorSessionsRoute,
  beginOperatorTotpRoute,
  confirmOperatorTotpRoute,
  removeOperatorTotpRoute,
  renewOperatorRecoveryCodesRoute,
  offerOperatorPasskeyRoute,
  registerOperatorPasskeyRoute,
  removeOperatorPasskeyRoute,
  getVolumeRoute,
  listAttentionRoute,
  getMerchantProfileRoute,
  updateMerchantProfileRoute,
  getMerchantWhitelistRoute,
  replaceMerchantWhitelistRoute,
  listAllWithdrawalsRoute,
  reviewWithdrawalRoute,
  getOperatorWithdrawalTimelineRoute,
  getApprovalMessageRoute,
  approveWithdrawalRoute,
  rejectWithdrawalRoute,
  stopWithdrawalRoute,
  settleWithdrawalRoute,
  listAllInvoicesRoute,
  getAnyInvoiceRoute,
  getAnyInvoiceTimelineRoute,
  listAllWebhookEndpointsRoute,
  getAnyWebhookEndpointRoute,
  listAllWebhookDeliveriesRoute,
  getAnyWebhookDeliveryRoute,
  createMerchantRoute,
  listMerchantsRoute,
  getMerchantRoute,
  listMerchantBalancesRoute,
  updateMerchantRoute,
  listAllApiKeysRoute,
  createMerchantKeyRoute,
  approveApiKeyRoute,
  limitApiKeyRoute,
  listPolicyChangesRoute,
  confirmPolicyChangeRoute,
  stopPolicyChangeRoute,
  createOperatorRoute,
  listOperatorsRoute,
  getOperatorRoute,
  createOperatorKeyRoute,
  changeOperatorKeyRoute,
  listMembersOfMerchantRoute,
  inviteForMerchantRoute,
  inviteOperatorRoute,
  withdrawOperatorInvitationRoute,
  resetOperatorRoute,
  resetOperatorFactorsRoute,
  changeOperatorMemberRoute,
  getRegistrationMessageRoute,
  registerApproverAddressRoute,
  removeApproverAddressRoute,
  freezeAssetRoute,
  releaseAssetRoute,
  listAuditLogRoute,
  listAuditHeadsRoute,
  getReconciliationRoute,
  listReconciliationRunsRoute,
  getReconciliationRunRoute,
  startReconciliationRunRoute,
  listChainsRoute,
  getChainRoute,
  resumeChainRoute,
  sweepChainRoute,
  listOperatorAttentionRoute,
  listAssetStatesRoute,
  healthzRoute,
  readyzRoute,
  getOpenApiRoute: getOpenApiRoute(() => ROUTES),
};

/** The endpoints, each with its name in the reference. */
export const ROUTES: readonly NamedRoute[] = Object.entries(routes).map(([name, route]) => ({
  ...route,
  operationId: name.replace(/Route$/, ''),
}));

import type { NamedRoute } from '../route.js';
import {
  approveApiKeyRoute,
  createMerchantKeyRoute,
  limitApiKeyRoute,
  listAllApiKeysRoute,
} from './approve-api-keys.js';
import { deleteWebhookEndpointRoute, updateWebhookEndpointRoute } from './change-webhook-endpoint.js';
import { listChainsRoute, resumeChainRoute } from './chains.js';
import { createInvoiceRoute } from './create-invoice.js';
import { createWebhookEndpointRoute } from './create-webhook-endpoint.js';
import { createWithdrawalRoute } from './create-withdrawal.js';
import {
  approveWithdrawalRoute,
  cancelWithdrawalRoute,
  rejectWithdrawalRoute,
  stopWithdrawalRoute,
} from './decide-withdrawal.js';
import { freezeAssetRoute, releaseAssetRoute } from './freeze-asset.js';
import { getInvoiceTimelineRoute } from './get-invoice-timeline.js';
import { getInvoiceRoute } from './get-invoice.js';
import { getOpenApiRoute } from './get-openapi.js';
import { getReconciliationRoute } from './get-reconciliation.js';
import { getPublicInvoiceRoute } from './get-public-invoice.js';
import { getWithdrawalRoute } from './get-withdrawal.js';
import { healthzRoute, readyzRoute } from './health.js';
import { listAssetsRoute } from './list-assets.js';
import { listAuditLogRoute } from './list-audit-log.js';
import { listBalancesRoute } from './list-balances.js';
import { listStatementRoute } from './list-statement.js';
import { listInvoicesRoute } from './list-invoices.js';
import { listAllWithdrawalsRoute, listWithdrawalsRoute } from './list-withdrawals.js';
import {
  changeApiKeyStatusRoute,
  createApiKeyRoute,
  listApiKeysRoute,
  regenerateApiKeyRoute,
  replaceWhitelistsRoute,
} from './manage-api-keys.js';
import { createMerchantRoute, listMerchantsRoute, updateMerchantRoute } from './manage-merchants.js';
import { cancelInvoiceRoute, resolveInvoiceRoute } from './order-invoice.js';
import {
  recoverWebhookEndpointRoute,
  redeliverWebhookRoute,
  rotateWebhookSecretRoute,
  testWebhookEndpointRoute,
} from './order-webhooks.js';
import { getWebhookDeliveryRoute, listWebhookDeliveriesRoute } from './read-webhook-deliveries.js';
import { getWebhookEndpointRoute, listWebhookEndpointsRoute } from './read-webhook-endpoints.js';

/** Every endpoint by its name. The first whose path matches answers. */
const routes = {
  createInvoiceRoute,
  listInvoicesRoute,
  getInvoiceRoute,
  getInvoiceTimelineRoute,
  cancelInvoiceRoute,
  resolveInvoiceRoute,
  getPublicInvoiceRoute,
  createWithdrawalRoute,
  listWithdrawalsRoute,
  getWithdrawalRoute,
  cancelWithdrawalRoute,
  listBalancesRoute,
  listStatementRoute,
  listAssetsRoute,
  createWebhookEndpointRoute,
  listWebhookEndpointsRoute,
  getWebhookEndpointRoute,
  updateWebhookEndpointRoute,
  deleteWebhookEndpointRoute,
  rotateWebhookSecretRoute,
  testWebhookEndpointRoute,
  recoverWebhookEndpointRoute,
  listWebhookDeliveriesRoute,
  getWebhookDeliveryRoute,
  redeliverWebhookRoute,
  listApiKeysRoute,
  createApiKeyRoute,
  regenerateApiKeyRoute,
  changeApiKeyStatusRoute,
  replaceWhitelistsRoute,
  listAllWithdrawalsRoute,
  approveWithdrawalRoute,
  rejectWithdrawalRoute,
  stopWithdrawalRoute,
  createMerchantRoute,
  listMerchantsRoute,
  updateMerchantRoute,
  listAllApiKeysRoute,
  createMerchantKeyRoute,
  approveApiKeyRoute,
  limitApiKeyRoute,
  freezeAssetRoute,
  releaseAssetRoute,
  listAuditLogRoute,
  getReconciliationRoute,
  listChainsRoute,
  resumeChainRoute,
  healthzRoute,
  readyzRoute,
  getOpenApiRoute: getOpenApiRoute(() => ROUTES),
};

/** The endpoints, each with its name in the reference. */
export const ROUTES: readonly NamedRoute[] = Object.entries(routes).map(([name, route]) => ({
  ...route,
  operationId: name.replace(/Route$/, ''),
}));

// Generated: `WRITE_CLIENT=1 npm test -- test/client` writes it anew.
export interface paths {
  '/v1/invoices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List invoices
     * @description Newest first. An invoice whose deposit address was altered in the database is left out, and the operator is told. Read it by its id to see why.
     *
     *     Needs the scope `invoices:read`.
     *
     *     Counts in the rate limit `GET /v1/invoices*`.
     */
    get: operations['listInvoices'];
    put?: never;
    /**
     * Create an invoice
     * @description Give `amountFiat` with `fiatCurrency`, or `amountCrypto`. Show your customer the `depositAddress` and the `amountCrypto`. For a native coin, also show the `paymentUri` as a QR code. While `chain.halted` is true, a payment is not seen until an operator resumes the chain.
     *
     *     Needs the scope `invoices:write`.
     *
     *     Counts in the rate limit `POST /v1/invoices`.
     */
    post: operations['createInvoice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List invoices as CSV
     * @description Every item that the filters show, newest first, in a file of RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe before it. A file that can not be completed is cut off.
     *
     *     Needs the scope `invoices:read`.
     *
     *     Counts in the rate limit `GET /v1/invoices*`.
     */
    get: operations['exportInvoices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/{invoiceId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an invoice
     * @description Needs the scope `invoices:read`.
     *
     *     Counts in the rate limit `GET /v1/invoices*`.
     */
    get: operations['getInvoice'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/{invoiceId}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an invoice's timeline
     * @description Every fact about it, in order: its quote, each transfer, ledger entries, events, delivery attempts, orders.
     *
     *     Needs the scope `invoices:read`.
     *
     *     Counts in the rate limit `GET /v1/invoices*`.
     */
    get: operations['getInvoiceTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/{invoiceId}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel an invoice
     * @description Only while it is `pending` and no payment was seen.
     *
     *     Needs the scope `invoices:write`.
     */
    post: operations['cancelInvoice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/{invoiceId}/resolve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resolve the held money of an invoice
     * @description Decides about all held money. `accept` credits it to you. `refund` sends it to an address after an operator's approval, by the withdrawals in `withdrawalIds`. Money in an asset that is no longer offered stays in `held`. With `expected`, it decides only about the money that you have seen. A refund needs the scope `withdrawals:write` too.
     *
     *     Needs the scope `invoices:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['resolveInvoice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/invoices/{publicId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an invoice as its customer
     * @description For checkout pages. Any origin may ask without a key. The rate limits count each IP address, and all addresses together.
     */
    get: operations['getPublicInvoice'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/checkouts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List checkouts
     * @description Newest first. `chainCode` and `tokenSymbol` find checkouts for which the customer has chosen an asset on this chain or with this token. A checkout with an invoice whose deposit address was altered in the database is left out, and the operator is told. Read it by its id to see why.
     *
     *     Needs the scope `invoices:read`.
     *
     *     Counts in the rate limit `GET /v1/invoices*`.
     */
    get: operations['listCheckouts'];
    put?: never;
    /**
     * Create a checkout
     * @description Give `amountFiat` with `fiatCurrency`, or `amountCrypto` with `tokenSymbol`. Send your customer to `checkoutUrl` to choose the coin and the network. Each choice is an invoice.
     *
     *     Needs the scope `invoices:write`.
     *
     *     Counts in the rate limit `POST /v1/invoices`.
     */
    post: operations['createCheckout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/checkouts.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List checkouts as CSV
     * @description Every item that the filters show, newest first, in a file of RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe before it. A file that can not be completed is cut off.
     *
     *     Needs the scope `invoices:read`.
     *
     *     Counts in the rate limit `GET /v1/invoices*`.
     */
    get: operations['exportCheckouts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/checkouts/{checkoutId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a checkout
     * @description Needs the scope `invoices:read`.
     *
     *     Counts in the rate limit `GET /v1/invoices*`.
     */
    get: operations['getCheckout'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/checkouts/{checkoutId}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a checkout
     * @description Only while it is `open` and no payment was seen. Its invoices are cancelled a moment later. Money that still arrives is held.
     *
     *     Needs the scope `invoices:write`.
     */
    post: operations['cancelCheckout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/checkouts/{publicId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a checkout as its customer
     * @description For checkout pages: any origin may ask, without a key.
     */
    get: operations['getPublicCheckout'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/checkouts/{publicId}/select': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Choose what to pay a checkout with
     * @description Returns the invoice of this choice. While its quote is valid, the same choice returns the same invoice. The customer may choose again until a payment is seen, at most ten times.
     */
    post: operations['selectAsset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/withdrawals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List withdrawals
     * @description Newest first. A withdrawal whose row was altered is left out, and the operator is told. Read it by its id to see why.
     *
     *     Needs the scope `withdrawals:read`.
     */
    get: operations['listWithdrawals'];
    put?: never;
    /**
     * Request a withdrawal
     * @description The amount is reserved at once. It is sent when an operator has approved it.
     *
     *     Needs the scope `withdrawals:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     *
     *     Counts in the rate limit `POST /v1/withdrawals`.
     */
    post: operations['createWithdrawal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/withdrawals.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List withdrawals as CSV
     * @description Every item that the filters show, newest first, in a file of RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe before it. A file that can not be completed is cut off.
     *
     *     Needs the scope `withdrawals:read`.
     */
    get: operations['exportWithdrawals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/withdrawals/{withdrawalId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a withdrawal
     * @description Needs the scope `withdrawals:read`.
     */
    get: operations['getWithdrawal'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/withdrawals/{withdrawalId}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a withdrawal's timeline
     * @description Every fact about it, in order: the request, orders, ledger entries, its transactions, events, delivery attempts.
     *
     *     Needs the scope `withdrawals:read`.
     */
    get: operations['getWithdrawalTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/withdrawal-terms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what you may withdraw
     * @description Your limits by asset, the amounts that are left of them now, and the whitelist of all your keys. An asset that is not listed has no limit.
     *
     *     Needs the scope `withdrawals:read`.
     */
    get: operations['getWithdrawalTerms'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/withdrawals/{withdrawalId}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a withdrawal
     * @description Only while it waits for its approval.
     *
     *     Needs the scope `withdrawals:write`.
     */
    post: operations['cancelWithdrawal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/balances': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List balances
     * @description One balance for each asset that you ever had.
     *
     *     Needs the scope `balances:read`.
     *
     *     Counts in the rate limit `GET /v1/balances`.
     */
    get: operations['listBalances'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/balances/transactions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the statement
     * @description Each posting to your accounts, with its cause and the balance after it, newest first.
     *
     *     Needs the scope `balances:read`.
     */
    get: operations['listStatement'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/balances/transactions.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the statement as CSV
     * @description Every item that the filters show, newest first, in a file of RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe before it. A file that can not be completed is cut off.
     *
     *     Needs the scope `balances:read`.
     */
    get: operations['exportStatement'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/assets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the assets that are offered */
    get: operations['listAssets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/quotes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Quote an amount in every asset that is offered
     * @description The amounts that invoices would have now. Nothing is stored. The rate is fixed when an invoice is created.
     *
     *     Needs the scope `invoices:write`.
     */
    get: operations['listQuotes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/webhook-endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhook endpoints
     * @description Newest first.
     *
     *     Needs the scope `webhooks:read`.
     */
    get: operations['listWebhookEndpoints'];
    put?: never;
    /**
     * Register a webhook endpoint
     * @description The endpoint's `secret` is shown only in this answer.
     *
     *     Needs the scope `webhooks:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['createWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/webhook-endpoints/{endpointId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a webhook endpoint
     * @description Needs the scope `webhooks:read`.
     */
    get: operations['getWebhookEndpoint'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook endpoint
     * @description Its deliveries under way are cancelled and counted in the answer. If there are more than 2,000, the others are cancelled within seconds after it.
     *
     *     Needs the scope `webhooks:write`.
     */
    delete: operations['deleteWebhookEndpoint'];
    options?: never;
    head?: never;
    /**
     * Change a webhook endpoint
     * @description A field that is left out stays as it is. `status` disables the endpoint or enables it again.
     *
     *     Needs the scope `webhooks:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    patch: operations['updateWebhookEndpoint'];
    trace?: never;
  };
  '/web/v1/webhook-endpoints/{endpointId}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate an endpoint's secret
     * @description The new `secret` is shown only in this answer. During an overlap, `webhook-signature` has a signature with each secret. `X-Service-Signature` is made with the old secret until `legacySwitchesAt`.
     *
     *     Needs the scope `webhooks:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/webhook-endpoints/{endpointId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test
     * @description Sends a signed `ping`, which is delivered like every event.
     *
     *     Needs the scope `webhooks:write`.
     */
    post: operations['testWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/webhook-endpoints/{endpointId}/recover': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send missed events again
     * @description Sends every event since `since` whose delivery failed or was missed, oldest first, at most 500 in one call. Events from before the creation of the endpoint are included: use its `createdAt` as `since` to leave them out. Call it again with `nextSince` as `since` until `nextSince` is null. No event is left out or sent twice between calls, even if many have the same time.
     *
     *     Needs the scope `webhooks:write`.
     */
    post: operations['recoverWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/webhook-deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deliveries
     * @description Newest first.
     *
     *     Needs the scope `webhooks:read`.
     */
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/webhook-deliveries.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deliveries as CSV
     * @description Every item that the filters show, newest first, in a file of RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe before it. A file that can not be completed is cut off.
     *
     *     Needs the scope `webhooks:read`.
     */
    get: operations['exportWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/webhook-deliveries/{deliveryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a delivery
     * @description With its body and every attempt.
     *
     *     Needs the scope `webhooks:read`.
     */
    get: operations['getWebhookDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/webhook-deliveries/{deliveryId}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a delivery again
     * @description Sends the same bytes in a new delivery.
     *
     *     Needs the scope `webhooks:write`.
     */
    post: operations['redeliverWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List API keys
     * @description Newest first.
     *
     *     Needs the scope `keys:write`.
     */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Create an API key
     * @description It is `pending` until an operator approves it. It can have only scopes of the calling key. It starts with the `withdrawalAddresses` of the calling key. The `key` is shown only in this answer.
     *
     *     Needs the scope `keys:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/api-keys/regenerate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give an API key another secret
     * @description Id, status, scopes and counters stay the same. During the overlap, the old secret still works, so that a request with a lost answer can be repeated. By default there is no overlap. Without `apiKeyId`, the calling key is changed.
     *
     *     Needs the scope `keys:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     *
     *     Counts in the rate limit `POST /web/v1/api-keys/regenerate`.
     */
    post: operations['regenerateApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/api-keys/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Enable, disable or revoke an API key
     * @description `approved` is only for a key that an operator has approved before. `revoked` is final. Without `apiKeyId`, the calling key is changed.
     *
     *     Needs the scope `keys:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     *
     *     Counts in the rate limit `PATCH /web/v1/api-keys/status`.
     */
    patch: operations['changeApiKeyStatus'];
    trace?: never;
  };
  '/web/v1/api-keys/whitelists': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Replace the whitelists of an API key
     * @description Replaces both lists. An empty list restricts nothing. A change that loosens the list of withdrawal addresses is in force after 24 hours. A change that tightens it is in force at once. If the new `ips` of the calling key exclude the address of this request, `"force": true` is needed.
     *
     *     Needs the scope `keys:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     *
     *     Counts in the rate limit `PUT /web/v1/api-keys/whitelists`.
     */
    put: operations['replaceWhitelists'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List members
     * @description The people who sign in for you, newest first.
     *
     *     Needs the scope `keys:write`.
     */
    get: operations['listMembers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/members/{memberId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a member's role or status
     * @description The member's sessions end. Only people who have signed in can do it, and only for roles with no more rights than their own. The scopes of a new role that move money wait for `POLICY_DELAY`, or until an operator confirms them. The last active owner of a merchant stays one.
     *
     *     Needs the scope `keys:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    patch: operations['changeMember'];
    trace?: never;
  };
  '/web/v1/members/{memberId}/reset-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a link for a new password
     * @description Hand the `url` over yourself. No mail is sent, and the URL is shown only in this answer. It works once, for 24 hours. An earlier link is withdrawn. Only people who have signed in can create one, and only for roles with no more rights than their own.
     *
     *     Needs the scope `keys:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['resetMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List invitations
     * @description The links with which people join or set a new password, newest first.
     *
     *     Needs the scope `keys:write`.
     */
    get: operations['listInvitations'];
    put?: never;
    /**
     * Invite a member
     * @description Hand the `url` over yourself. No mail is sent, and the URL is shown only in this answer. It works once, for 7 days. An earlier invitation for the same email is withdrawn. Only people who have signed in can invite, and only for roles with no more rights than their own. API keys cannot invite, because a member would not have the key's restrictions. The scopes of the role that move money wait for `POLICY_DELAY` from now on, or until an operator confirms them.
     *
     *     Needs the scope `keys:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['inviteMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/invitations/{invitationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Withdraw an invitation
     * @description Its link no longer works. A link for a new password can be withdrawn too.
     *
     *     Needs the scope `keys:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    delete: operations['withdrawInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/audit-log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what was done
     * @description The actions of your people, your keys and the operators on your objects, newest first. The entries do not name operators.
     *
     *     Needs the scope `keys:write`.
     */
    get: operations['listMerchantAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/join/read': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read what a link is for
     * @description The link is for joining a merchant, or for a new password. This request changes nothing.
     */
    post: operations['readMerchantLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/join': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Join a merchant by a link
     * @description Or set a new password. That ends every session of the account. A link works once. The answer signs in, like `POST …/session`.
     */
    post: operations['joinMerchant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/join/read': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read what a link is for
     * @description The link is for joining the operators, or for a new password. This request changes nothing.
     */
    post: operations['readOperatorLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/join': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Join the operators by a link
     * @description Or set a new password. That ends every session of the account. A link works once. The answer signs in, like `POST …/session`.
     */
    post: operations['joinOperator'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read who is signed in */
    get: operations['readMerchantSession'];
    put?: never;
    /**
     * Sign in as a member of a merchant
     * @description The answer sets the cookie of the session. Attempts are limited by account and by IP address. A sign-in counts as a confirmation. With `needsSecondFactor`, the session waits 10 minutes for `…/session/second-factor`. Until then you can only read and end it.
     */
    post: operations['beginMerchantSession'];
    /** Sign out */
    delete: operations['endMerchantSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/session/second-factor': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give the second factor
     * @description Completes a sign-in with `needsSecondFactor`. Attempts are limited like sign-ins. The session gets a new cookie and a new `csrfToken`.
     */
    post: operations['giveMerchantSecondFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/session/passkey-options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for the answer of a passkey
     * @description Give the answer to `navigator.credentials.get()`. Send its result as `passkey` to `…/session/second-factor` or `…/session/confirm`.
     */
    post: operations['requestMerchantPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/session/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Prove again that it is you
     * @description Orders that move money or give rights need a confirmation that is at most 10 minutes old. A member with a second factor gives a `code` or a `passkey`. Any other member gives the `password`. The session gets a new cookie and a new `csrfToken`.
     */
    post: operations['confirmMerchantSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/security': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read how you sign in, and where you are signed in */
    get: operations['readMerchantSecurity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/security/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change your password
     * @description Somebody else may have used your account. So this ends all your other sessions, withdraws your links for a new password and the links that you have created, and stops your waiting changes. This session gets a new cookie and a new `csrfToken`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['changeMerchantPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/security/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End one of your sessions
     * @description A session needs a confirmation within 10 minutes.
     */
    delete: operations['endMerchantMemberSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/security/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End all your other sessions
     * @description A session needs a confirmation within 10 minutes.
     */
    delete: operations['endOtherMerchantSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/security/totp': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add an authenticator app
     * @description The app is in force after `…/security/totp/confirm`. Show `otpauthUri` as a QR code.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['beginMerchantTotp'];
    /**
     * Remove the authenticator app
     * @description Ends all your other sessions.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    delete: operations['removeMerchantTotp'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/security/totp/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Put the authenticator app in force
     * @description Give the code that the app shows. Ends all your other sessions.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['confirmMerchantTotp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/security/recovery-codes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make new recovery codes
     * @description The earlier codes no longer work. Ends all your other sessions.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['renewMerchantRecoveryCodes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/security/passkeys/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask an authenticator for a passkey
     * @description Give the answer to `navigator.credentials.create()`. Send its result to `…/security/passkeys`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['offerMerchantPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/security/passkeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Register a passkey
     * @description At most 20. Ends all your other sessions.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['registerMerchantPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/security/passkeys/{passkeyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a passkey
     * @description Ends all your other sessions. An operator who needs a passkey keeps the last one.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    delete: operations['removeMerchantPasskey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read who is signed in */
    get: operations['readOperatorSession'];
    put?: never;
    /**
     * Sign in as an operator
     * @description The answer sets the cookie of the session. Attempts are limited by account and by IP address. A sign-in counts as a confirmation. With `needsSecondFactor`, the session waits 10 minutes for `…/session/second-factor`. Until then you can only read and end it.
     */
    post: operations['beginOperatorSession'];
    /** Sign out */
    delete: operations['endOperatorSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/session/second-factor': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give the second factor
     * @description Completes a sign-in with `needsSecondFactor`. Attempts are limited like sign-ins. The session gets a new cookie and a new `csrfToken`.
     */
    post: operations['giveOperatorSecondFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/session/passkey-options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for the answer of a passkey
     * @description Give the answer to `navigator.credentials.get()`. Send its result as `passkey` to `…/session/second-factor` or `…/session/confirm`.
     */
    post: operations['requestOperatorPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/session/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Prove again that it is you
     * @description Orders that move money or give rights need a confirmation that is at most 10 minutes old. A member with a second factor gives a `code` or a `passkey`. Any other member gives the `password`. The session gets a new cookie and a new `csrfToken`.
     */
    post: operations['confirmOperatorSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/security': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read how you sign in, and where you are signed in */
    get: operations['readOperatorSecurity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/security/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change your password
     * @description Somebody else may have used your account. So this ends all your other sessions, withdraws your links for a new password and the links that you have created, and stops your waiting changes. This session gets a new cookie and a new `csrfToken`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['changeOperatorPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/security/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End one of your sessions
     * @description A session needs a confirmation within 10 minutes.
     */
    delete: operations['endOperatorMemberSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/security/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End all your other sessions
     * @description A session needs a confirmation within 10 minutes.
     */
    delete: operations['endOtherOperatorSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/security/totp': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add an authenticator app
     * @description The app is in force after `…/security/totp/confirm`. Show `otpauthUri` as a QR code.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['beginOperatorTotp'];
    /**
     * Remove the authenticator app
     * @description Ends all your other sessions.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    delete: operations['removeOperatorTotp'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/security/totp/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Put the authenticator app in force
     * @description Give the code that the app shows. Ends all your other sessions.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['confirmOperatorTotp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/security/recovery-codes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make new recovery codes
     * @description The earlier codes no longer work. Ends all your other sessions.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['renewOperatorRecoveryCodes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/security/passkeys/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask an authenticator for a passkey
     * @description Give the answer to `navigator.credentials.create()`. Send its result to `…/security/passkeys`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['offerOperatorPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/security/passkeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Register a passkey
     * @description At most 20. Ends all your other sessions.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['registerOperatorPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/security/passkeys/{passkeyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a passkey
     * @description Ends all your other sessions. An operator who needs a passkey keeps the last one.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    delete: operations['removeOperatorPasskey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/volume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what was completed, day by day
     * @description The latest days including today, oldest first. Days begin at midnight in `timeZone`.
     *
     *     Needs the scope `invoices:read`.
     */
    get: operations['getVolume'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/attention': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what needs you
     * @description The newest facts of each kind that your scopes allow you to see. An empty list: nothing needs you.
     */
    get: operations['listAttention'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/web/v1/merchant': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read what your customers see of you */
    get: operations['getMerchantProfile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change what your customers see of you
     * @description A field that is left out stays as it is. Null removes a value. `look.logoUrl` is a data URL with a PNG, JPEG or WebP of at most 12 KiB. `frameOrigins` are the sites that may show your checkout in a frame.
     *
     *     Needs the scope `keys:write`.
     */
    patch: operations['updateMerchantProfile'];
    trace?: never;
  };
  '/web/v1/withdrawal-addresses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the whitelist of all your keys
     * @description The addresses to which your keys may withdraw. A key can also have a list of its own.
     *
     *     Needs the scope `keys:write`.
     */
    get: operations['getMerchantWhitelist'];
    /**
     * Replace the whitelist of all your keys
     * @description The address of a withdrawal must be on this list and on the list of the key that requests it. An empty list restricts nothing. A change that loosens the list is in force after 24 hours. A change that tightens it is in force at once.
     *
     *     Needs the scope `keys:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    put: operations['replaceMerchantWhitelist'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/withdrawals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List withdrawals of all merchants
     * @description Newest first. A withdrawal whose row was altered is left out, and the operator is told. Read it by its id to see why.
     *
     *     Needs the scope `reports:read` or `withdrawals:approve`.
     */
    get: operations['listAllWithdrawals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/withdrawals/{withdrawalId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a withdrawal to decide
     * @description The withdrawal with the facts for an approver: the merchant and its earlier payouts, who requested it and from where, whether the address was paid before and is whitelisted, the remaining balance, limits, the hot wallet, a freeze, and the approvals.
     *
     *     Needs the scope `reports:read` or `withdrawals:approve`.
     */
    get: operations['reviewWithdrawal'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/withdrawals/{withdrawalId}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a withdrawal's timeline
     * @description Every fact about it, in order: its request, orders and who gave them, signatures, its transactions, ledger entries, events, delivery attempts.
     *
     *     Needs the scope `reports:read` or `withdrawals:approve`.
     */
    get: operations['getOperatorWithdrawalTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/withdrawals/{withdrawalId}/approval-message': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what an approver signs
     * @description EIP-712 typed data for `eth_signTypedData_v4`. The amount is in base units; `validUntil` is 24 hours from now, in seconds since 1970. Give the signature with this `validUntil` when you approve.
     *
     *     Needs the scope `withdrawals:approve`.
     */
    get: operations['getApprovalMessage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/withdrawals/{withdrawalId}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve a withdrawal
     * @description If two approvals are needed, the first one does not change the status. A `signature` of the approval message can also be added after the approval, if an earlier signature has expired or the signing worker needs more signatures.
     *
     *     Needs the scope `withdrawals:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['approveWithdrawal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/withdrawals/{withdrawalId}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reject a withdrawal
     * @description Its reservation is released.
     *
     *     Needs the scope `withdrawals:approve`.
     */
    post: operations['rejectWithdrawal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/withdrawals/{withdrawalId}/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop a withdrawal
     * @description Only while it is approved and not signed yet. Its reservation is released.
     *
     *     Needs the scope `withdrawals:approve`.
     */
    post: operations['stopWithdrawal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/withdrawals/{withdrawalId}/settle': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Say what happened to a payout
     * @description For a withdrawal whose final transaction does not show the exact transfer, or for which a transaction was found on the chain. `paid`: the coins left the hot wallet. `unpaid`: the coins are still there. The withdrawal fails, the merchant reads this reason, and the amount is available again (or held again for a refund). `other`: the found transaction is another payment, so this withdrawal is signed.
     *
     *     Needs the scope `withdrawals:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['settleWithdrawal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/invoices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List invoices of all merchants
     * @description Newest first. An invoice whose deposit address was altered in the database is left out, and the log names it. Read it by its id.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['listAllInvoices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/invoices/{invoiceId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an invoice of any merchant
     * @description Needs the scope `reports:read`.
     */
    get: operations['getAnyInvoice'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/invoices/{invoiceId}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the timeline of an invoice of any merchant
     * @description As its merchant sees it.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['getAnyInvoiceTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/webhook-endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhook endpoints of all merchants
     * @description Newest first. `failing=true` lists the endpoints that are enabled and have failed every attempt since `failingSince`.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['listAllWebhookEndpoints'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/webhook-endpoints/{endpointId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a webhook endpoint of any merchant
     * @description Needs the scope `reports:read`.
     */
    get: operations['getAnyWebhookEndpoint'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/webhook-deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deliveries of all merchants
     * @description Newest first.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['listAllWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/webhook-deliveries/{deliveryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a delivery of any merchant
     * @description With its body and every attempt.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['getAnyWebhookDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/merchants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List merchants
     * @description Newest first. `search` takes a `merchantId`, or the beginnings of words of the name.
     *
     *     Needs the scope `reports:read` or `merchants:write`.
     */
    get: operations['listMerchants'];
    put?: never;
    /**
     * Create a merchant
     * @description Needs the scope `merchants:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['createMerchant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/merchants/{merchantId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a merchant
     * @description The merchant with its limits and the amounts that count towards them, its whitelist, the public profile, and counts of its objects.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['getMerchant'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a merchant
     * @description A field that is left out stays as it is. `status` suspends a merchant: its keys are refused, and its withdrawals wait. A limit that is loosened waits in `pendingPolicyChanges` for `POLICY_DELAY` or a second operator. A limit that is tightened is in force at once.
     *
     *     Needs the scope `merchants:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    patch: operations['updateMerchant'];
    trace?: never;
  };
  '/admin/v1/merchants/{merchantId}/balances': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List a merchant's balances
     * @description As the merchant sees them.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['listMerchantBalances'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List all API keys
     * @description The keys of all merchants and operators, newest first.
     *
     *     Needs the scope `keys:approve`.
     */
    get: operations['listAllApiKeys'];
    put?: never;
    /**
     * Give a merchant an API key
     * @description It is approved from the start. A key with `withdrawals:write` is approved only after `POLICY_DELAY`, or when a second operator approves it. The `key` is shown only in this answer.
     *
     *     Needs the scope `keys:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['createMerchantKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/api-keys/{apiKeyId}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve a pending API key
     * @description A key with `withdrawals:write` stays pending until `POLICY_DELAY` is over, or a second operator approves it too.
     *
     *     Needs the scope `keys:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['approveApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/api-keys/{apiKeyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Set the limits of an API key
     * @description Replaces the limits that were set before. Give each group of the table of limits a number of requests in its usual window, or null for no limit. `*` stands for all groups that are not named. `{}` removes all.
     *
     *     Needs the scope `keys:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    patch: operations['limitApiKey'];
    trace?: never;
  };
  '/admin/v1/policy-changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List changes that loosen a policy
     * @description Newest first. Those that are `waiting` can be confirmed and stopped.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['listPolicyChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/policy-changes/{policyChangeId}/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm a change that loosens a policy
     * @description The change is in force at once. The person who requested it can not confirm it. An API key, or the role of a person, must be older than `POLICY_DELAY`.
     *
     *     Needs the scope `merchants:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['confirmPolicyChange'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/policy-changes/{policyChangeId}/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop a change that loosens a policy
     * @description The change is stopped for good. One operator is enough. The change can be requested again.
     *
     *     Needs the scope `merchants:write`.
     */
    post: operations['stopPolicyChange'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/operators': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List operators
     * @description Newest first. Each operator has the keys that are not revoked, with their last use.
     *
     *     Needs the scope `keys:approve`.
     */
    get: operations['listOperators'];
    put?: never;
    /**
     * Create an operator
     * @description The operator gets a first key. Its `key` is shown only in this answer. It can have only scopes of the calling key, ends no later, and works only from addresses of the calling key.
     *
     *     Needs the scope `keys:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['createOperator'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/operators/{operatorId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an operator
     * @description The operator with the keys that are not revoked, approver addresses, and the sign-in.
     *
     *     Needs the scope `keys:approve`.
     */
    get: operations['getOperator'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/operators/{operatorId}/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give an operator another API key
     * @description The `key` is shown only in this answer. It can have only scopes of the calling key, ends no later, and works only from addresses of the calling key. An operator is one approver, however many keys they have.
     *
     *     Needs the scope `keys:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['createOperatorKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/operators/api-keys/{apiKeyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change an operator's API key
     * @description The change is in force from the next request on. A field that is left out stays as it is. `disabled` blocks a key until it is `approved` again. `revoked` blocks it for good. You can block any key except the last one that can manage operators. Blocking a key withdraws the open links that were created with it. The keys that were created with it still work: `keysMade` lists them. For other changes, the key's scopes must be within the scopes of the calling key. The calling key cannot let a key work longer, or from more addresses, than itself.
     *
     *     Needs the scope `keys:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    patch: operations['changeOperatorKey'];
    trace?: never;
  };
  '/admin/v1/merchants/{merchantId}/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List a merchant's members
     * @description Newest first.
     *
     *     Needs the scope `keys:approve`.
     */
    get: operations['listMembersOfMerchant'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/merchants/{merchantId}/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invite a member of a merchant
     * @description For example its first owner. Hand the `url` over yourself. It is shown only in this answer, and works once, for 7 days. The scopes of the role that move money wait for `POLICY_DELAY` from now on, or until a second operator confirms them. The merchant is told.
     *
     *     Needs the scope `keys:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['inviteForMerchant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/operators/{operatorId}/invitation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let an operator sign in
     * @description An operator is one person with one sign-in. Hand the `url` over yourself. It is shown only in this answer, and works once, for 7 days. An earlier link is withdrawn. Only people who have signed in can invite, and only for roles with no more rights than their own. So the sign-ins and keys of approvers are created at the command line. Scopes that move money wait for `POLICY_DELAY`, or until a second operator confirms them.
     *
     *     Needs the scope `keys:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['inviteOperator'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/operators/{operatorId}/invitation/{invitationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Withdraw an operator's invitation
     * @description Its link no longer works. A link for a new password can be withdrawn too.
     *
     *     Needs the scope `keys:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    delete: operations['withdrawOperatorInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/operators/{operatorId}/reset-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a link for a new password of an operator
     * @description The link works once, for 24 hours, and is shown only in this answer. The operator's role must have no more rights than yours. After the new password, the operator cannot confirm policy changes or move money for `POLICY_DELAY`, because the person who creates a link could also use it.
     *
     *     Needs the scope `keys:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['resetOperator'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/operators/{operatorId}/reset-factors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove the second factors of an operator who has lost them
     * @description Removes the authenticator app, passkeys and recovery codes, and ends the operator's sessions. The operator's role must have no more rights than yours. You cannot do it for yourself. Afterwards the operator cannot confirm policy changes for `POLICY_DELAY`.
     *
     *     Needs the scope `keys:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['resetOperatorFactors'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/operators/{operatorId}/member': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the role or status of an operator's sign-in
     * @description The operator's sessions end. You can set `disabled` for any operator, also for an approver. For other changes, the operator's role must have no more rights than yours. You cannot change your own sign-in. The operator's keys still work: block them separately.
     *
     *     Needs the scope `keys:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    patch: operations['changeOperatorMember'];
    trace?: never;
  };
  '/admin/v1/approver-addresses/{address}/registration-message': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what registers an approver address
     * @description EIP-712 typed data for `eth_signTypedData_v4`. It states that the address signs approvals for you. `validUntil` is 24 hours from now, in seconds since 1970.
     *
     *     Needs the scope `withdrawals:approve`.
     */
    get: operations['getRegistrationMessage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/approver-addresses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Register your approver address
     * @description Sign the registration message with the key of the address, and give the signature. For a contract wallet (ERC-1271, such as a Safe), give its chain too. The contract there verifies the signature. The address is shown as yours after `POLICY_DELAY`, or when a second operator confirms it. The signing worker trusts only `SIGNER_APPROVERS`.
     *
     *     Needs the scope `withdrawals:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['registerApproverAddress'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/operators/{operatorId}/approver-addresses/{address}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove an operator's approver address
     * @description It is removed at once. Also remove it from `SIGNER_APPROVERS`. Until then, its signatures still count.
     *
     *     Needs the scope `keys:approve`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    delete: operations['removeApproverAddress'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/assets/{chainCode}/{tokenSymbol}/freeze': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Freeze an asset's withdrawals
     * @description They wait, and are not signed until the asset is released.
     *
     *     Needs the scope `operations:write`.
     */
    post: operations['freezeAsset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/assets/{chainCode}/{tokenSymbol}/release': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Release an asset's withdrawals
     * @description If the reconciliation has found a difference while an operator's freeze was in force, this difference freezes the asset again at once. Then the answer has `frozen` and the reason.
     *
     *     Needs the scope `operations:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['releaseAsset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/audit-log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the audit log
     * @description Who did what, when, from where.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['listAuditLog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/audit-log/heads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the signed heads of the audit log
     * @description Each day the signing worker signs the last hashes of the hash chains of the audit log, the approvals and the ledger. Somebody who keeps such a head can prove later that nothing before it was changed.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['listAuditHeads'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/reconciliation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the last reconciliation
     * @description The last run, and every open difference between chain, ledger and invoices.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['getReconciliation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/reconciliation/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the runs of reconciliation
     * @description Newest first. Runs are kept for 90 days. `finishedAt` is null while a run is under way, or if it was killed.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['listReconciliationRuns'];
    put?: never;
    /**
     * Compare everything now
     * @description Compares chains, ledger and invoices from the beginning, not only the changes since the last run. A worker with the role `core` runs it. Read the run to see when it ends. A shortage freezes its asset.
     *
     *     Needs the scope `operations:write`.
     */
    post: operations['startReconciliationRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/reconciliation/runs/{runId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a run of reconciliation
     * @description The figures of the run and every difference, with an explanation and the next step.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['getReconciliationRun'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/chains': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List chains
     * @description Each chain's follower, the health of its RPCs, and its hot wallet.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['listChains'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/chains/{chainCode}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a chain
     * @description Needs the scope `reports:read`.
     */
    get: operations['getChain'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/chains/{chainCode}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume a halted chain
     * @description Find out first why it is halted. The audit log keeps your reason.
     *
     *     Needs the scope `operations:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['resumeChain'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/chains/{chainCode}/sweep': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sweep a chain now
     * @description Moves the money of deposit addresses to the hot wallet. Moves the part of the hot wallet's balance above its ceiling to the cold address. If a sweep is already under way, no second one starts. An address below the threshold is left out. The schedule also sweeps without this order.
     *
     *     Needs the scope `operations:write`.
     *
     *     A session needs a confirmation within 10 minutes.
     */
    post: operations['sweepChain'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/attention': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what needs an operator
     * @description The most urgent first. Of each kind that your scopes allow you to see, the list has the facts that wait longest. An empty list: nothing needs you.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['listOperatorAttention'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/assets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List assets with freezes and balances
     * @description Every asset of every chain, the frozen ones first. Each has its freeze (since when, by whom and why), its waiting withdrawals, the money of merchants, and the balance of the hot wallet.
     *
     *     Needs the scope `reports:read`.
     */
    get: operations['listAssetStates'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/healthz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Is it alive? */
    get: operations['healthz'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/readyz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Is it ready?
     * @description Ready means that the database, Temporal and Redis (if there is one) answer. If a chain is halted, the status is `degraded`, still with 200.
     */
    get: operations['readyz'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * This document
     * @description OpenAPI 3.1. [/docs](/docs) shows it.
     */
    get: operations['getOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'invoice.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An invoice was created */
    post: operations['invoice.created'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.paid': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Enough money was seen on the chain, but it is not confirmed yet */
    post: operations['invoice.paid'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The payment is confirmed, and your balance is credited */
    post: operations['invoice.completed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.underpaid': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Less than the amount was paid; the rest can still be paid */
    post: operations['invoice.underpaid'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.overpaid': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** More than the amount is confirmed */
    post: operations['invoice.overpaid'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.expired': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The time of an invoice ran out without enough payment */
    post: operations['invoice.expired'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A payment that had been seen was reverted */
    post: operations['invoice.failed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.approved': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An operator approved a withdrawal */
    post: operations['withdrawal.approved'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The transaction of a withdrawal is confirmed */
    post: operations['withdrawal.completed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.payment_held': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Confirmed money can not be credited to the invoice, and is held */
    post: operations['invoice.payment_held'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.refunded': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Held money was sent back, and the transaction is confirmed */
    post: operations['invoice.refunded'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.rejected': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An operator rejected a withdrawal */
    post: operations['withdrawal.rejected'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.cancelled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** You cancelled a withdrawal; its reservation was released */
    post: operations['withdrawal.cancelled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.stopped': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An operator stopped an approved withdrawal; its reservation was released */
    post: operations['withdrawal.stopped'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A withdrawal can not be sent any more; its reservation was released */
    post: operations['withdrawal.failed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'endpoint.failing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Another endpoint of yours has failed for a long time */
    post: operations['endpoint.failing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'policy.change_requested': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Somebody requested a change that would let more of your money out */
    post: operations['policy.change_requested'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  ping: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A test that you ordered */
    post: operations['ping'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'checkout.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A checkout is completed by one of its invoices */
    post: operations['checkout.completed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'checkout.expired': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The time of a checkout ran out without enough payment */
    post: operations['checkout.expired'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /**
     * @example {
     *       "amountFiat": "25.00",
     *       "fiatCurrency": "USD",
     *       "tokenSymbol": "USDC",
     *       "chainCode": "base",
     *       "merchantReference": "order-1001"
     *     }
     * @example {
     *       "amountCrypto": "25",
     *       "tokenSymbol": "USDC",
     *       "chainCode": "base",
     *       "expiresInSeconds": 3600
     *     }
     */
    NewInvoice: {
      /** @example 25.00 */
      amountFiat?: string;
      /** @enum {string} */
      fiatCurrency?:
        | 'AED'
        | 'AFN'
        | 'ALL'
        | 'AMD'
        | 'ANG'
        | 'AOA'
        | 'ARS'
        | 'AUD'
        | 'AWG'
        | 'AZN'
        | 'BAM'
        | 'BBD'
        | 'BDT'
        | 'BGN'
        | 'BHD'
        | 'BIF'
        | 'BMD'
        | 'BND'
        | 'BOB'
        | 'BRL'
        | 'BSD'
        | 'BTN'
        | 'BWP'
        | 'BYN'
        | 'BZD'
        | 'CAD'
        | 'CDF'
        | 'CHF'
        | 'CLP'
        | 'CNY'
        | 'COP'
        | 'CRC'
        | 'CUC'
        | 'CUP'
        | 'CVE'
        | 'CZK'
        | 'DJF'
        | 'DKK'
        | 'DOP'
        | 'DZD'
        | 'EGP'
        | 'ERN'
        | 'ETB'
        | 'EUR'
        | 'FJD'
        | 'FKP'
        | 'GBP'
        | 'GEL'
        | 'GHS'
        | 'GIP'
        | 'GMD'
        | 'GNF'
        | 'GTQ'
        | 'GYD'
        | 'HKD'
        | 'HNL'
        | 'HRK'
        | 'HTG'
        | 'HUF'
        | 'IDR'
        | 'ILS'
        | 'INR'
        | 'IQD'
        | 'IRR'
        | 'ISK'
        | 'JMD'
        | 'JOD'
        | 'JPY'
        | 'KES'
        | 'KGS'
        | 'KHR'
        | 'KMF'
        | 'KPW'
        | 'KRW'
        | 'KWD'
        | 'KYD'
        | 'KZT'
        | 'LAK'
        | 'LBP'
        | 'LKR'
        | 'LRD'
        | 'LSL'
        | 'LYD'
        | 'MAD'
        | 'MDL'
        | 'MGA'
        | 'MKD'
        | 'MMK'
        | 'MNT'
        | 'MOP'
        | 'MRU'
        | 'MUR'
        | 'MVR'
        | 'MWK'
        | 'MXN'
        | 'MYR'
        | 'MZN'
        | 'NAD'
        | 'NGN'
        | 'NIO'
        | 'NOK'
        | 'NPR'
        | 'NZD'
        | 'OMR'
        | 'PAB'
        | 'PEN'
        | 'PGK'
        | 'PHP'
        | 'PKR'
        | 'PLN'
        | 'PYG'
        | 'QAR'
        | 'RON'
        | 'RSD'
        | 'RUB'
        | 'RWF'
        | 'SAR'
        | 'SBD'
        | 'SCR'
        | 'SDG'
        | 'SEK'
        | 'SGD'
        | 'SHP'
        | 'SLE'
        | 'SLL'
        | 'SOS'
        | 'SRD'
        | 'SSP'
        | 'STN'
        | 'SVC'
        | 'SYP'
        | 'SZL'
        | 'THB'
        | 'TJS'
        | 'TMT'
        | 'TND'
        | 'TOP'
        | 'TRY'
        | 'TTD'
        | 'TWD'
        | 'TZS'
        | 'UAH'
        | 'UGX'
        | 'USD'
        | 'UYU'
        | 'UZS'
        | 'VES'
        | 'VND'
        | 'VUV'
        | 'WST'
        | 'XAF'
        | 'XCD'
        | 'XCG'
        | 'XDR'
        | 'XOF'
        | 'XPF'
        | 'XSU'
        | 'YER'
        | 'ZAR'
        | 'ZMW'
        | 'ZWG'
        | 'ZWL';
      /** @example 25.00 */
      amountCrypto?: string;
      /** @example USDC */
      tokenSymbol: string;
      /** @example base */
      chainCode: string;
      /** @example Two coffees and a cake */
      description?: string;
      /** @example order-1001 */
      merchantReference?: string;
      /**
       * @description Your own notes: at most 4 KiB as JSON.
       * @example {
       *       "cart": "c-7"
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean | null;
      };
      /** @default 900 */
      expiresInSeconds?: number;
      /**
       * @description Where your customer goes afterwards: an https URL without credentials, its host in the form of URLs. Local mode takes http://localhost and http://127.0.0.1 too.
       * @example https://shop.example/thanks
       */
      redirectUrl?: string;
    } & (unknown | unknown);
    /**
     * @example {
     *       "amountFiat": "25.00",
     *       "fiatCurrency": "USD",
     *       "description": "Two coffees",
     *       "merchantReference": "order-1001"
     *     }
     * @example {
     *       "amountCrypto": "25",
     *       "tokenSymbol": "USDC",
     *       "expiresInSeconds": 3600
     *     }
     */
    NewCheckout: {
      /** @example 25.00 */
      amountFiat?: string;
      /** @enum {string} */
      fiatCurrency?:
        | 'AED'
        | 'AFN'
        | 'ALL'
        | 'AMD'
        | 'ANG'
        | 'AOA'
        | 'ARS'
        | 'AUD'
        | 'AWG'
        | 'AZN'
        | 'BAM'
        | 'BBD'
        | 'BDT'
        | 'BGN'
        | 'BHD'
        | 'BIF'
        | 'BMD'
        | 'BND'
        | 'BOB'
        | 'BRL'
        | 'BSD'
        | 'BTN'
        | 'BWP'
        | 'BYN'
        | 'BZD'
        | 'CAD'
        | 'CDF'
        | 'CHF'
        | 'CLP'
        | 'CNY'
        | 'COP'
        | 'CRC'
        | 'CUC'
        | 'CUP'
        | 'CVE'
        | 'CZK'
        | 'DJF'
        | 'DKK'
        | 'DOP'
        | 'DZD'
        | 'EGP'
        | 'ERN'
        | 'ETB'
        | 'EUR'
        | 'FJD'
        | 'FKP'
        | 'GBP'
        | 'GEL'
        | 'GHS'
        | 'GIP'
        | 'GMD'
        | 'GNF'
        | 'GTQ'
        | 'GYD'
        | 'HKD'
        | 'HNL'
        | 'HRK'
        | 'HTG'
        | 'HUF'
        | 'IDR'
        | 'ILS'
        | 'INR'
        | 'IQD'
        | 'IRR'
        | 'ISK'
        | 'JMD'
        | 'JOD'
        | 'JPY'
        | 'KES'
        | 'KGS'
        | 'KHR'
        | 'KMF'
        | 'KPW'
        | 'KRW'
        | 'KWD'
        | 'KYD'
        | 'KZT'
        | 'LAK'
        | 'LBP'
        | 'LKR'
        | 'LRD'
        | 'LSL'
        | 'LYD'
        | 'MAD'
        | 'MDL'
        | 'MGA'
        | 'MKD'
        | 'MMK'
        | 'MNT'
        | 'MOP'
        | 'MRU'
        | 'MUR'
        | 'MVR'
        | 'MWK'
        | 'MXN'
        | 'MYR'
        | 'MZN'
        | 'NAD'
        | 'NGN'
        | 'NIO'
        | 'NOK'
        | 'NPR'
        | 'NZD'
        | 'OMR'
        | 'PAB'
        | 'PEN'
        | 'PGK'
        | 'PHP'
        | 'PKR'
        | 'PLN'
        | 'PYG'
        | 'QAR'
        | 'RON'
        | 'RSD'
        | 'RUB'
        | 'RWF'
        | 'SAR'
        | 'SBD'
        | 'SCR'
        | 'SDG'
        | 'SEK'
        | 'SGD'
        | 'SHP'
        | 'SLE'
        | 'SLL'
        | 'SOS'
        | 'SRD'
        | 'SSP'
        | 'STN'
        | 'SVC'
        | 'SYP'
        | 'SZL'
        | 'THB'
        | 'TJS'
        | 'TMT'
        | 'TND'
        | 'TOP'
        | 'TRY'
        | 'TTD'
        | 'TWD'
        | 'TZS'
        | 'UAH'
        | 'UGX'
        | 'USD'
        | 'UYU'
        | 'UZS'
        | 'VES'
        | 'VND'
        | 'VUV'
        | 'WST'
        | 'XAF'
        | 'XCD'
        | 'XCG'
        | 'XDR'
        | 'XOF'
        | 'XPF'
        | 'XSU'
        | 'YER'
        | 'ZAR'
        | 'ZMW'
        | 'ZWG'
        | 'ZWL';
      /** @example 25.00 */
      amountCrypto?: string;
      /** @example USDC */
      tokenSymbol?: string;
      /** @description The assets that your customer may choose. Absent: all offered assets. */
      assets?: {
        /** @example base */
        chainCode: string;
        /** @example USDC */
        tokenSymbol: string;
      }[];
      /** @example order-1001 */
      merchantReference?: string;
      /**
       * @description Your own notes: at most 4 KiB as JSON.
       * @example {
       *       "cart": "c-7"
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean | null;
      };
      /** @example Two coffees and a cake */
      description?: string;
      /** @default 3600 */
      expiresInSeconds?: number;
      /** @default 900 */
      quoteSeconds?: number;
      /**
       * @description Where your customer goes afterwards: an https URL without credentials, its host in the form of URLs. Local mode takes http://localhost and http://127.0.0.1 too.
       * @example https://shop.example/thanks
       */
      redirectUrl?: string;
      /**
       * @description Where your customer goes afterwards: an https URL without credentials, its host in the form of URLs. Local mode takes http://localhost and http://127.0.0.1 too.
       * @example https://shop.example/thanks
       */
      cancelUrl?: string;
      /**
       * @description The language of its page: `en` or `de`. With any other value, the page uses the first language of the browser that it supports, otherwise English.
       * @example de
       */
      locale?: string;
    } & (unknown | unknown);
    /**
     * @example {
     *       "chainCode": "base",
     *       "tokenSymbol": "USDC"
     *     }
     */
    CheckoutChoice: {
      /** @example base */
      chainCode: string;
      /** @example USDC */
      tokenSymbol: string;
    };
    /**
     * @example {
     *       "chainCode": "base",
     *       "tokenSymbol": "USDC",
     *       "amountCrypto": "10.00",
     *       "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
     *       "merchantReference": "payout-7"
     *     }
     */
    NewWithdrawal: {
      /** @example base */
      chainCode: string;
      /** @example USDC */
      tokenSymbol: string;
      /** @example 25.00 */
      amountCrypto?: string;
      /** @example 25000000 */
      amountAtomic?: string;
      /** @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed */
      address: string;
      /** @example order-1001 */
      merchantReference?: string;
      /**
       * @description Your own notes: at most 4 KiB as JSON.
       * @example {
       *       "cart": "c-7"
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean | null;
      };
    } & (unknown | unknown);
    NewWebhookEndpoint: {
      /** @example https://shop.example/hooks */
      url: string;
      /**
       * @description `*` is every event, also of later versions.
       * @example [
       *       "invoice.paid",
       *       "invoice.completed"
       *     ]
       */
      events: (
        | 'invoice.created'
        | 'invoice.paid'
        | 'invoice.completed'
        | 'invoice.underpaid'
        | 'invoice.overpaid'
        | 'invoice.expired'
        | 'invoice.failed'
        | 'withdrawal.approved'
        | 'withdrawal.completed'
        | 'invoice.payment_held'
        | 'invoice.refunded'
        | 'withdrawal.rejected'
        | 'withdrawal.cancelled'
        | 'withdrawal.stopped'
        | 'withdrawal.failed'
        | 'endpoint.failing'
        | 'policy.change_requested'
        | 'ping'
        | 'checkout.completed'
        | 'checkout.expired'
        | '*'
      )[];
      /** @default null */
      description?: string | null;
    };
    /**
     * @example {
     *       "status": "enabled"
     *     }
     */
    WebhookEndpointChanges: {
      /** @example https://shop.example/hooks */
      url?: string;
      /**
       * @description `*` is every event, also of later versions.
       * @example [
       *       "invoice.paid",
       *       "invoice.completed"
       *     ]
       */
      events?: (
        | 'invoice.created'
        | 'invoice.paid'
        | 'invoice.completed'
        | 'invoice.underpaid'
        | 'invoice.overpaid'
        | 'invoice.expired'
        | 'invoice.failed'
        | 'withdrawal.approved'
        | 'withdrawal.completed'
        | 'invoice.payment_held'
        | 'invoice.refunded'
        | 'withdrawal.rejected'
        | 'withdrawal.cancelled'
        | 'withdrawal.stopped'
        | 'withdrawal.failed'
        | 'endpoint.failing'
        | 'policy.change_requested'
        | 'ping'
        | 'checkout.completed'
        | 'checkout.expired'
        | '*'
      )[];
      description?: string | null;
      /** @enum {string} */
      status?: 'enabled' | 'disabled';
    };
    /**
     * @example {
     *       "role": "viewer"
     *     }
     */
    MemberChanges:
      | {
          /**
           * @example finance
           * @enum {string}
           */
          role?: 'owner' | 'finance' | 'developer' | 'viewer';
          /** @enum {string} */
          status?: 'active' | 'disabled';
        }
      | unknown
      | unknown;
    NewInvitation: {
      /** @example ann@shop.example */
      email: string & (unknown & unknown);
      /**
       * @example finance
       * @enum {string}
       */
      role: 'owner' | 'finance' | 'developer' | 'viewer';
    };
    /** @description The answer of `navigator.credentials.get()`, as JSON. */
    PasskeyProof: {
      id: string;
      rawId: string;
      /** @constant */
      type: 'public-key';
      /** @enum {string} */
      authenticatorAttachment?: 'platform' | 'cross-platform';
      /** @example {} */
      clientExtensionResults: Record<string, never>;
      response: {
        clientDataJSON: string;
        authenticatorData: string;
        signature: string;
        userHandle?: string;
      };
    };
    /** @description The answer of `navigator.credentials.create()`, as JSON. */
    NewPasskey: {
      id: string;
      rawId: string;
      /** @constant */
      type: 'public-key';
      /** @enum {string} */
      authenticatorAttachment?: 'platform' | 'cross-platform';
      /** @example {} */
      clientExtensionResults: Record<string, never>;
      response: {
        clientDataJSON: string;
        attestationObject: string;
        authenticatorData?: string;
        transports?: string[];
        publicKeyAlgorithm?: number;
        publicKey?: string;
      };
    };
    /**
     * @example {
     *       "contact": "help@shop.example",
     *       "look": {
     *         "color": "#0f766e"
     *       }
     *     }
     */
    MerchantProfileChanges: {
      /** @example Corner shop */
      name?: string;
      /** @example help@shop.example */
      contact?: string | null;
      look?: {
        /** @example #0f766e */
        color?: string | null;
        /** @example null */
        logoUrl?: string | null;
      };
      frameOrigins?: string[];
    };
    /**
     * @example {
     *       "name": "Corner shop"
     *     }
     */
    NewMerchant: {
      /** @example Corner shop */
      name: string;
      toleranceBps?: number | null;
      acceptLate?: boolean;
      withdrawalLimits?: components['schemas']['AssetLimits'][];
    };
    AssetLimits: {
      /** @example base */
      chainCode: string;
      /** @example USDC */
      tokenSymbol: string;
      perWithdrawalCrypto?: string | null;
      perWithdrawalAtomic?: string | null;
      perDayCrypto?: string | null;
      perDayAtomic?: string | null;
      twoApprovalsAboveCrypto?: string | null;
      twoApprovalsAboveAtomic?: string | null;
      autoApproveBelowCrypto?: string | null;
      autoApproveBelowAtomic?: string | null;
    } & (unknown & unknown & unknown & unknown);
    /**
     * @example {
     *       "status": "suspended",
     *       "reason": "Asked to by its owner"
     *     }
     */
    MerchantChanges:
      | {
          /** @example Corner shop */
          name?: string;
          /** @enum {string} */
          status?: 'active' | 'suspended';
          toleranceBps?: number | null;
          acceptLate?: boolean;
          withdrawalLimits?: components['schemas']['AssetLimits'][];
          /** @example Looked at by the night shift */
          reason?: string;
        }
      | unknown
      | unknown
      | unknown
      | unknown
      | unknown;
    OperatorKeyChanges:
      | {
          /** @enum {string} */
          status?: 'approved' | 'disabled' | 'revoked';
          /** @description Where it may be used from; empty: from anywhere. */
          ips?: (string | unknown | unknown | unknown | unknown)[];
          /** @description In the future; null or left out: never. */
          expiresAt?: (string & (unknown & unknown)) | null;
        }
      | unknown
      | unknown
      | unknown;
    NewMerchantInvitation: {
      /** @example ann@shop.example */
      email: string & (unknown & unknown);
      /**
       * @default owner
       * @example finance
       * @enum {string}
       */
      role?: 'owner' | 'finance' | 'developer' | 'viewer';
    };
    NewOperatorInvitation: {
      /** @example ann@shop.example */
      email: string & (unknown & unknown);
      /**
       * @example viewer
       * @enum {string}
       */
      role: 'viewer' | 'approver' | 'manager';
    };
    /**
     * @example {
     *       "status": "disabled"
     *     }
     */
    OperatorMemberChanges:
      | {
          /**
           * @example viewer
           * @enum {string}
           */
          role?: 'viewer' | 'approver' | 'manager';
          /** @enum {string} */
          status?: 'active' | 'disabled';
        }
      | unknown
      | unknown;
    InvoiceEvent: {
      /** @example inv_01jc8z4n6q0v3w9x2y5r7t1k8m */
      invoiceId: string;
      /** @example pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c */
      publicId: string;
      status: components['schemas']['InvoiceStatus'];
      /** @example 25.00 */
      amountFiat: string | null;
      /** @example USD */
      fiatCurrency: string | null;
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /**
       * @description The sum of payments in the requested asset that were seen on time and were not reverted.
       * @example 25.000000
       */
      amountPaidCrypto: string;
      /** @example USDC */
      tokenSymbol: string;
      /** @example base */
      chainCode: string;
      /** @description The transfer that completed the amount; until then the latest transfer. */
      txHash: string | null;
      /**
       * @description The lowest number of confirmations among the transfers that make up the amount.
       * @example 12
       */
      confirmations: number;
      /**
       * @description An address with the checksum of EIP-55.
       * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
       */
      depositAddress: string;
      merchantReference: string | null;
      metadata: components['schemas']['Metadata'];
      /** @description The block time of the transfer that completed the amount. */
      paidAt: string | null;
    };
    /**
     * @example completed
     * @enum {string}
     */
    InvoiceStatus: 'pending' | 'underpaid' | 'paid' | 'completed' | 'expired' | 'failed' | 'cancelled';
    /**
     * @description Your own notes, as you gave them.
     * @example {
     *       "cart": "c-7"
     *     }
     */
    Metadata: {
      [key: string]: string | number | boolean | null;
    };
    WithdrawalEvent: {
      /** @example wd_01jc8z4n6q0v3w9x2y5r7t1k8m */
      withdrawalId: string;
      kind: components['schemas']['WithdrawalKind'];
      /**
       * @description The invoice of a refund.
       * @example null
       */
      invoiceId: string | null;
      status: components['schemas']['WithdrawalStatus'];
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /** @example USDC */
      tokenSymbol: string;
      /** @example base */
      chainCode: string;
      /**
       * @description An address with the checksum of EIP-55.
       * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
       */
      address: string;
      txHash: string | null;
      /** @example 12 */
      confirmations: number;
      merchantReference: string | null;
      metadata: components['schemas']['Metadata'];
      /**
       * @description How many operators have to approve it.
       * @example 1
       */
      approvalsRequired: number;
      /**
       * @description How many have approved it so far.
       * @example 1
       */
      approvalsGiven: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      approvedAt: string | null;
      completedAt: string | null;
      /** @example null */
      failureReason: string | null;
      /**
       * @description Why it has not been sent yet, if its status does not say so.
       * @example null
       */
      waitingReason: string | null;
    };
    /**
     * @description A `refund` sends an invoice's held money back.
     * @example withdrawal
     * @enum {string}
     */
    WithdrawalKind: 'withdrawal' | 'refund';
    /**
     * @example completed
     * @enum {string}
     */
    WithdrawalStatus:
      | 'pending_approval'
      | 'approved'
      | 'broadcast'
      | 'completed'
      | 'rejected'
      | 'cancelled'
      | 'stopped'
      | 'failed';
    PaymentHeldEvent: {
      /** @example inv_01jc8z4n6q0v3w9x2y5r7t1k8m */
      invoiceId: string;
      /** @example pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c */
      publicId: string;
      status: components['schemas']['InvoiceStatus'];
      /** @example 25.00 */
      amountFiat: string | null;
      /** @example USD */
      fiatCurrency: string | null;
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /**
       * @description The sum of payments in the requested asset that were seen on time and were not reverted.
       * @example 25.000000
       */
      amountPaidCrypto: string;
      /** @example USDC */
      tokenSymbol: string;
      /** @example base */
      chainCode: string;
      /** @description The transfer that completed the amount; until then the latest transfer. */
      txHash: string | null;
      /**
       * @description The lowest number of confirmations among the transfers that make up the amount.
       * @example 12
       */
      confirmations: number;
      /**
       * @description An address with the checksum of EIP-55.
       * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
       */
      depositAddress: string;
      merchantReference: string | null;
      metadata: components['schemas']['Metadata'];
      /** @description The block time of the transfer that completed the amount. */
      paidAt: string | null;
      held: components['schemas']['HeldMoney'][];
    };
    /** @description A confirmed payment that can not be credited to the invoice. Resolve the invoice to accept the payment or to refund it. */
    HeldMoney: {
      /** @example base */
      chainCode: string;
      /** @example USDC */
      tokenSymbol: string;
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountAtomic: string;
      /**
       * @example late
       * @enum {string}
       */
      reason: 'late' | 'too_little' | 'cancelled' | 'unexpected';
      txHash: string | null;
      from: string | null;
    };
    InvoiceRefundedEvent: {
      /** @example inv_01jc8z4n6q0v3w9x2y5r7t1k8m */
      invoiceId: string;
      /** @example pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c */
      publicId: string;
      status: components['schemas']['InvoiceStatus'];
      /** @example 25.00 */
      amountFiat: string | null;
      /** @example USD */
      fiatCurrency: string | null;
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /**
       * @description The sum of payments in the requested asset that were seen on time and were not reverted.
       * @example 25.000000
       */
      amountPaidCrypto: string;
      /** @example USDC */
      tokenSymbol: string;
      /** @example base */
      chainCode: string;
      /** @description The transfer that completed the amount; until then the latest transfer. */
      txHash: string | null;
      /**
       * @description The lowest number of confirmations among the transfers that make up the amount.
       * @example 12
       */
      confirmations: number;
      /**
       * @description An address with the checksum of EIP-55.
       * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
       */
      depositAddress: string;
      merchantReference: string | null;
      metadata: components['schemas']['Metadata'];
      /** @description The block time of the transfer that completed the amount. */
      paidAt: string | null;
      refund: components['schemas']['RefundMade'];
    };
    RefundMade: {
      /** @example wd_01jc8z4n6q0v3w9x2y5r7t1k8m */
      withdrawalId: string;
      /** @example base */
      chainCode: string;
      /** @example USDC */
      tokenSymbol: string;
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountAtomic: string;
      /**
       * @description An address with the checksum of EIP-55.
       * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
       */
      address: string;
      txHash: string | null;
    };
    EndpointFailingEvent: {
      /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
      endpointId: string;
      /** @example shop.example */
      host: string;
      /** @example Orders */
      description: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      failingSince: string;
      lastSuccessAt: string | null;
      /** @example 12 */
      consecutiveFailures: number;
      /** @enum {string} */
      status: 'enabled' | 'disabled';
      /** @example null */
      disabledReason: string | null;
      /**
       * Format: date-time
       * @description When the endpoint will be disabled if no delivery succeeds before, or when it was disabled.
       * @example 2026-01-31T12:00:00.000Z
       */
      disablesAt: string;
    };
    PolicyChangeEvent: {
      /** @example pol_01jc8z4n6q0v3w9x2y5r7t1k8m */
      policyChangeId: string;
      /** @enum {string} */
      kind:
        | 'withdrawal_limit'
        | 'api_key'
        | 'key_whitelist'
        | 'merchant_whitelist'
        | 'approver_address'
        | 'member_role';
      /**
       * @description The id of the merchant, API key or operator that is changed.
       * @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m
       */
      objectId: string;
      /**
       * @description The new values. Amounts are in base units, and addresses in lower case.
       * @example {
       *       "chainCode": "base",
       *       "tokenSymbol": "USDC",
       *       "decimals": 6,
       *       "field": "perDayAtomic",
       *       "from": "1000000000",
       *       "to": "5000000000"
       *     }
       */
      change: {
        [key: string]: string | number | null;
      };
      /** @enum {string} */
      requestedBy: 'merchant' | 'operator' | 'cli';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      requestedAt: string;
      /**
       * Format: date-time
       * @description The change is in force from this moment on, unless it is stopped before.
       * @example 2026-01-31T12:00:00.000Z
       */
      holdsFrom: string;
    };
    PingEvent: {
      /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
      endpointId: string;
      /** @example A test, sent as every event is. */
      message: string;
    };
    CheckoutEvent: {
      /** @example chk_01jc8z4n6q0v3w9x2y5r7t1k8m */
      checkoutId: string;
      /** @example cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c */
      publicId: string;
      status: components['schemas']['CheckoutStatus'];
      /** @example 25.00 */
      amountFiat: string | null;
      /** @example USD */
      fiatCurrency: string | null;
      amountCrypto: string | null;
      tokenSymbol: string | null;
      assets: {
        /** @example base */
        chainCode: string;
        /** @example USDC */
        tokenSymbol: string;
      }[];
      merchantReference: string | null;
      metadata: components['schemas']['Metadata'];
      /** @example Two coffees and a cake */
      description: string | null;
      /** @example https://pay.example.com/pay/cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c */
      checkoutUrl: string;
      /** @example https://shop.example/thanks */
      redirectUrl: string | null;
      /** @example https://shop.example/cart */
      cancelUrl: string | null;
      /** @example de */
      locale: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      expiresAt: string;
      completedAt: string | null;
      /** @description The invoice that completed it. */
      completedBy: string | null;
    };
    /**
     * @example open
     * @enum {string}
     */
    CheckoutStatus: 'open' | 'processing' | 'completed' | 'expired' | 'cancelled';
    Invoice: {
      /** @example inv_01jc8z4n6q0v3w9x2y5r7t1k8m */
      invoiceId: string;
      /** @description The checkout of which this invoice is a choice. */
      checkoutId: string | null;
      /** @example pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c */
      publicId: string;
      status: components['schemas']['InvoiceStatus'];
      /** @example 25.00 */
      amountFiat: string | null;
      /** @example USD */
      fiatCurrency: string | null;
      /**
       * @description What it is paid for, as your customer sees it.
       * @example Two coffees and a cake
       */
      description: string | null;
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountAtomic: string;
      /**
       * @description The sum of payments in the requested asset that were seen on time and were not reverted.
       * @example 25.000000
       */
      amountPaidCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountPaidAtomic: string;
      /** @example false */
      overpaid: boolean;
      /** @example USDC */
      tokenSymbol: string;
      /** @example base */
      chainCode: string;
      /**
       * @description An address with the checksum of EIP-55.
       * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
       */
      depositAddress: string;
      /**
       * @description A payment request (EIP-681). Show it as a link or QR code only for a native coin. For a token, show `depositAddress`: some well-known wallets send the tokens to the token's contract, where they are lost.
       * @example ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000
       */
      paymentUri: string;
      /**
       * @description The page on which your customer pays.
       * @example https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c
       */
      checkoutUrl: string;
      /** @description The transfer that completed the amount; until then the latest transfer. */
      txHash: string | null;
      /**
       * @description The lowest number of confirmations among the transfers that make up the amount.
       * @example 12
       */
      confirmations: number;
      /** @example 12 */
      confirmationsRequired: number;
      merchantReference: string | null;
      metadata: components['schemas']['Metadata'];
      /** @description Null: the amount was given in crypto. */
      rate: components['schemas']['Rate'] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      expiresAt: string;
      /** @description The block time of the transfer that completed the amount. */
      paidAt: string | null;
      completedAt: string | null;
      payments: components['schemas']['Payment'][];
      held: components['schemas']['HeldMoney'][];
      /**
       * @description The amount that was credited to your balance for it, in the requested asset. Late money counts. Money that is held or was sent back does not.
       * @example 25.000000
       */
      amountCreditedCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountCreditedAtomic: string;
      /**
       * @description True: money that completes the amount after `expiresAt` is credited. False: it is held. This was your setting when the invoice was created.
       * @example false
       */
      acceptLate: boolean;
      chain: components['schemas']['ChainOfInvoice'];
    };
    Rate: {
      /**
       * @description Fiat for one whole token.
       * @example 1.0002
       */
      rate: string;
      /** @example coinbase, kraken */
      source: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      asOf: string;
    };
    /** @description A transfer to an invoice. A field is null if the chain does not have its value. */
    Payment: {
      txHash: string | null;
      /** @example 3 */
      logIndex: number | null;
      /**
       * @description The number of a block.
       * @example 21500000
       */
      blockNumber: number;
      /** @example 0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7 */
      blockHash: string;
      from: string | null;
      /** @example base */
      chainCode: string;
      /** @example USDC */
      tokenSymbol: string;
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountAtomic: string;
      /** @example 12 */
      confirmations: number;
      status: components['schemas']['PaymentStatus'];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      seenAt: string;
    };
    /**
     * @example confirmed
     * @enum {string}
     */
    PaymentStatus: 'seen' | 'confirmed' | 'reverted' | 'late' | 'unexpected';
    /** @description The state of its chain. */
    ChainOfInvoice: {
      /**
       * @description True: nothing is read or credited on its chain until an operator resumes it.
       * @example false
       */
      halted: boolean;
    };
    /** @description The dotted path of a field of the request, and what is wrong with it. */
    ErrorDetail: {
      path: string;
      message: string;
    };
    TimelineFact:
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'quote';
          /** @example base */
          chainCode: string;
          /** @example USDC */
          tokenSymbol: string;
          /**
           * @description In whole tokens, with six decimals.
           * @example 25.000000
           */
          amountCrypto: string;
          /**
           * @description The exact amount in the token's base units.
           * @example 25000000
           */
          amountAtomic: string;
          rate: components['schemas']['Rate'] | null;
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          expiresAt: string;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @enum {string} */
          kind: 'payment_seen' | 'payment_confirmed' | 'payment_reverted';
          txHash: string | null;
          logIndex: number | null;
          /**
           * @description The number of a block.
           * @example 21500000
           */
          blockNumber: number;
          /** @example 0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7 */
          blockHash: string;
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          blockTime: string;
          from: string | null;
          /** @example base */
          chainCode: string;
          /** @example USDC */
          tokenSymbol: string;
          /**
           * @description In whole tokens, with six decimals.
           * @example 25.000000
           */
          amountCrypto: string;
          /**
           * @description The exact amount in the token's base units.
           * @example 25000000
           */
          amountAtomic: string;
          status: components['schemas']['PaymentStatus'];
          /** @example 12 */
          confirmations: number;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'ledger_entry';
          /** @example transfer_none_to_credited */
          entry: string;
          /** @example base */
          chainCode: string;
          /** @example USDC */
          tokenSymbol: string;
          postings: {
            /** @example available */
            account: string;
            /** @enum {string} */
            side: 'debit' | 'credit';
            /**
             * @description In whole tokens, with six decimals.
             * @example 25.000000
             */
            amountCrypto: string;
            /**
             * @description The exact amount in the token's base units.
             * @example 25000000
             */
            amountAtomic: string;
          }[];
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'event';
          /** @enum {string} */
          event:
            | 'invoice.created'
            | 'invoice.paid'
            | 'invoice.completed'
            | 'invoice.underpaid'
            | 'invoice.overpaid'
            | 'invoice.expired'
            | 'invoice.failed'
            | 'withdrawal.approved'
            | 'withdrawal.completed'
            | 'invoice.payment_held'
            | 'invoice.refunded'
            | 'withdrawal.rejected'
            | 'withdrawal.cancelled'
            | 'withdrawal.stopped'
            | 'withdrawal.failed'
            | 'endpoint.failing'
            | 'policy.change_requested'
            | 'ping'
            | 'checkout.completed'
            | 'checkout.expired';
          /** @example evt_01jc8z4n6q0v3w9x2y5r7t1k8m */
          eventId: string;
          /** @description The payments of an event `invoice.payment_held`. */
          held: components['schemas']['HeldMoney'][] | null;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'delivery_attempt';
          /** @example dlv_01jc8z4n6q0v3w9x2y5r7t1k8m */
          deliveryId: string;
          /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
          endpointId: string;
          /**
           * @description Host and port of the endpoint's current URL.
           * @example shop.example
           */
          endpointHost: string;
          /** @enum {string} */
          event:
            | 'invoice.created'
            | 'invoice.paid'
            | 'invoice.completed'
            | 'invoice.underpaid'
            | 'invoice.overpaid'
            | 'invoice.expired'
            | 'invoice.failed'
            | 'withdrawal.approved'
            | 'withdrawal.completed'
            | 'invoice.payment_held'
            | 'invoice.refunded'
            | 'withdrawal.rejected'
            | 'withdrawal.cancelled'
            | 'withdrawal.stopped'
            | 'withdrawal.failed'
            | 'endpoint.failing'
            | 'policy.change_requested'
            | 'ping'
            | 'checkout.completed'
            | 'checkout.expired';
          number: number;
          durationMs: number | null;
          statusCode: number | null;
          errorClass: string | null;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'order';
          /** @example invoice.cancel */
          action: string;
          /** @example merchant */
          by: string;
          reason: string | null;
        };
    ResolvedInvoice: {
      /** @example inv_01jc8z4n6q0v3w9x2y5r7t1k8m */
      invoiceId: string;
      /** @description The checkout of which this invoice is a choice. */
      checkoutId: string | null;
      /** @example pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c */
      publicId: string;
      status: components['schemas']['InvoiceStatus'];
      /** @example 25.00 */
      amountFiat: string | null;
      /** @example USD */
      fiatCurrency: string | null;
      /**
       * @description What it is paid for, as your customer sees it.
       * @example Two coffees and a cake
       */
      description: string | null;
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountAtomic: string;
      /**
       * @description The sum of payments in the requested asset that were seen on time and were not reverted.
       * @example 25.000000
       */
      amountPaidCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountPaidAtomic: string;
      /** @example false */
      overpaid: boolean;
      /** @example USDC */
      tokenSymbol: string;
      /** @example base */
      chainCode: string;
      /**
       * @description An address with the checksum of EIP-55.
       * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
       */
      depositAddress: string;
      /**
       * @description A payment request (EIP-681). Show it as a link or QR code only for a native coin. For a token, show `depositAddress`: some well-known wallets send the tokens to the token's contract, where they are lost.
       * @example ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000
       */
      paymentUri: string;
      /**
       * @description The page on which your customer pays.
       * @example https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c
       */
      checkoutUrl: string;
      /** @description The transfer that completed the amount; until then the latest transfer. */
      txHash: string | null;
      /**
       * @description The lowest number of confirmations among the transfers that make up the amount.
       * @example 12
       */
      confirmations: number;
      /** @example 12 */
      confirmationsRequired: number;
      merchantReference: string | null;
      metadata: components['schemas']['Metadata'];
      /** @description Null: the amount was given in crypto. */
      rate: components['schemas']['Rate'] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      expiresAt: string;
      /** @description The block time of the transfer that completed the amount. */
      paidAt: string | null;
      completedAt: string | null;
      payments: components['schemas']['Payment'][];
      held: components['schemas']['HeldMoney'][];
      /**
       * @description The amount that was credited to your balance for it, in the requested asset. Late money counts. Money that is held or was sent back does not.
       * @example 25.000000
       */
      amountCreditedCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountCreditedAtomic: string;
      /**
       * @description True: money that completes the amount after `expiresAt` is credited. False: it is held. This was your setting when the invoice was created.
       * @example false
       */
      acceptLate: boolean;
      chain: components['schemas']['ChainOfInvoice'];
      /** @description One withdrawal for each asset that is refunded; empty after `accept`. */
      withdrawalIds: string[];
    };
    PublicInvoice: {
      /** @example pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c */
      publicId: string;
      status: components['schemas']['InvoiceStatus'];
      /** @example 25.00 */
      amountFiat: string | null;
      /** @example USD */
      fiatCurrency: string | null;
      /**
       * @description What it is paid for, as your customer sees it.
       * @example Two coffees and a cake
       */
      description: string | null;
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountAtomic: string;
      /**
       * @description The sum of payments in the requested asset that were seen on time and were not reverted.
       * @example 25.000000
       */
      amountPaidCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountPaidAtomic: string;
      /** @example false */
      overpaid: boolean;
      /** @example USDC */
      tokenSymbol: string;
      /** @example base */
      chainCode: string;
      /**
       * @description An address with the checksum of EIP-55.
       * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
       */
      depositAddress: string;
      /**
       * @description A payment request (EIP-681). Show it as a link or QR code only for a native coin. For a token, show `depositAddress`: some well-known wallets send the tokens to the token's contract, where they are lost.
       * @example ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000
       */
      paymentUri: string;
      /**
       * @description The page on which your customer pays.
       * @example https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c
       */
      checkoutUrl: string;
      /** @description The transfer that completed the amount; until then the latest transfer. */
      txHash: string | null;
      /**
       * @description The lowest number of confirmations among the transfers that make up the amount.
       * @example 12
       */
      confirmations: number;
      /** @example 12 */
      confirmationsRequired: number;
      /** @example https://shop.example/thanks */
      redirectUrl: string | null;
      /** @description Null: the amount was given in crypto. */
      rate: components['schemas']['Rate'] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      expiresAt: string;
      /** @description The block time of the transfer that completed the amount. */
      paidAt: string | null;
      completedAt: string | null;
      payments: components['schemas']['Payment'][];
      merchant: components['schemas']['PublicMerchant'];
      /** @example Base */
      chainName: string;
      /**
       * @description The chain id of EIP-155.
       * @example 8453
       */
      chainId: number;
      /**
       * @description `behind`: a payment may be seen later than usual. `halted`: nothing is credited until an operator has looked.
       * @example live
       * @enum {string}
       */
      chainStatus: 'live' | 'behind' | 'halted';
      /**
       * @description The chain's block explorer.
       * @example https://basescan.org
       */
      explorerUrl: string | null;
      /** @description The token's contract; null: native coin. */
      tokenAddress: string | null;
      /** @example 6 */
      tokenDecimals: number;
      /**
       * @description The amount that is still to be sent. Zero: nothing.
       * @example 25.000000
       */
      amountDueCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountDueAtomic: string;
      /**
       * @description A payment request (EIP-681) for the amount that is still to be sent. Null: nothing should be sent now.
       * @example ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000
       */
      amountDueUri: string | null;
      /**
       * Format: date-time
       * @description The server's time. Compute the remaining time with it.
       * @example 2026-01-31T12:00:00.000Z
       */
      serverTime: string;
    };
    /** @description What customers may know of the merchant. */
    PublicMerchant: {
      /** @example Corner shop */
      name: string;
      /**
       * @description How customers reach the merchant, as text.
       * @example help@shop.example
       */
      contact: string | null;
      look: components['schemas']['MerchantLook'];
    };
    /** @description The merchant's colour and logo. Null: it has set none. */
    MerchantLook: {
      /** @example #0f766e */
      color: string | null;
      /**
       * @description A data URL with a PNG, JPEG or WebP.
       * @example null
       */
      logoUrl: string | null;
    };
    Checkout: {
      /** @example chk_01jc8z4n6q0v3w9x2y5r7t1k8m */
      checkoutId: string;
      /** @example cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c */
      publicId: string;
      status: components['schemas']['CheckoutStatus'];
      /** @example 25.00 */
      amountFiat: string | null;
      /** @example USD */
      fiatCurrency: string | null;
      amountCrypto: string | null;
      tokenSymbol: string | null;
      assets: {
        /** @example base */
        chainCode: string;
        /** @example USDC */
        tokenSymbol: string;
      }[];
      merchantReference: string | null;
      metadata: components['schemas']['Metadata'];
      /** @example Two coffees and a cake */
      description: string | null;
      /** @example https://pay.example.com/pay/cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c */
      checkoutUrl: string;
      /** @example https://shop.example/thanks */
      redirectUrl: string | null;
      /** @example https://shop.example/cart */
      cancelUrl: string | null;
      /** @example de */
      locale: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      expiresAt: string;
      completedAt: string | null;
      /** @description The invoice that completed it. */
      completedBy: string | null;
      invoices: components['schemas']['Invoice'][];
    };
    PublicCheckout: {
      /** @example cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c */
      publicId: string;
      status: components['schemas']['CheckoutStatus'];
      /** @example 25.00 */
      amountFiat: string | null;
      /** @example USD */
      fiatCurrency: string | null;
      amountCrypto: string | null;
      tokenSymbol: string | null;
      assets: components['schemas']['CheckoutAsset'][];
      /** @example Two coffees and a cake */
      description: string | null;
      /** @example https://pay.example.com/pay/cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c */
      checkoutUrl: string;
      /** @example https://shop.example/thanks */
      redirectUrl: string | null;
      /** @example https://shop.example/cart */
      cancelUrl: string | null;
      /** @example de */
      locale: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      expiresAt: string;
      completedAt: string | null;
      merchant: components['schemas']['PublicMerchant'];
      /** @description The invoice of the current choice. */
      invoice: components['schemas']['PublicInvoice'] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      serverTime: string;
    };
    CheckoutAsset: {
      /** @example base */
      chainCode: string;
      /**
       * @description The chain id of EIP-155.
       * @example 8453
       */
      chainId: number;
      /** @example Base */
      chainName: string;
      /** @example USDC */
      tokenSymbol: string;
      /** @enum {string} */
      kind: 'erc20' | 'native';
      /** @description The token's contract; null: native coin. */
      tokenAddress: string | null;
      /**
       * @description One whole token has 10^decimals base units.
       * @example 6
       */
      decimals: number;
      /** @example 12 */
      confirmationsRequired: number;
      /** @description At the current rate, or at the fixed rate of this choice while its quote is valid. Null: the asset can not be chosen now. */
      amountCrypto: string | null;
      amountAtomic: string | null;
    };
    Withdrawal: {
      /** @example wd_01jc8z4n6q0v3w9x2y5r7t1k8m */
      withdrawalId: string;
      kind: components['schemas']['WithdrawalKind'];
      /**
       * @description The invoice of a refund.
       * @example null
       */
      invoiceId: string | null;
      status: components['schemas']['WithdrawalStatus'];
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountAtomic: string;
      /** @example USDC */
      tokenSymbol: string;
      /** @example base */
      chainCode: string;
      /**
       * @description An address with the checksum of EIP-55.
       * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
       */
      address: string;
      txHash: string | null;
      /** @example 12 */
      confirmations: number;
      merchantReference: string | null;
      metadata: components['schemas']['Metadata'];
      /**
       * @description How many operators have to approve it.
       * @example 1
       */
      approvalsRequired: number;
      /**
       * @description How many have approved it so far.
       * @example 1
       */
      approvalsGiven: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      approvedAt: string | null;
      completedAt: string | null;
      /** @example null */
      failureReason: string | null;
      /**
       * @description Why it has not been sent yet, if its status does not say so.
       * @example null
       */
      waitingReason: string | null;
    };
    WithdrawalFact:
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'request';
          /** @example base */
          chainCode: string;
          /** @example USDC */
          tokenSymbol: string;
          /**
           * @description In whole tokens, with six decimals.
           * @example 25.000000
           */
          amountCrypto: string;
          /**
           * @description The exact amount in the token's base units.
           * @example 25000000
           */
          amountAtomic: string;
          /**
           * @description An address with the checksum of EIP-55.
           * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
           */
          address: string;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @enum {string} */
          kind: 'transaction_sent' | 'transaction_mined';
          /** @example 0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7 */
          txHash: string;
          /**
           * @description The transaction that it replaces with a higher fee.
           * @example null
           */
          replaces: string | null;
          blockNumber: number | null;
          /** @example true */
          succeeded: boolean | null;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'ledger_entry';
          /** @example transfer_none_to_credited */
          entry: string;
          /** @example base */
          chainCode: string;
          /** @example USDC */
          tokenSymbol: string;
          postings: {
            /** @example available */
            account: string;
            /** @enum {string} */
            side: 'debit' | 'credit';
            /**
             * @description In whole tokens, with six decimals.
             * @example 25.000000
             */
            amountCrypto: string;
            /**
             * @description The exact amount in the token's base units.
             * @example 25000000
             */
            amountAtomic: string;
          }[];
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'event';
          /** @enum {string} */
          event:
            | 'invoice.created'
            | 'invoice.paid'
            | 'invoice.completed'
            | 'invoice.underpaid'
            | 'invoice.overpaid'
            | 'invoice.expired'
            | 'invoice.failed'
            | 'withdrawal.approved'
            | 'withdrawal.completed'
            | 'invoice.payment_held'
            | 'invoice.refunded'
            | 'withdrawal.rejected'
            | 'withdrawal.cancelled'
            | 'withdrawal.stopped'
            | 'withdrawal.failed'
            | 'endpoint.failing'
            | 'policy.change_requested'
            | 'ping'
            | 'checkout.completed'
            | 'checkout.expired';
          /** @example evt_01jc8z4n6q0v3w9x2y5r7t1k8m */
          eventId: string;
          /** @description The payments of an event `invoice.payment_held`. */
          held: components['schemas']['HeldMoney'][] | null;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'delivery_attempt';
          /** @example dlv_01jc8z4n6q0v3w9x2y5r7t1k8m */
          deliveryId: string;
          /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
          endpointId: string;
          /**
           * @description Host and port of the endpoint's current URL.
           * @example shop.example
           */
          endpointHost: string;
          /** @enum {string} */
          event:
            | 'invoice.created'
            | 'invoice.paid'
            | 'invoice.completed'
            | 'invoice.underpaid'
            | 'invoice.overpaid'
            | 'invoice.expired'
            | 'invoice.failed'
            | 'withdrawal.approved'
            | 'withdrawal.completed'
            | 'invoice.payment_held'
            | 'invoice.refunded'
            | 'withdrawal.rejected'
            | 'withdrawal.cancelled'
            | 'withdrawal.stopped'
            | 'withdrawal.failed'
            | 'endpoint.failing'
            | 'policy.change_requested'
            | 'ping'
            | 'checkout.completed'
            | 'checkout.expired';
          number: number;
          durationMs: number | null;
          statusCode: number | null;
          errorClass: string | null;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'order';
          /** @example invoice.cancel */
          action: string;
          /** @example merchant */
          by: string;
          reason: string | null;
        };
    WithdrawalTerms: {
      limits: {
        /** @example base */
        chainCode: string;
        /** @example USDC */
        tokenSymbol: string;
        /**
         * @description One whole token has 10^decimals base units.
         * @example 6
         */
        decimals: number;
        /** @description The largest withdrawal; null: no limit. */
        perWithdrawalCrypto: string | null;
        perWithdrawalAtomic: string | null;
        /** @description The most in any 24 hours; null: no limit. */
        perDayCrypto: string | null;
        perDayAtomic: string | null;
        /** @description The amount that is left of the daily limit now; null: no limit. */
        leftOfDayCrypto: string | null;
        leftOfDayAtomic: string | null;
      }[];
      /** @description The addresses to which you may withdraw; empty: any address. */
      whitelist: components['schemas']['Whitelist'];
    };
    Whitelist: {
      /** @description Where it may withdraw to; empty: anywhere. */
      withdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /** @example Cold wallet */
        label: string;
      }[];
      /**
       * @description The entries of `withdrawalAddresses` that are not in force yet.
       * @example []
       */
      pendingWithdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        effectiveAt: string;
      }[];
      /**
       * @description From this moment on, `withdrawalAddresses` restricts nothing.
       * @example null
       */
      whitelistEndsAt: string | null;
    };
    /** @description Your money in one asset. */
    Balance: {
      /** @example base */
      chainCode: string;
      /** @example USDC */
      tokenSymbol: string;
      /**
       * @description Yours to withdraw.
       * @example 25.000000
       */
      available: string;
      /**
       * @description Seen on the chain, not confirmed yet.
       * @example 25.000000
       */
      pending: string;
      /**
       * @description Confirmed, and waits for an invoice's `resolve`.
       * @example 25.000000
       */
      held: string;
      /**
       * @description Reserved for withdrawals under way.
       * @example 25.000000
       */
      reserved: string;
      /**
       * @description Owed after a reversal; later credits repay it first.
       * @example 25.000000
       */
      deficit: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      availableAtomic: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      pendingAtomic: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      heldAtomic: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      reservedAtomic: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      deficitAtomic: string;
    };
    /** @description One posting to one of your accounts. */
    StatementLine: {
      /** @example 1024 */
      transactionId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /** @example base */
      chainCode: string;
      /** @example USDC */
      tokenSymbol: string;
      /** @enum {string} */
      account: 'available' | 'held' | 'reserved' | 'deficit';
      /**
       * @description For a payment: `transfer_<from>_to_<to>`. Both parts are one of `none`, `credited`, `held` and `refunding`. For a withdrawal: `withdrawal_reserved`, `withdrawal_released`, `withdrawal_paid` or `withdrawal_paid_reverted`.
       * @example transfer_none_to_credited
       */
      cause: string;
      /**
       * @description Below zero when the balance fell.
       * @example -25.000000
       */
      amountCrypto: string;
      /** @example -25000000 */
      amountAtomic: string;
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      balanceAfterCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      balanceAfterAtomic: string;
      invoiceId: string | null;
      withdrawalId: string | null;
      txHash: string | null;
    };
    Asset: {
      /** @example base */
      chainCode: string;
      /**
       * @description The chain id of EIP-155.
       * @example 8453
       */
      chainId: number;
      /** @example Base */
      chainName: string;
      /** @example USDC */
      tokenSymbol: string;
      /** @enum {string} */
      kind: 'erc20' | 'native';
      /** @description The token's contract; null: native coin. */
      tokenAddress: string | null;
      /**
       * @description One whole token has 10^decimals base units.
       * @example 6
       */
      decimals: number;
      /** @example 12 */
      confirmationsRequired: number;
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      minInvoiceCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      minInvoiceAtomic: string;
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      minWithdrawalCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      minWithdrawalAtomic: string;
    };
    Quote: {
      /** @example base */
      chainCode: string;
      /** @example USDC */
      tokenSymbol: string;
      amountCrypto: string | null;
      amountAtomic: string | null;
      rate: components['schemas']['Rate'] | null;
      /**
       * @description Why an invoice of it would be refused. Then there is no amount.
       * @example null
       */
      refused: {
        /** @example amount_too_small */
        code: string;
        /** @example An invoice asks for at least 0.010000 USDC. */
        message: string;
      } | null;
    };
    CreatedWebhookEndpoint: {
      /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
      id: string;
      /** @example https://shop.example/hooks */
      url: string;
      events: (components['schemas']['EventType'] | '*')[];
      /** @example Orders */
      description: string | null;
      /** @enum {string} */
      status: 'enabled' | 'disabled';
      /** @example null */
      disabledReason: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      lastSuccessAt: string | null;
      /** @example 0 */
      consecutiveFailures: number;
      /**
       * @description The share of the latest 100 deliveries that succeeded, from 0 to 1. Null: there are no deliveries.
       * @example 0.99
       */
      successRate: number | null;
      /** @example null */
      failingSince: string | null;
      /**
       * @description When `endpoint.failing` was sent to your other endpoints.
       * @example null
       */
      failingNoticeAt: string | null;
      /**
       * @description Until this moment, `X-Service-Signature` is made with the secret from before the last rotation.
       * @example null
       */
      legacySwitchesAt: string | null;
      /**
       * @description Shown only once. Keep it, because deliveries are signed with it.
       * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfgh5g0FkE=
       */
      secret: string;
      /**
       * @description A warning that the host of the URL does not resolve now.
       * @example null
       */
      warning: string | null;
    };
    /**
     * @example invoice.completed
     * @enum {string}
     */
    EventType:
      | 'invoice.created'
      | 'invoice.paid'
      | 'invoice.completed'
      | 'invoice.underpaid'
      | 'invoice.overpaid'
      | 'invoice.expired'
      | 'invoice.failed'
      | 'withdrawal.approved'
      | 'withdrawal.completed'
      | 'invoice.payment_held'
      | 'invoice.refunded'
      | 'withdrawal.rejected'
      | 'withdrawal.cancelled'
      | 'withdrawal.stopped'
      | 'withdrawal.failed'
      | 'endpoint.failing'
      | 'policy.change_requested'
      | 'ping'
      | 'checkout.completed'
      | 'checkout.expired';
    WebhookEndpoint: {
      /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
      id: string;
      /** @example https://shop.example/hooks */
      url: string;
      events: (components['schemas']['EventType'] | '*')[];
      /** @example Orders */
      description: string | null;
      /** @enum {string} */
      status: 'enabled' | 'disabled';
      /** @example null */
      disabledReason: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      lastSuccessAt: string | null;
      /** @example 0 */
      consecutiveFailures: number;
      /**
       * @description The share of the latest 100 deliveries that succeeded, from 0 to 1. Null: there are no deliveries.
       * @example 0.99
       */
      successRate: number | null;
      /** @example null */
      failingSince: string | null;
      /**
       * @description When `endpoint.failing` was sent to your other endpoints.
       * @example null
       */
      failingNoticeAt: string | null;
      /**
       * @description Until this moment, `X-Service-Signature` is made with the secret from before the last rotation.
       * @example null
       */
      legacySwitchesAt: string | null;
    };
    ChangedWebhookEndpoint: {
      /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
      id: string;
      /** @example https://shop.example/hooks */
      url: string;
      events: (components['schemas']['EventType'] | '*')[];
      /** @example Orders */
      description: string | null;
      /** @enum {string} */
      status: 'enabled' | 'disabled';
      /** @example null */
      disabledReason: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      lastSuccessAt: string | null;
      /** @example 0 */
      consecutiveFailures: number;
      /**
       * @description The share of the latest 100 deliveries that succeeded, from 0 to 1. Null: there are no deliveries.
       * @example 0.99
       */
      successRate: number | null;
      /** @example null */
      failingSince: string | null;
      /**
       * @description When `endpoint.failing` was sent to your other endpoints.
       * @example null
       */
      failingNoticeAt: string | null;
      /**
       * @description Until this moment, `X-Service-Signature` is made with the secret from before the last rotation.
       * @example null
       */
      legacySwitchesAt: string | null;
      /**
       * @description A warning that the host of the URL does not resolve now.
       * @example null
       */
      warning: string | null;
    };
    DeletedWebhookEndpoint: {
      /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
      id: string;
      /** @constant */
      deleted: true;
      /** @example 12 */
      cancelledDeliveries: number;
    };
    RotatedWebhookEndpoint: {
      /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
      id: string;
      /** @example https://shop.example/hooks */
      url: string;
      events: (components['schemas']['EventType'] | '*')[];
      /** @example Orders */
      description: string | null;
      /** @enum {string} */
      status: 'enabled' | 'disabled';
      /** @example null */
      disabledReason: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      lastSuccessAt: string | null;
      /** @example 0 */
      consecutiveFailures: number;
      /**
       * @description The share of the latest 100 deliveries that succeeded, from 0 to 1. Null: there are no deliveries.
       * @example 0.99
       */
      successRate: number | null;
      /** @example null */
      failingSince: string | null;
      /**
       * @description When `endpoint.failing` was sent to your other endpoints.
       * @example null
       */
      failingNoticeAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      legacySwitchesAt: string;
      /**
       * @description Shown only once. Keep it, because deliveries are signed with it.
       * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfgh5g0FkE=
       */
      secret: string;
    };
    WebhookDelivery: {
      /** @example dlv_01jc8z4n6q0v3w9x2y5r7t1k8m */
      deliveryId: string;
      /** @example evt_01jc8z4n6q0v3w9x2y5r7t1k8m */
      eventId: string;
      event: components['schemas']['EventType'];
      /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
      endpointId: string;
      invoiceId: string | null;
      /** @example null */
      withdrawalId: string | null;
      /**
       * @example succeeded
       * @enum {string}
       */
      status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
      /** @example 1 */
      attemptCount: number;
      /** @example null */
      nextAttemptAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      finishedAt: string | null;
      /** @example null */
      redeliveryOf: string | null;
      /** @enum {string} */
      origin: 'event' | 'test' | 'redelivery' | 'recovery';
      /**
       * @description Why a `pending` delivery will be cancelled.
       * @example null
       */
      cancelReason: string | null;
      /** @description The result of the last attempt. Null: no attempt has ended yet. */
      outcome: components['schemas']['DeliveryOutcome'] | null;
    };
    /**
     * @example 2xx
     * @enum {string}
     */
    DeliveryOutcome:
      | '2xx'
      | '4xx'
      | '5xx'
      | 'other'
      | 'redirect'
      | 'timeout'
      | 'dns'
      | 'connect'
      | 'tls'
      | 'url_not_allowed';
    Recovery: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      since: string;
      /**
       * @description How many deliveries were created, at most 500.
       * @example 12
       */
      sent: number;
      /**
       * @description How many events were found and not sent yet. If the history is too long for one search, there may be more.
       * @example 0
       */
      remaining: number;
      /**
       * @description If it is not null, call again with it as `since`.
       * @example null
       */
      nextSince: string | null;
    };
    WholeWebhookDelivery: {
      /** @example dlv_01jc8z4n6q0v3w9x2y5r7t1k8m */
      deliveryId: string;
      /** @example evt_01jc8z4n6q0v3w9x2y5r7t1k8m */
      eventId: string;
      event: components['schemas']['EventType'];
      /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
      endpointId: string;
      invoiceId: string | null;
      /** @example null */
      withdrawalId: string | null;
      /**
       * @example succeeded
       * @enum {string}
       */
      status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
      /** @example 1 */
      attemptCount: number;
      /** @example null */
      nextAttemptAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      finishedAt: string | null;
      /** @example null */
      redeliveryOf: string | null;
      /** @enum {string} */
      origin: 'event' | 'test' | 'redelivery' | 'recovery';
      /**
       * @description Why a `pending` delivery will be cancelled.
       * @example null
       */
      cancelReason: string | null;
      /** @description The result of the last attempt. Null: no attempt has ended yet. */
      outcome: components['schemas']['DeliveryOutcome'] | null;
      /**
       * @description The exact text that is sent. Null: `bodyRefused` says why.
       * @example {"event":"invoice.completed","timestamp":"2026-01-31T12:00:00.000Z","data":{}}
       */
      body: string | null;
      /**
       * @description Why the stored body is neither shown nor sent: somebody has altered it.
       * @example null
       */
      bodyRefused: string | null;
      attempts: {
        /** @example 1 */
        number: number;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        startedAt: string;
        /**
         * @description Null: the attempt is under way, or a crash has cut it off. Then it is repeated with the same number.
         * @example 84
         */
        durationMs: number | null;
        /** @example 200 */
        statusCode: number | null;
        /**
         * @description `dns`, `connect`, `tls`, `timeout`, `status`, `redirect` or `url_not_allowed`.
         * @example null
         */
        errorClass: string | null;
        /** @example null */
        errorMessage: string | null;
        requestHeaders: components['schemas']['Headers'] | null;
        responseHeaders: components['schemas']['Headers'] | null;
        /**
         * @description At most the first 16 KiB.
         * @example ok
         */
        responseBody: string | null;
      }[];
    };
    /**
     * @example {
     *       "content-type": "application/json"
     *     }
     */
    Headers: {
      [key: string]: string;
    };
    ApiKey: {
      /** @example key_01jc8z4n6q0v3w9x2y5r7t1k8m */
      apiKeyId: string;
      /** @example Web shop */
      name: string;
      /**
       * @example approved
       * @enum {string}
       */
      status: 'pending' | 'approved' | 'disabled' | 'revoked';
      scopes: (
        | 'invoices:read'
        | 'invoices:write'
        | 'withdrawals:read'
        | 'withdrawals:write'
        | 'balances:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'keys:write'
        | 'merchants:write'
        | 'keys:approve'
        | 'withdrawals:approve'
        | 'operations:write'
        | 'reports:read'
      )[];
      /**
       * @description How the key begins.
       * @example qk_3vQB
       */
      start: string;
      /**
       * @description How the key ends.
       * @example x7Kd
       */
      last4: string;
      /** @description Where it may be used from, as CIDR ranges; empty: from anywhere. */
      ips: string[];
      /** @description Where it may withdraw to; empty: anywhere. */
      withdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /** @example Cold wallet */
        label: string;
      }[];
      /**
       * @description The entries of `withdrawalAddresses` that are not in force yet.
       * @example []
       */
      pendingWithdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        effectiveAt: string;
      }[];
      /**
       * @description From this moment on, `withdrawalAddresses` restricts nothing.
       * @example null
       */
      whitelistEndsAt: string | null;
      /**
       * @description Limits that an operator has set for this key. They replace the usual ones. Null: no limit.
       * @example {
       *       "POST /v1/invoices": 600
       *     }
       */
      rateLimits: {
        [key: string]: number | null;
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /** @description Updated once a minute at most. */
      lastUsedAt: string | null;
      /** @example 203.0.113.7 */
      lastUsedIp: string | null;
      /** @example null */
      expiresAt: string | null;
    };
    CreatedApiKey: {
      /** @example key_01jc8z4n6q0v3w9x2y5r7t1k8m */
      apiKeyId: string;
      /** @example Web shop */
      name: string;
      /**
       * @example approved
       * @enum {string}
       */
      status: 'pending' | 'approved' | 'disabled' | 'revoked';
      scopes: (
        | 'invoices:read'
        | 'invoices:write'
        | 'withdrawals:read'
        | 'withdrawals:write'
        | 'balances:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'keys:write'
        | 'merchants:write'
        | 'keys:approve'
        | 'withdrawals:approve'
        | 'operations:write'
        | 'reports:read'
      )[];
      /**
       * @description How the key begins.
       * @example qk_3vQB
       */
      start: string;
      /**
       * @description How the key ends.
       * @example x7Kd
       */
      last4: string;
      /** @description Where it may be used from, as CIDR ranges; empty: from anywhere. */
      ips: string[];
      /** @description Where it may withdraw to; empty: anywhere. */
      withdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /** @example Cold wallet */
        label: string;
      }[];
      /**
       * @description The entries of `withdrawalAddresses` that are not in force yet.
       * @example []
       */
      pendingWithdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        effectiveAt: string;
      }[];
      /**
       * @description From this moment on, `withdrawalAddresses` restricts nothing.
       * @example null
       */
      whitelistEndsAt: string | null;
      /**
       * @description Limits that an operator has set for this key. They replace the usual ones. Null: no limit.
       * @example {
       *       "POST /v1/invoices": 600
       *     }
       */
      rateLimits: {
        [key: string]: number | null;
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /** @description Updated once a minute at most. */
      lastUsedAt: string | null;
      /** @example 203.0.113.7 */
      lastUsedIp: string | null;
      /** @example null */
      expiresAt: string | null;
      /**
       * @description Shown only once.
       * @example qk_3vQB7oZk1xNfT9sLhWcYpRgUeJdAmKiEbVtCqXnOyPr00zD2x7Kd
       */
      key: string;
    };
    RegeneratedApiKey: {
      /** @example key_01jc8z4n6q0v3w9x2y5r7t1k8m */
      apiKeyId: string;
      /** @example Web shop */
      name: string;
      /**
       * @example approved
       * @enum {string}
       */
      status: 'pending' | 'approved' | 'disabled' | 'revoked';
      scopes: (
        | 'invoices:read'
        | 'invoices:write'
        | 'withdrawals:read'
        | 'withdrawals:write'
        | 'balances:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'keys:write'
        | 'merchants:write'
        | 'keys:approve'
        | 'withdrawals:approve'
        | 'operations:write'
        | 'reports:read'
      )[];
      /**
       * @description How the key begins.
       * @example qk_3vQB
       */
      start: string;
      /**
       * @description How the key ends.
       * @example x7Kd
       */
      last4: string;
      /** @description Where it may be used from, as CIDR ranges; empty: from anywhere. */
      ips: string[];
      /** @description Where it may withdraw to; empty: anywhere. */
      withdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /** @example Cold wallet */
        label: string;
      }[];
      /**
       * @description The entries of `withdrawalAddresses` that are not in force yet.
       * @example []
       */
      pendingWithdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        effectiveAt: string;
      }[];
      /**
       * @description From this moment on, `withdrawalAddresses` restricts nothing.
       * @example null
       */
      whitelistEndsAt: string | null;
      /**
       * @description Limits that an operator has set for this key. They replace the usual ones. Null: no limit.
       * @example {
       *       "POST /v1/invoices": 600
       *     }
       */
      rateLimits: {
        [key: string]: number | null;
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /** @description Updated once a minute at most. */
      lastUsedAt: string | null;
      /** @example 203.0.113.7 */
      lastUsedIp: string | null;
      /** @example null */
      expiresAt: string | null;
      /**
       * @description Shown only once.
       * @example qk_3vQB7oZk1xNfT9sLhWcYpRgUeJdAmKiEbVtCqXnOyPr00zD2x7Kd
       */
      key: string;
      /** @description The previous key works until then; null: it has ended. */
      previousKeyEndsAt: string | null;
    };
    /** @description A person who signs in. */
    Member: {
      /** @example mbr_01jc8z4n6q0v3w9x2y5r7t1k8m */
      memberId: string;
      /** @example ann@shop.example */
      email: string;
      /** @example Ann */
      name: string;
      /**
       * @example finance
       * @enum {string}
       */
      role: 'owner' | 'finance' | 'developer' | 'viewer' | 'approver' | 'manager';
      /**
       * @description The scopes of the role that are in force now.
       * @example [
       *       "invoices:read"
       *     ]
       */
      scopes: string[];
      /** @enum {string} */
      status: 'active' | 'disabled';
      /** @description Null: the whole role is in force. Otherwise the scopes that move money wait until `holdsFrom`. If the change is `stopped`, they do not come into force. */
      waitingRole: {
        /** @example pol_01jc8z4n6q0v3w9x2y5r7t1k8m */
        policyChangeId: string;
        /**
         * @example waiting
         * @enum {string}
         */
        status: 'waiting' | 'stopped';
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        holdsFrom: string;
      } | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
    };
    CreatedInvitation: {
      /** @example ivt_01jc8z4n6q0v3w9x2y5r7t1k8m */
      invitationId: string;
      /**
       * @description `reset`: a member sets a new password.
       * @enum {string}
       */
      kind: 'invitation' | 'reset';
      /** @example ann@shop.example */
      email: string;
      /** @description Null: a new password changes no role. */
      role: ('owner' | 'finance' | 'developer' | 'viewer' | 'approver' | 'manager') | null;
      /** @enum {string} */
      status: 'open' | 'used' | 'withdrawn' | 'expired';
      /**
       * @description The member whose password it resets, or who has joined with it.
       * @example null
       */
      memberId: string | null;
      /** @enum {string} */
      madeBy: 'merchant' | 'operator' | 'cli';
      /**
       * @description The member or the key that created it. Null: it was created at the command line or by an operator.
       * @example mbr_01jc8z4n6q0v3w9x2y5r7t1k8m
       */
      madeById: string | null;
      /**
       * @description The scopes that move money wait for this change. Null: they do not wait.
       * @example null
       */
      policyChangeId: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      expiresAt: string;
      /**
       * @description Shown only once. Hand it over yourself, because no mail is sent.
       * @example https://pay.example.com/dashboard/join#rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s
       */
      url: string;
    };
    /** @description A link by which a person joins, or sets a new password. */
    Invitation: {
      /** @example ivt_01jc8z4n6q0v3w9x2y5r7t1k8m */
      invitationId: string;
      /**
       * @description `reset`: a member sets a new password.
       * @enum {string}
       */
      kind: 'invitation' | 'reset';
      /** @example ann@shop.example */
      email: string;
      /** @description Null: a new password changes no role. */
      role: ('owner' | 'finance' | 'developer' | 'viewer' | 'approver' | 'manager') | null;
      /** @enum {string} */
      status: 'open' | 'used' | 'withdrawn' | 'expired';
      /**
       * @description The member whose password it resets, or who has joined with it.
       * @example null
       */
      memberId: string | null;
      /** @enum {string} */
      madeBy: 'merchant' | 'operator' | 'cli';
      /**
       * @description The member or the key that created it. Null: it was created at the command line or by an operator.
       * @example mbr_01jc8z4n6q0v3w9x2y5r7t1k8m
       */
      madeById: string | null;
      /**
       * @description The scopes that move money wait for this change. Null: they do not wait.
       * @example null
       */
      policyChangeId: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      expiresAt: string;
    };
    MerchantAuditRecord: {
      /** @example 4711 */
      auditId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /** @enum {string} */
      actorKind: 'merchant' | 'operator';
      /**
       * @description The member who was signed in, or the API key; null: an operator.
       * @example mbr_01jc8z4n6q0v3w9x2y5r7t1k8m
       */
      actorId: string | null;
      /**
       * @description The name of the member or key.
       * @example Ann
       */
      actorName: string | null;
      /**
       * @description The IP address. Null: an operator.
       * @example 203.0.113.7
       */
      ip: string | null;
      /**
       * @example withdrawal.approve
       * @enum {string}
       */
      action:
        | 'api_key.approve'
        | 'api_key.create'
        | 'api_key.regenerate'
        | 'api_key.set_rate_limits'
        | 'api_key.set_status'
        | 'api_key.set_whitelists'
        | 'api_key.update'
        | 'asset.freeze'
        | 'asset.release'
        | 'chain.resume'
        | 'chain.sweep'
        | 'checkout.cancel'
        | 'invoice.accept'
        | 'invoice.cancel'
        | 'invoice.refund'
        | 'member.add_passkey'
        | 'member.add_totp'
        | 'member.begin_totp'
        | 'member.change_password'
        | 'member.create'
        | 'member.end_sessions'
        | 'member.fail_factor'
        | 'member.invite'
        | 'member.join'
        | 'member.remove_passkey'
        | 'member.remove_totp'
        | 'member.renew_recovery_codes'
        | 'member.reset_factors'
        | 'member.reset_link'
        | 'member.reset_password'
        | 'member.update'
        | 'member.use_recovery_code'
        | 'member.withdraw_invitation'
        | 'merchant.create'
        | 'merchant.set_profile'
        | 'merchant.set_whitelist'
        | 'merchant.update'
        | 'movement.nonce_lost'
        | 'movement.transaction_adopted'
        | 'operator.create'
        | 'operator.register_approver'
        | 'operator.remove_approver'
        | 'policy_change.confirm'
        | 'policy_change.request'
        | 'policy_change.stop'
        | 'reconciliation.finish'
        | 'reconciliation.run'
        | 'secrets.rotate'
        | 'webhook_delivery.redeliver'
        | 'webhook_endpoint.create'
        | 'webhook_endpoint.delete'
        | 'webhook_endpoint.recover'
        | 'webhook_endpoint.rotate_secret'
        | 'webhook_endpoint.test'
        | 'webhook_endpoint.update'
        | 'withdrawal.approve'
        | 'withdrawal.cancel'
        | 'withdrawal.create'
        | 'withdrawal.nonce_lost'
        | 'withdrawal.reject'
        | 'withdrawal.settle_other'
        | 'withdrawal.settle_paid'
        | 'withdrawal.settle_unpaid'
        | 'withdrawal.sign'
        | 'withdrawal.stop'
        | 'withdrawal.transaction_adopted'
        | 'xpub.rotate';
      /** @example withdrawal */
      objectKind: string;
      /** @example wd_01jc8z4n6q0v3w9x2y5r7t1k8m */
      objectId: string;
      /** @example null */
      reason: string | null;
      /** @description What changed, before the action. */
      before: Record<string, never> | null;
      /** @description What changed, after the action. */
      after: Record<string, never> | null;
      /** @description The payment of the withdrawal that the action was about. */
      withdrawal: {
        /**
         * @description In whole tokens, with six decimals.
         * @example 25.000000
         */
        amountCrypto: string;
        /**
         * @description The exact amount in the token's base units.
         * @example 25000000
         */
        amountAtomic: string;
        /**
         * @description One whole token has 10^decimals base units.
         * @example 6
         */
        decimals: number;
        /** @example USDC */
        tokenSymbol: string;
        /** @example base */
        chainCode: string;
      } | null;
    };
    /** @description The purpose of a link. */
    PresentedLink: {
      /**
       * @description `reset`: a member sets a new password.
       * @enum {string}
       */
      kind: 'invitation' | 'reset';
      /**
       * @description The merchant or operator.
       * @example Corner shop
       */
      ownerName: string;
      /** @example ann@shop.example */
      email: string;
      /** @description Null: a new password changes no role. */
      role: ('owner' | 'finance' | 'developer' | 'viewer' | 'approver' | 'manager') | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      expiresAt: string;
    };
    /** @description The person who is signed in, and the end of their session. */
    Session: {
      /** @enum {string} */
      kind: 'merchant' | 'operator';
      member: {
        /** @example mbr_01jc8z4n6q0v3w9x2y5r7t1k8m */
        memberId: string;
        /** @example ann@shop.example */
        email: string;
        /** @example Ann */
        name: string;
        /** @example owner */
        role: string;
        /**
         * @description The scopes of the role that are in force now.
         * @example [
         *       "invoices:read"
         *     ]
         */
        scopes: string[];
      };
      merchant: {
        /** @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m */
        merchantId: string;
        name: string;
      } | null;
      operator: {
        /** @example opr_01jc8z4n6q0v3w9x2y5r7t1k8m */
        operatorId: string;
        name: string;
      } | null;
      /** @description The URL of Temporal's UI, where operators look at workflows. Null: it is not set. */
      temporalUi: {
        /** @example https://temporal.example.com */
        url: string;
        /** @example default */
        namespace: string;
      } | null;
      /**
       * @description Send it in `X-CSRF-Token` with every request of the session except GET.
       * @example rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s
       */
      csrfToken: string;
      /** @description True: every other request is refused until the second factor is given. */
      needsSecondFactor: boolean;
      /**
       * @description The member's second factors. They complete a sign-in and confirm orders. Empty: the member confirms with the password.
       * @example [
       *       "totp",
       *       "recovery_code"
       *     ]
       */
      secondFactors: ('totp' | 'passkey' | 'recovery_code')[];
      /** @description True: every other request is refused until the operator has registered a passkey. */
      needsPasskey: boolean;
      /** @description Until this moment, the session may give orders that move money or give rights, without another confirmation. */
      confirmedUntil: string | null;
      /**
       * Format: date-time
       * @description When the session ends if it is not used.
       * @example 2026-01-31T12:00:00.000Z
       */
      idleEndsAt: string;
      /**
       * Format: date-time
       * @description The latest end of the session.
       * @example 2026-01-31T12:00:00.000Z
       */
      endsAt: string;
    };
    SignedOut: {
      /** @constant */
      signedOut: true;
    };
    /** @description Give it to `navigator.credentials.get()`. */
    PasskeyRequest: {
      /** @description In base64url. It counts once, for 5 minutes. */
      challenge: string;
      /** @example pay.example.com */
      rpId: string;
      allowCredentials: {
        /** @description In base64url. */
        id: string;
        /** @constant */
        type: 'public-key';
        transports: string[];
      }[];
      /** @description In ms. */
      timeout: number;
      /** @constant */
      userVerification: 'required';
    };
    /** @description How a member signs in, and where they are signed in. */
    Security: {
      /** @description The authenticator app in force; null: there is none. */
      totp: {
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        confirmedAt: string;
      } | null;
      passkeys: components['schemas']['Passkey'][];
      /** @example 10 */
      recoveryCodesLeft: number;
      /** @description True: the operator still has to register a passkey. */
      needsPasskey: boolean;
      /** @description Attempts with a wrong second factor within 30 days. The person who made them knew the password or had a session. */
      refusedFactors: {
        /** @example 0 */
        count: number;
        lastAt: string | null;
        lastIp: string | null;
      };
      /** @description The newest first, at most 100. */
      sessions: components['schemas']['MemberSession'][];
    };
    Passkey: {
      /** @example psk_01jc8z4n6q0v3w9x2y5r7t1k8m */
      passkeyId: string;
      /** @example Laptop */
      name: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      lastUsedAt: string | null;
    };
    /** @description A session of the member that is in force. */
    MemberSession: {
      /** @example ses_01jc8z4n6q0v3w9x2y5r7t1k8m */
      sessionId: string;
      /** @description True: this request belongs to this session. */
      isCurrent: boolean;
      /**
       * @description The IP address from which the member signed in.
       * @example 203.0.113.9
       */
      ip: string;
      /**
       * @description The header User-Agent of the sign-in.
       * @example Mozilla/5.0 (X11; Linux x86_64)
       */
      userAgent: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      lastUsedAt: string;
      /**
       * Format: date-time
       * @description The latest end of the session.
       * @example 2026-01-31T12:00:00.000Z
       */
      endsAt: string;
    };
    SessionsEnded: {
      /** @example 1 */
      sessionsEnded: number;
    };
    FactorRemoved: {
      /** @constant */
      removed: true;
    };
    /** @description Give it to `navigator.credentials.create()`. */
    PasskeyOffer: {
      /** @description In base64url. It counts once, for 5 minutes. */
      challenge: string;
      rp: {
        id: string;
        name: string;
      };
      user: {
        id: string;
        name: string;
        displayName: string;
      };
      pubKeyCredParams: {
        alg: number;
        /** @constant */
        type: 'public-key';
      }[];
      excludeCredentials: {
        /** @description In base64url. */
        id: string;
        /** @constant */
        type: 'public-key';
        transports: string[];
      }[];
      authenticatorSelection: {
        /** @constant */
        residentKey: 'preferred';
        /** @constant */
        userVerification: 'required';
      };
      /** @constant */
      attestation: 'none';
      /** @description In ms. */
      timeout: number;
    };
    /** @description The completed invoices of one day. */
    DayVolume: {
      /**
       * Format: date
       * @example 2026-01-31
       */
      day: string;
      /**
       * @description How many invoices were completed.
       * @example 12
       */
      invoices: number;
      /** @description The amounts credited for these invoices, by asset. */
      assets: {
        /** @example base */
        chainCode: string;
        /** @example USDC */
        tokenSymbol: string;
        /** @example 12 */
        invoices: number;
        /**
         * @description In whole tokens, with six decimals.
         * @example 25.000000
         */
        amountCrypto: string;
        /**
         * @description The exact amount in the token's base units.
         * @example 25000000
         */
        amountAtomic: string;
      }[];
      /** @description The fiat amounts of these invoices, by currency. Invoices without a fiat amount are left out. */
      fiat: {
        /** @example USD */
        currency: string;
        /** @example 1250.00 */
        amount: string;
      }[];
    };
    /** @description Something that you should look at. */
    Attention: {
      kind: components['schemas']['AttentionKind'];
      /**
       * @description What happened, and what to do.
       * @example Order order-1001: 25.00 USDC came too late. Accept it or send it back.
       */
      message: string;
      since: string | null;
      invoiceId: string | null;
      withdrawalId: string | null;
      endpointId: string | null;
      apiKeyId: string | null;
      chainCode: string | null;
      tokenSymbol: string | null;
      amountCrypto: string | null;
    };
    /**
     * @example money_held
     * @enum {string}
     */
    AttentionKind:
      | 'money_held'
      | 'money_owed'
      | 'withdrawal_failed'
      | 'withdrawal_waits'
      | 'endpoint_disabled'
      | 'endpoint_failing'
      | 'key_to_approve';
    MerchantProfile: {
      /** @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m */
      merchantId: string;
      /** @example Corner shop */
      name: string;
      /**
       * @description How customers reach the merchant, as text.
       * @example help@shop.example
       */
      contact: string | null;
      look: components['schemas']['MerchantLook'];
      frameOrigins: string[];
    };
    OperatorWithdrawal: {
      /** @example wd_01jc8z4n6q0v3w9x2y5r7t1k8m */
      withdrawalId: string;
      /** @enum {string} */
      kind: 'payout' | 'refund';
      /**
       * @description The invoice of a refund.
       * @example null
       */
      invoiceId: string | null;
      status: components['schemas']['WithdrawalStatus'];
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountAtomic: string;
      /** @example USDC */
      tokenSymbol: string;
      /** @example base */
      chainCode: string;
      /**
       * @description An address with the checksum of EIP-55.
       * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
       */
      address: string;
      txHash: string | null;
      /** @example 12 */
      confirmations: number;
      merchantReference: string | null;
      metadata: components['schemas']['Metadata'];
      /**
       * @description How many operators have to approve it.
       * @example 1
       */
      approvalsRequired: number;
      /**
       * @description How many have approved it so far.
       * @example 1
       */
      approvalsGiven: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      approvedAt: string | null;
      completedAt: string | null;
      /** @example null */
      failureReason: string | null;
      /**
       * @description Why it has not been sent yet.
       * @example null
       */
      waitingReason: string | null;
      /** @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m */
      merchantId: string;
      /** @example Corner shop */
      merchantName: string;
      approvals: {
        /** @enum {string} */
        actorKind: 'operator' | 'cli';
        operatorId: string | null;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        approvedAt: string;
      }[];
      /** @description The signatures as received. The signing worker decides which are valid. */
      signatures: {
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        approver: string;
        operatorId: string | null;
        /**
         * @description Seconds since 1970, UTC.
         * @example 1767484800
         */
        validUntil: number;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        givenAt: string;
      }[];
      /**
       * @description The recipient of a refund. `payer`: it sent all the money. `whitelisted`: it was on a whitelist before the money arrived. `other`: neither.
       * @example null
       */
      refundRecipient: ('payer' | 'whitelisted' | 'other') | null;
      /**
       * @description A warning to read before you approve it.
       * @example null
       */
      recipientWarning: string | null;
      /**
       * @description The same reason as a stable code.
       * @example null
       */
      waitingCode: string | null;
    };
    /** @description A withdrawal with everything that an approver needs to see. */
    ReviewedWithdrawal: {
      /** @example wd_01jc8z4n6q0v3w9x2y5r7t1k8m */
      withdrawalId: string;
      /** @enum {string} */
      kind: 'payout' | 'refund';
      /**
       * @description The invoice of a refund.
       * @example null
       */
      invoiceId: string | null;
      status: components['schemas']['WithdrawalStatus'];
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountAtomic: string;
      /** @example USDC */
      tokenSymbol: string;
      /** @example base */
      chainCode: string;
      /**
       * @description An address with the checksum of EIP-55.
       * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
       */
      address: string;
      txHash: string | null;
      /** @example 12 */
      confirmations: number;
      merchantReference: string | null;
      metadata: components['schemas']['Metadata'];
      /**
       * @description How many operators have to approve it.
       * @example 1
       */
      approvalsRequired: number;
      /**
       * @description How many have approved it so far.
       * @example 1
       */
      approvalsGiven: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      approvedAt: string | null;
      completedAt: string | null;
      /** @example null */
      failureReason: string | null;
      /**
       * @description Why it has not been sent yet.
       * @example null
       */
      waitingReason: string | null;
      /** @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m */
      merchantId: string;
      /** @example Corner shop */
      merchantName: string;
      approvals: {
        /** @enum {string} */
        actorKind: 'operator' | 'cli';
        operatorId: string | null;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        approvedAt: string;
      }[];
      /** @description The signatures as received. The signing worker decides which are valid. */
      signatures: {
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        approver: string;
        operatorId: string | null;
        /**
         * @description Seconds since 1970, UTC.
         * @example 1767484800
         */
        validUntil: number;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        givenAt: string;
      }[];
      /**
       * @description The recipient of a refund. `payer`: it sent all the money. `whitelisted`: it was on a whitelist before the money arrived. `other`: neither.
       * @example null
       */
      refundRecipient: ('payer' | 'whitelisted' | 'other') | null;
      /**
       * @description A warning to read before you approve it.
       * @example null
       */
      recipientWarning: string | null;
      /**
       * @description The same reason as a stable code.
       * @example null
       */
      waitingCode: string | null;
      /**
       * @description One whole token has 10^decimals base units.
       * @example 6
       */
      decimals: number;
      review: {
        merchant: {
          /** @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m */
          merchantId: string;
          /** @example Corner shop */
          name: string;
          /** @enum {string} */
          status: 'active' | 'suspended';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          createdAt: string;
        };
        /** @description Who requested it, and from where. */
        asked: {
          /** @enum {string} */
          by: 'key' | 'member' | 'other';
          /** @example Till */
          name: string | null;
          /** @example 203.0.113.7 */
          ip: string | null;
        } | null;
        /** @description Earlier withdrawals of the merchant to this address. */
        paidBefore: {
          /** @example 12 */
          times: number;
          firstAt: string | null;
        };
        /**
         * @description The merchant's available balance. This withdrawal is already subtracted.
         * @example 25.000000
         */
        available: string;
        /**
         * @description The exact amount in the token's base units.
         * @example 25000000
         */
        availableAtomic: string;
        /**
         * @description In whole tokens, with six decimals.
         * @example 25.000000
         */
        deficit: string;
        /**
         * @description The exact amount in the token's base units.
         * @example 25000000
         */
        deficitAtomic: string;
        /**
         * @description Withdrawals that were requested within the last 24 hours, or earlier and are not paid yet. Refunds do not count.
         * @example 25.000000
         */
        withdrawn: string;
        /**
         * @description The exact amount in the token's base units.
         * @example 25000000
         */
        withdrawnAtomic: string;
        dailyLimit: string | null;
        dailyLimitAtomic: string | null;
        perWithdrawalLimit: string | null;
        perWithdrawalLimitAtomic: string | null;
        twoApprovalsAbove: string | null;
        twoApprovalsAboveAtomic: string | null;
        /**
         * @description How many operators have to approve it. While it waits for approval, the current limits decide. They may require more approvals than the limits at its request.
         * @example 1
         */
        approvalsRequired: number;
        /** @description Earlier payouts of this asset to the merchant, at most the latest thousand. */
        history: {
          /** @example 12 */
          times: number;
          firstAt: string | null;
          /**
           * @description In whole tokens, with six decimals.
           * @example 25.000000
           */
          largest: string;
          /**
           * @description The exact amount in the token's base units.
           * @example 25000000
           */
          largestAtomic: string;
        };
        /** @description The whitelists of the merchant and of the key that requested it. */
        whitelist: {
          /** @description False: it may go to any address. */
          restricted: boolean;
          listed: boolean;
          /** @description Null: since the beginning, or it is not listed. */
          since: string | null;
        };
        /** @description The hot wallet, as last read from the chain. */
        hotWallet: {
          /**
           * @description In whole tokens, with six decimals.
           * @example 25.000000
           */
          balance: string;
          /**
           * @description The exact amount in the token's base units.
           * @example 25000000
           */
          balanceAtomic: string;
          /**
           * @description The sum of other withdrawals that are approved and not signed yet.
           * @example 25.000000
           */
          due: string;
          /**
           * @description The exact amount in the token's base units.
           * @example 25000000
           */
          dueAtomic: string;
          readAt: string | null;
        } | null;
        /** @description Nothing is sent on a chain that is not read. Null: the chain is no longer in CHAINS_FILE. */
        chainStatus: ('starting' | 'following' | 'unreachable' | 'halted' | 'mismatch') | null;
        /** @description Who has approved it. Null: somebody at the command line. */
        approvers: {
          name: string | null;
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          approvedAt: string;
        }[];
        /** @description Your approver addresses that are in force. */
        ownApproverAddresses: string[];
        /** @description The chain id of EIP-155, which approvers sign. Null: CHAINS_FILE never had the chain. */
        chainId: number | null;
        confirmationsRequired: number | null;
        /** @description When a waiting withdrawal is checked again. */
        nextLookAt: string | null;
        frozen: {
          /** @example the token was paused */
          reason: string;
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          since: string;
        } | null;
      };
    };
    WithdrawalLifeFact:
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'requested';
          /**
           * @description In whole tokens, with six decimals.
           * @example 25.000000
           */
          amountCrypto: string;
          /**
           * @description The exact amount in the token's base units.
           * @example 25000000
           */
          amountAtomic: string;
          /** @example USDC */
          tokenSymbol: string;
          /**
           * @description An address with the checksum of EIP-55.
           * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
           */
          address: string;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'named_order';
          /** @example withdrawal.approve */
          action: string;
          /** @example operator */
          by: string;
          /**
           * @description A member, an operator, or the name of a key.
           * @example Night shift
           */
          name: string | null;
          reason: string | null;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'approval_signed';
          /**
           * @description An address with the checksum of EIP-55.
           * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
           */
          approver: string;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @enum {string} */
          kind: 'transaction_signed' | 'transaction_sent' | 'transaction_mined';
          /** @example 0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7 */
          txHash: string;
          /** @example 12 */
          nonce: number;
          /**
           * @description `cancellation`: it moves no money. It uses its nonce, so that no payment with this nonce can be mined.
           * @example payment
           * @enum {string}
           */
          purpose: 'payment' | 'cancellation';
          /** @description The earlier transaction with the same nonce that it replaces. */
          replaces: string | null;
          blockNumber: number | null;
          /** @description False: it is in a block, but was reverted and had no effect. */
          succeeded: boolean | null;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'ledger_entry';
          /** @example transfer_none_to_credited */
          entry: string;
          /** @example base */
          chainCode: string;
          /** @example USDC */
          tokenSymbol: string;
          postings: {
            /** @example available */
            account: string;
            /** @enum {string} */
            side: 'debit' | 'credit';
            /**
             * @description In whole tokens, with six decimals.
             * @example 25.000000
             */
            amountCrypto: string;
            /**
             * @description The exact amount in the token's base units.
             * @example 25000000
             */
            amountAtomic: string;
          }[];
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'event';
          /** @enum {string} */
          event:
            | 'invoice.created'
            | 'invoice.paid'
            | 'invoice.completed'
            | 'invoice.underpaid'
            | 'invoice.overpaid'
            | 'invoice.expired'
            | 'invoice.failed'
            | 'withdrawal.approved'
            | 'withdrawal.completed'
            | 'invoice.payment_held'
            | 'invoice.refunded'
            | 'withdrawal.rejected'
            | 'withdrawal.cancelled'
            | 'withdrawal.stopped'
            | 'withdrawal.failed'
            | 'endpoint.failing'
            | 'policy.change_requested'
            | 'ping'
            | 'checkout.completed'
            | 'checkout.expired';
          /** @example evt_01jc8z4n6q0v3w9x2y5r7t1k8m */
          eventId: string;
          /** @description The payments of an event `invoice.payment_held`. */
          held: components['schemas']['HeldMoney'][] | null;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'delivery_attempt';
          /** @example dlv_01jc8z4n6q0v3w9x2y5r7t1k8m */
          deliveryId: string;
          /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
          endpointId: string;
          /**
           * @description Host and port of the endpoint's current URL.
           * @example shop.example
           */
          endpointHost: string;
          /** @enum {string} */
          event:
            | 'invoice.created'
            | 'invoice.paid'
            | 'invoice.completed'
            | 'invoice.underpaid'
            | 'invoice.overpaid'
            | 'invoice.expired'
            | 'invoice.failed'
            | 'withdrawal.approved'
            | 'withdrawal.completed'
            | 'invoice.payment_held'
            | 'invoice.refunded'
            | 'withdrawal.rejected'
            | 'withdrawal.cancelled'
            | 'withdrawal.stopped'
            | 'withdrawal.failed'
            | 'endpoint.failing'
            | 'policy.change_requested'
            | 'ping'
            | 'checkout.completed'
            | 'checkout.expired';
          number: number;
          durationMs: number | null;
          statusCode: number | null;
          errorClass: string | null;
        }
      | {
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          at: string;
          /** @constant */
          kind: 'order';
          /** @example invoice.cancel */
          action: string;
          /** @example merchant */
          by: string;
          reason: string | null;
        };
    ApprovalMessage: {
      domain: {
        /** @constant */
        name: 'Quittance';
        /** @constant */
        version: '1';
        /**
         * @description The chain id of EIP-155.
         * @example 8453
         */
        chainId: number;
      };
      types: {
        /**
         * @example [
         *       {
         *         "name": "withdrawalId",
         *         "type": "string"
         *       }
         *     ]
         */
        EIP712Domain: {
          name: string;
          type: string;
        }[];
        /**
         * @example [
         *       {
         *         "name": "withdrawalId",
         *         "type": "string"
         *       }
         *     ]
         */
        WithdrawalApproval: {
          name: string;
          type: string;
        }[];
      };
      /** @constant */
      primaryType: 'WithdrawalApproval';
      message: {
        /** @example wd_01jc8z4n6q0v3w9x2y5r7t1k8m */
        withdrawalId: string;
        /** @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m */
        merchantId: string;
        /** @example base */
        chainCode: string;
        /** @example USDC */
        token: string;
        /**
         * @description The exact amount in the token's base units.
         * @example 25000000
         */
        amountAtomic: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        recipient: string;
        /** @enum {string} */
        kind: 'payout' | 'refund';
        /**
         * @description Seconds since 1970, UTC.
         * @example 1767484800
         */
        validUntil: number;
      };
    };
    OperatorInvoice: {
      /** @example inv_01jc8z4n6q0v3w9x2y5r7t1k8m */
      invoiceId: string;
      /** @description The checkout of which this invoice is a choice. */
      checkoutId: string | null;
      /** @example pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c */
      publicId: string;
      status: components['schemas']['InvoiceStatus'];
      /** @example 25.00 */
      amountFiat: string | null;
      /** @example USD */
      fiatCurrency: string | null;
      /**
       * @description What it is paid for, as your customer sees it.
       * @example Two coffees and a cake
       */
      description: string | null;
      /**
       * @description In whole tokens, with six decimals.
       * @example 25.000000
       */
      amountCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountAtomic: string;
      /**
       * @description The sum of payments in the requested asset that were seen on time and were not reverted.
       * @example 25.000000
       */
      amountPaidCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountPaidAtomic: string;
      /** @example false */
      overpaid: boolean;
      /** @example USDC */
      tokenSymbol: string;
      /** @example base */
      chainCode: string;
      /**
       * @description An address with the checksum of EIP-55.
       * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
       */
      depositAddress: string;
      /**
       * @description A payment request (EIP-681). Show it as a link or QR code only for a native coin. For a token, show `depositAddress`: some well-known wallets send the tokens to the token's contract, where they are lost.
       * @example ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000
       */
      paymentUri: string;
      /**
       * @description The page on which your customer pays.
       * @example https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c
       */
      checkoutUrl: string;
      /** @description The transfer that completed the amount; until then the latest transfer. */
      txHash: string | null;
      /**
       * @description The lowest number of confirmations among the transfers that make up the amount.
       * @example 12
       */
      confirmations: number;
      /** @example 12 */
      confirmationsRequired: number;
      merchantReference: string | null;
      metadata: components['schemas']['Metadata'];
      /** @description Null: the amount was given in crypto. */
      rate: components['schemas']['Rate'] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      expiresAt: string;
      /** @description The block time of the transfer that completed the amount. */
      paidAt: string | null;
      completedAt: string | null;
      payments: components['schemas']['Payment'][];
      held: components['schemas']['HeldMoney'][];
      /**
       * @description The amount that was credited to your balance for it, in the requested asset. Late money counts. Money that is held or was sent back does not.
       * @example 25.000000
       */
      amountCreditedCrypto: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      amountCreditedAtomic: string;
      /**
       * @description True: money that completes the amount after `expiresAt` is credited. False: it is held. This was your setting when the invoice was created.
       * @example false
       */
      acceptLate: boolean;
      chain: components['schemas']['ChainOfInvoice'];
      /** @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m */
      merchantId: string;
      /** @example Corner shop */
      merchantName: string;
    };
    OperatorWebhookEndpoint: {
      /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
      id: string;
      /** @example https://shop.example/hooks */
      url: string;
      events: (components['schemas']['EventType'] | '*')[];
      /** @example Orders */
      description: string | null;
      /** @enum {string} */
      status: 'enabled' | 'disabled';
      /** @example null */
      disabledReason: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      lastSuccessAt: string | null;
      /** @example 0 */
      consecutiveFailures: number;
      /**
       * @description The share of the latest 100 deliveries that succeeded, from 0 to 1. Null: there are no deliveries.
       * @example 0.99
       */
      successRate: number | null;
      /** @example null */
      failingSince: string | null;
      /**
       * @description When `endpoint.failing` was sent to your other endpoints.
       * @example null
       */
      failingNoticeAt: string | null;
      /**
       * @description Until this moment, `X-Service-Signature` is made with the secret from before the last rotation.
       * @example null
       */
      legacySwitchesAt: string | null;
      /** @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m */
      merchantId: string;
      /** @example Corner shop */
      merchantName: string;
      /** @description The latest attempts of its latest deliveries, newest first. */
      lastAnswers: {
        /** @example dlv_01jc8z4n6q0v3w9x2y5r7t1k8m */
        deliveryId: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        at: string;
        /** @example 84 */
        durationMs: number;
        /** @example 500 */
        statusCode: number | null;
        /** @example status */
        errorClass: string | null;
        /** @example answered 500 */
        errorMessage: string | null;
      }[];
    };
    OperatorWebhookDelivery: {
      /** @example dlv_01jc8z4n6q0v3w9x2y5r7t1k8m */
      deliveryId: string;
      /** @example evt_01jc8z4n6q0v3w9x2y5r7t1k8m */
      eventId: string;
      event: components['schemas']['EventType'];
      /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
      endpointId: string;
      invoiceId: string | null;
      /** @example null */
      withdrawalId: string | null;
      /**
       * @example succeeded
       * @enum {string}
       */
      status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
      /** @example 1 */
      attemptCount: number;
      /** @example null */
      nextAttemptAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      finishedAt: string | null;
      /** @example null */
      redeliveryOf: string | null;
      /** @enum {string} */
      origin: 'event' | 'test' | 'redelivery' | 'recovery';
      /**
       * @description Why a `pending` delivery will be cancelled.
       * @example null
       */
      cancelReason: string | null;
      /** @description The result of the last attempt. Null: no attempt has ended yet. */
      outcome: components['schemas']['DeliveryOutcome'] | null;
      /** @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m */
      merchantId: string;
      /** @example Corner shop */
      merchantName: string;
    };
    WholeOperatorWebhookDelivery: {
      /** @example dlv_01jc8z4n6q0v3w9x2y5r7t1k8m */
      deliveryId: string;
      /** @example evt_01jc8z4n6q0v3w9x2y5r7t1k8m */
      eventId: string;
      event: components['schemas']['EventType'];
      /** @example we_01jc8z4n6q0v3w9x2y5r7t1k8m */
      endpointId: string;
      invoiceId: string | null;
      /** @example null */
      withdrawalId: string | null;
      /**
       * @example succeeded
       * @enum {string}
       */
      status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
      /** @example 1 */
      attemptCount: number;
      /** @example null */
      nextAttemptAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      finishedAt: string | null;
      /** @example null */
      redeliveryOf: string | null;
      /** @enum {string} */
      origin: 'event' | 'test' | 'redelivery' | 'recovery';
      /**
       * @description Why a `pending` delivery will be cancelled.
       * @example null
       */
      cancelReason: string | null;
      /** @description The result of the last attempt. Null: no attempt has ended yet. */
      outcome: components['schemas']['DeliveryOutcome'] | null;
      /**
       * @description The exact text that is sent. Null: `bodyRefused` says why.
       * @example {"event":"invoice.completed","timestamp":"2026-01-31T12:00:00.000Z","data":{}}
       */
      body: string | null;
      /**
       * @description Why the stored body is neither shown nor sent: somebody has altered it.
       * @example null
       */
      bodyRefused: string | null;
      attempts: {
        /** @example 1 */
        number: number;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        startedAt: string;
        /**
         * @description Null: the attempt is under way, or a crash has cut it off. Then it is repeated with the same number.
         * @example 84
         */
        durationMs: number | null;
        /** @example 200 */
        statusCode: number | null;
        /**
         * @description `dns`, `connect`, `tls`, `timeout`, `status`, `redirect` or `url_not_allowed`.
         * @example null
         */
        errorClass: string | null;
        /** @example null */
        errorMessage: string | null;
        requestHeaders: components['schemas']['Headers'] | null;
        responseHeaders: components['schemas']['Headers'] | null;
        /**
         * @description At most the first 16 KiB.
         * @example ok
         */
        responseBody: string | null;
      }[];
      /** @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m */
      merchantId: string;
      /** @example Corner shop */
      merchantName: string;
    };
    Merchant: {
      /** @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m */
      merchantId: string;
      /** @example Corner shop */
      name: string;
      /** @enum {string} */
      status: 'active' | 'suspended';
      /**
       * @description Basis points; null: the instance's value.
       * @example 50
       */
      toleranceBps: number | null;
      /**
       * @description Whether late money is credited without a `resolve`.
       * @example false
       */
      acceptLate: boolean;
      /** @description One entry for each asset that has limits. */
      withdrawalLimits: {
        /** @example base */
        chainCode: string;
        /** @example USDC */
        tokenSymbol: string;
        /** @description The most for one withdrawal. */
        perWithdrawalCrypto: string | null;
        perWithdrawalAtomic: string | null;
        /** @description The most in any 24 hours. */
        perDayCrypto: string | null;
        perDayAtomic: string | null;
        /** @description Above this amount, two operators have to approve. */
        twoApprovalsAboveCrypto: string | null;
        twoApprovalsAboveAtomic: string | null;
        /** @description Below this amount, nobody has to approve. */
        autoApproveBelowCrypto: string | null;
        autoApproveBelowAtomic: string | null;
      }[];
      /**
       * @description Requested changes that are not in force yet.
       * @example []
       */
      pendingPolicyChanges: components['schemas']['PolicyChange'][];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
    };
    PolicyChange: {
      /** @example pol_01jc8z4n6q0v3w9x2y5r7t1k8m */
      policyChangeId: string;
      /** @enum {string} */
      kind:
        | 'withdrawal_limit'
        | 'api_key'
        | 'key_whitelist'
        | 'merchant_whitelist'
        | 'approver_address'
        | 'member_role';
      /**
       * @example waiting
       * @enum {string}
       */
      status: 'waiting' | 'in_force' | 'stopped';
      /** @description Null: it is an operator's own. */
      merchantId: string | null;
      /**
       * @description The id of the merchant, API key or operator that is changed.
       * @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m
       */
      objectId: string;
      merchantName: string | null;
      /**
       * @description The name of the key, member or operator that is changed. Null: it is the merchant, or an invitation.
       * @example null
       */
      objectName: string | null;
      /**
       * @description The new values. Amounts are in base units, and addresses in lower case.
       * @example {
       *       "chainCode": "base",
       *       "tokenSymbol": "USDC",
       *       "decimals": 6,
       *       "field": "perDayAtomic",
       *       "from": "1000000000",
       *       "to": "5000000000"
       *     }
       */
      change: {
        [key: string]: string | number | null;
      };
      /** @enum {string} */
      requestedBy: 'merchant' | 'operator' | 'cli';
      /**
       * @description Id of the merchant or operator, or the account at the command line.
       * @example opr_01jc8z4n6q0v3w9x2y5r7t1k8m
       */
      requestedById: string | null;
      /**
       * @description Null: somebody at the command line.
       * @example Night shift
       */
      requestedByName: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      requestedAt: string;
      /**
       * Format: date-time
       * @description The change is in force from this moment on, unless it is stopped before.
       * @example 2026-01-31T12:00:00.000Z
       */
      holdsFrom: string;
      /**
       * @description Who confirmed or stopped it.
       * @example null
       */
      decidedBy: ('merchant' | 'operator' | 'cli') | null;
      /**
       * @description Id of the merchant or operator, or the account at the command line.
       * @example null
       */
      decidedById: string | null;
      /** @example null */
      decidedAt: string | null;
    };
    /** @description A merchant with everything that an operator needs to see. */
    MerchantDetails: {
      /** @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m */
      merchantId: string;
      /** @example Corner shop */
      name: string;
      /** @enum {string} */
      status: 'active' | 'suspended';
      /**
       * @description Basis points; null: the instance's value.
       * @example 50
       */
      toleranceBps: number | null;
      /**
       * @description Whether late money is credited without a `resolve`.
       * @example false
       */
      acceptLate: boolean;
      /** @description One entry for each asset that has limits. */
      withdrawalLimits: {
        /** @example base */
        chainCode: string;
        /** @example USDC */
        tokenSymbol: string;
        /** @description The most for one withdrawal. */
        perWithdrawalCrypto: string | null;
        perWithdrawalAtomic: string | null;
        /** @description The most in any 24 hours. */
        perDayCrypto: string | null;
        perDayAtomic: string | null;
        /** @description Above this amount, two operators have to approve. */
        twoApprovalsAboveCrypto: string | null;
        twoApprovalsAboveAtomic: string | null;
        /** @description Below this amount, nobody has to approve. */
        autoApproveBelowCrypto: string | null;
        autoApproveBelowAtomic: string | null;
      }[];
      /**
       * @description Requested changes that are not in force yet.
       * @example []
       */
      pendingPolicyChanges: components['schemas']['PolicyChange'][];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      profile: components['schemas']['MerchantProfile'];
      whitelist: components['schemas']['Whitelist'];
      /** @description The payouts of the last 24 hours, by asset. They count towards `perDay`. */
      withdrawnToday: {
        /** @example base */
        chainCode: string;
        /** @example USDC */
        tokenSymbol: string;
        /**
         * @description In whole tokens, with six decimals.
         * @example 25.000000
         */
        amountCrypto: string;
        /**
         * @description The exact amount in the token's base units.
         * @example 25000000
         */
        amountAtomic: string;
      }[];
      counts: {
        /**
         * @description Members who can sign in.
         * @example 1
         */
        members: number;
        /**
         * @description API keys that are not revoked.
         * @example 1
         */
        apiKeys: number;
        /**
         * @description API keys that wait for an operator.
         * @example 1
         */
        pendingApiKeys: number;
        /**
         * @description Endpoints that are not deleted.
         * @example 1
         */
        webhookEndpoints: number;
        /**
         * @description Endpoints that are disabled, or have failed since their last success.
         * @example 1
         */
        unwellEndpoints: number;
        /**
         * @description Invoices that wait for a payment or its confirmations; at most 1000 are counted.
         * @example 1
         */
        openInvoices: number;
        /**
         * @description Withdrawals that wait for approval; at most 1000 are counted.
         * @example 1
         */
        withdrawalsToApprove: number;
        /**
         * @description Withdrawals that are approved and not paid yet; at most 1000 are counted.
         * @example 1
         */
        withdrawalsUnderWay: number;
      };
    };
    OwnedApiKey: {
      /** @example key_01jc8z4n6q0v3w9x2y5r7t1k8m */
      apiKeyId: string;
      /** @example Web shop */
      name: string;
      /**
       * @example approved
       * @enum {string}
       */
      status: 'pending' | 'approved' | 'disabled' | 'revoked';
      scopes: (
        | 'invoices:read'
        | 'invoices:write'
        | 'withdrawals:read'
        | 'withdrawals:write'
        | 'balances:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'keys:write'
        | 'merchants:write'
        | 'keys:approve'
        | 'withdrawals:approve'
        | 'operations:write'
        | 'reports:read'
      )[];
      /**
       * @description How the key begins.
       * @example qk_3vQB
       */
      start: string;
      /**
       * @description How the key ends.
       * @example x7Kd
       */
      last4: string;
      /** @description Where it may be used from, as CIDR ranges; empty: from anywhere. */
      ips: string[];
      /** @description Where it may withdraw to; empty: anywhere. */
      withdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /** @example Cold wallet */
        label: string;
      }[];
      /**
       * @description The entries of `withdrawalAddresses` that are not in force yet.
       * @example []
       */
      pendingWithdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        effectiveAt: string;
      }[];
      /**
       * @description From this moment on, `withdrawalAddresses` restricts nothing.
       * @example null
       */
      whitelistEndsAt: string | null;
      /**
       * @description Limits that an operator has set for this key. They replace the usual ones. Null: no limit.
       * @example {
       *       "POST /v1/invoices": 600
       *     }
       */
      rateLimits: {
        [key: string]: number | null;
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /** @description Updated once a minute at most. */
      lastUsedAt: string | null;
      /** @example 203.0.113.7 */
      lastUsedIp: string | null;
      /** @example null */
      expiresAt: string | null;
      merchantId: string | null;
      merchantName: string | null;
      /** @example null */
      operatorId: string | null;
      approvedAt: string | null;
    };
    CreatedOwnedApiKey: {
      /** @example key_01jc8z4n6q0v3w9x2y5r7t1k8m */
      apiKeyId: string;
      /** @example Web shop */
      name: string;
      /**
       * @example approved
       * @enum {string}
       */
      status: 'pending' | 'approved' | 'disabled' | 'revoked';
      scopes: (
        | 'invoices:read'
        | 'invoices:write'
        | 'withdrawals:read'
        | 'withdrawals:write'
        | 'balances:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'keys:write'
        | 'merchants:write'
        | 'keys:approve'
        | 'withdrawals:approve'
        | 'operations:write'
        | 'reports:read'
      )[];
      /**
       * @description How the key begins.
       * @example qk_3vQB
       */
      start: string;
      /**
       * @description How the key ends.
       * @example x7Kd
       */
      last4: string;
      /** @description Where it may be used from, as CIDR ranges; empty: from anywhere. */
      ips: string[];
      /** @description Where it may withdraw to; empty: anywhere. */
      withdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /** @example Cold wallet */
        label: string;
      }[];
      /**
       * @description The entries of `withdrawalAddresses` that are not in force yet.
       * @example []
       */
      pendingWithdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        effectiveAt: string;
      }[];
      /**
       * @description From this moment on, `withdrawalAddresses` restricts nothing.
       * @example null
       */
      whitelistEndsAt: string | null;
      /**
       * @description Limits that an operator has set for this key. They replace the usual ones. Null: no limit.
       * @example {
       *       "POST /v1/invoices": 600
       *     }
       */
      rateLimits: {
        [key: string]: number | null;
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /** @description Updated once a minute at most. */
      lastUsedAt: string | null;
      /** @example 203.0.113.7 */
      lastUsedIp: string | null;
      /** @example null */
      expiresAt: string | null;
      merchantId: string | null;
      merchantName: string | null;
      /** @example null */
      operatorId: string | null;
      approvedAt: string | null;
      /**
       * @description Shown only once.
       * @example qk_3vQB7oZk1xNfT9sLhWcYpRgUeJdAmKiEbVtCqXnOyPr00zD2x7Kd
       */
      key: string;
    };
    CreatedOperator: {
      /** @example key_01jc8z4n6q0v3w9x2y5r7t1k8m */
      apiKeyId: string;
      /** @example Web shop */
      name: string;
      /**
       * @example approved
       * @enum {string}
       */
      status: 'pending' | 'approved' | 'disabled' | 'revoked';
      scopes: (
        | 'invoices:read'
        | 'invoices:write'
        | 'withdrawals:read'
        | 'withdrawals:write'
        | 'balances:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'keys:write'
        | 'merchants:write'
        | 'keys:approve'
        | 'withdrawals:approve'
        | 'operations:write'
        | 'reports:read'
      )[];
      /**
       * @description How the key begins.
       * @example qk_3vQB
       */
      start: string;
      /**
       * @description How the key ends.
       * @example x7Kd
       */
      last4: string;
      /** @description Where it may be used from, as CIDR ranges; empty: from anywhere. */
      ips: string[];
      /** @description Where it may withdraw to; empty: anywhere. */
      withdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /** @example Cold wallet */
        label: string;
      }[];
      /**
       * @description The entries of `withdrawalAddresses` that are not in force yet.
       * @example []
       */
      pendingWithdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        effectiveAt: string;
      }[];
      /**
       * @description From this moment on, `withdrawalAddresses` restricts nothing.
       * @example null
       */
      whitelistEndsAt: string | null;
      /**
       * @description Limits that an operator has set for this key. They replace the usual ones. Null: no limit.
       * @example {
       *       "POST /v1/invoices": 600
       *     }
       */
      rateLimits: {
        [key: string]: number | null;
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /** @description Updated once a minute at most. */
      lastUsedAt: string | null;
      /** @example 203.0.113.7 */
      lastUsedIp: string | null;
      /** @example null */
      expiresAt: string | null;
      merchantId: string | null;
      merchantName: string | null;
      /** @example null */
      operatorId: string | null;
      approvedAt: string | null;
      /**
       * @description Shown only once.
       * @example qk_3vQB7oZk1xNfT9sLhWcYpRgUeJdAmKiEbVtCqXnOyPr00zD2x7Kd
       */
      key: string;
    };
    Operator: {
      /** @example opr_01jc8z4n6q0v3w9x2y5r7t1k8m */
      operatorId: string;
      /** @example Night shift */
      name: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /** @description Their keys that are not revoked. */
      apiKeys: components['schemas']['OwnedApiKey'][];
      /** @description Their registered approver addresses, with which they sign approvals. */
      approverAddresses: components['schemas']['ApproverAddress'][];
      /** @description Their sign-in; null: they have none. */
      member: components['schemas']['Member'] | null;
      /** @description Their links that can still be used. */
      invitations: components['schemas']['Invitation'][];
    };
    ApproverAddress: {
      /** @example opr_01jc8z4n6q0v3w9x2y5r7t1k8m */
      operatorId: string;
      /**
       * @description An address with the checksum of EIP-55.
       * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
       */
      address: string;
      /**
       * @example in_force
       * @enum {string}
       */
      status: 'waiting' | 'in_force' | 'removed';
      /** @description The policy change that puts it in force. Null: it was in force at once. */
      policyChangeId: string | null;
      /**
       * @description The chain of a contract wallet (ERC-1271). Null: the address has a key.
       * @example null
       */
      chainCode: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      registeredAt: string;
    };
    ChangedOperatorKey: {
      /** @example key_01jc8z4n6q0v3w9x2y5r7t1k8m */
      apiKeyId: string;
      /** @example Web shop */
      name: string;
      /**
       * @example approved
       * @enum {string}
       */
      status: 'pending' | 'approved' | 'disabled' | 'revoked';
      scopes: (
        | 'invoices:read'
        | 'invoices:write'
        | 'withdrawals:read'
        | 'withdrawals:write'
        | 'balances:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'keys:write'
        | 'merchants:write'
        | 'keys:approve'
        | 'withdrawals:approve'
        | 'operations:write'
        | 'reports:read'
      )[];
      /**
       * @description How the key begins.
       * @example qk_3vQB
       */
      start: string;
      /**
       * @description How the key ends.
       * @example x7Kd
       */
      last4: string;
      /** @description Where it may be used from, as CIDR ranges; empty: from anywhere. */
      ips: string[];
      /** @description Where it may withdraw to; empty: anywhere. */
      withdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /** @example Cold wallet */
        label: string;
      }[];
      /**
       * @description The entries of `withdrawalAddresses` that are not in force yet.
       * @example []
       */
      pendingWithdrawalAddresses: {
        /** @example base */
        chainCode: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        effectiveAt: string;
      }[];
      /**
       * @description From this moment on, `withdrawalAddresses` restricts nothing.
       * @example null
       */
      whitelistEndsAt: string | null;
      /**
       * @description Limits that an operator has set for this key. They replace the usual ones. Null: no limit.
       * @example {
       *       "POST /v1/invoices": 600
       *     }
       */
      rateLimits: {
        [key: string]: number | null;
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /** @description Updated once a minute at most. */
      lastUsedAt: string | null;
      /** @example 203.0.113.7 */
      lastUsedIp: string | null;
      /** @example null */
      expiresAt: string | null;
      merchantId: string | null;
      merchantName: string | null;
      /** @example null */
      operatorId: string | null;
      approvedAt: string | null;
      /**
       * @description The keys in force that were created or approved with this key, or with one of those keys. Newest first. They still work after this key is blocked. Block the ones that you do not know.
       * @example []
       */
      keysMade: components['schemas']['OwnedApiKey'][];
    };
    ApproverRegistration: {
      domain: {
        /** @constant */
        name: 'Quittance';
        /** @constant */
        version: '1';
      };
      types: {
        readonly EIP712Domain: {
          name: string;
          type: string;
        }[];
        readonly ApproverRegistration: {
          name: string;
          type: string;
        }[];
      };
      /** @constant */
      primaryType: 'ApproverRegistration';
      message: {
        /** @example opr_01jc8z4n6q0v3w9x2y5r7t1k8m */
        operatorId: string;
        /** @example Night shift */
        operatorName: string;
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        approver: string;
        /**
         * @description In seconds since 1970.
         * @example 1767484800
         */
        validUntil: number;
      };
    };
    AssetFreeze: {
      /** @example base */
      chainCode: string;
      /** @example USDC */
      tokenSymbol: string;
      frozen: boolean;
      /** @example A difference is looked at */
      reason: string | null;
      frozenAt: string | null;
    };
    AuditRecord: {
      /** @example 4711 */
      auditId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /** @enum {string} */
      actorKind: 'merchant' | 'operator' | 'cli' | 'system';
      /**
       * @description Id of the merchant or operator, or the account at the command line.
       * @example opr_01jc8z4n6q0v3w9x2y5r7t1k8m
       */
      actorId: string | null;
      apiKeyId: string | null;
      /**
       * @description Who was signed in.
       * @example null
       */
      memberId: string | null;
      /** @example 203.0.113.7 */
      ip: string | null;
      /**
       * @example withdrawal.approve
       * @enum {string}
       */
      action:
        | 'api_key.approve'
        | 'api_key.create'
        | 'api_key.regenerate'
        | 'api_key.set_rate_limits'
        | 'api_key.set_status'
        | 'api_key.set_whitelists'
        | 'api_key.update'
        | 'asset.freeze'
        | 'asset.release'
        | 'chain.resume'
        | 'chain.sweep'
        | 'checkout.cancel'
        | 'invoice.accept'
        | 'invoice.cancel'
        | 'invoice.refund'
        | 'member.add_passkey'
        | 'member.add_totp'
        | 'member.begin_totp'
        | 'member.change_password'
        | 'member.create'
        | 'member.end_sessions'
        | 'member.fail_factor'
        | 'member.invite'
        | 'member.join'
        | 'member.remove_passkey'
        | 'member.remove_totp'
        | 'member.renew_recovery_codes'
        | 'member.reset_factors'
        | 'member.reset_link'
        | 'member.reset_password'
        | 'member.update'
        | 'member.use_recovery_code'
        | 'member.withdraw_invitation'
        | 'merchant.create'
        | 'merchant.set_profile'
        | 'merchant.set_whitelist'
        | 'merchant.update'
        | 'movement.nonce_lost'
        | 'movement.transaction_adopted'
        | 'operator.create'
        | 'operator.register_approver'
        | 'operator.remove_approver'
        | 'policy_change.confirm'
        | 'policy_change.request'
        | 'policy_change.stop'
        | 'reconciliation.finish'
        | 'reconciliation.run'
        | 'secrets.rotate'
        | 'webhook_delivery.redeliver'
        | 'webhook_endpoint.create'
        | 'webhook_endpoint.delete'
        | 'webhook_endpoint.recover'
        | 'webhook_endpoint.rotate_secret'
        | 'webhook_endpoint.test'
        | 'webhook_endpoint.update'
        | 'withdrawal.approve'
        | 'withdrawal.cancel'
        | 'withdrawal.create'
        | 'withdrawal.nonce_lost'
        | 'withdrawal.reject'
        | 'withdrawal.settle_other'
        | 'withdrawal.settle_paid'
        | 'withdrawal.settle_unpaid'
        | 'withdrawal.sign'
        | 'withdrawal.stop'
        | 'withdrawal.transaction_adopted'
        | 'xpub.rotate';
      /** @example withdrawal */
      objectKind: string;
      /** @example wd_01jc8z4n6q0v3w9x2y5r7t1k8m */
      objectId: string;
      /** @example null */
      reason: string | null;
      /** @description What changed, before the action. */
      before: Record<string, never> | null;
      /** @description What changed, after the action. */
      after: Record<string, never> | null;
      /** @description The payment of the withdrawal that the action was about. */
      withdrawal: {
        /**
         * @description In whole tokens, with six decimals.
         * @example 25.000000
         */
        amountCrypto: string;
        /**
         * @description The exact amount in the token's base units.
         * @example 25000000
         */
        amountAtomic: string;
        /**
         * @description One whole token has 10^decimals base units.
         * @example 6
         */
        decimals: number;
        /** @example USDC */
        tokenSymbol: string;
        /** @example base */
        chainCode: string;
      } | null;
    };
    AuditHead: {
      /** @example 365 */
      number: number;
      /**
       * Format: date-time
       * @description `madeAtMs` of the signed message is this in milliseconds.
       * @example 2026-01-31T12:00:00.000Z
       */
      createdAt: string;
      /** @description Whether the head covers all hash chains, or only the ones with new entries since the previous head. */
      isWhole: boolean;
      /**
       * @description How many hash chains the head covers.
       * @example 12
       */
      chains: number;
      /**
       * @description SHA-256 over the last hashes of these chains.
       * @example 0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7
       */
      partsHash: string;
      /**
       * @description The `hash` of the previous head. Zeros for the first head.
       * @example 0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7
       */
      previousHash: string;
      /**
       * @description The EIP-712 hash that was signed. Keep it. Later `audit verify --head` can show whether an earlier row was changed.
       * @example 0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7
       */
      hash: string;
      /**
       * @description The address of the key that signed it. This key signs only heads.
       * @example 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed
       */
      signer: string;
      /** @example 0x1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b */
      signature: string;
    };
    Reconciliation: {
      run: components['schemas']['ReconciliationRun'] | null;
      differences: {
        /** @example 7 */
        differenceId: number;
        /** @enum {string} */
        kind:
          | 'balance'
          | 'account'
          | 'entry'
          | 'custody'
          | 'reserved'
          | 'invoice_money'
          | 'invoice_status'
          | 'hash_chain'
          | 'deposit_address';
        /** @example base */
        chainCode: string;
        /** @example USDC */
        tokenSymbol: string;
        /**
         * @description The address, account, entry, merchant, invoice or hash chain. If a hash chain has no asset, `chainCode` and `tokenSymbol` are empty, and its figures are numbers of rows.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        subject: string;
        /**
         * @description The decimals of the asset. Null: the figures are not amounts of an asset.
         * @example 6
         */
        decimals: number | null;
        /** @example -1000000 */
        expectedAtomic: string;
        /** @example -1000000 */
        foundAtomic: string;
        /** @example -1000000 */
        differenceAtomic: string;
        /** @example The hot wallet holds 1 USDC less than the books say. */
        words: string;
        /** @description Whether it freezes the asset's withdrawals. These do: a shortage of a `balance`, any `account`, `entry`, `custody`, `reserved` or `invoice_money`, and a `hash_chain` of an asset. These do not: a surplus of a `balance`, because anyone can send coins to an address; an `invoice_status`, because it moves no money; an altered `deposit_address`, because nobody sees it and no payment to it counts. */
        freezes: boolean;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        firstSeenAt: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        lastSeenAt: string;
        /**
         * @description When a later run no longer found it. Null: it is open.
         * @example null
         */
        goneAt: string | null;
        /**
         * @description What to look at.
         * @example Look at its transactions in an explorer.
         */
        action: string;
      }[];
      /** @description The last run that verified every row of the hash chains and every signed head. */
      wholeLogRun: components['schemas']['ReconciliationRun'] | null;
    };
    ReconciliationRun: {
      /** @example 42 */
      runId: number;
      /**
       * @description `schedule`: the hourly run. `operator`, `cli`: somebody ordered it.
       * @example schedule
       * @enum {string}
       */
      origin: 'schedule' | 'cli' | 'operator';
      /** @enum {string} */
      scope: 'full' | 'changes';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, with ms.
       * @example 2026-01-31T12:00:00.000Z
       */
      startedAt: string;
      finishedAt: string | null;
      /** @example clean */
      outcome: ('clean' | 'differences' | 'incomplete' | 'overtaken') | null;
      /** @example Chain, ledger and invoices agree. */
      summary: string | null;
      invoices: number | null;
      chains: {
        /** @example base */
        chainCode: string;
        blockNumber: number | null;
        blockHash: string | null;
        /** @example 12 */
        addresses: number;
        /** @example null */
        problem: string | null;
      }[];
    };
    ReconciliationRunWithDifferences: {
      run: components['schemas']['ReconciliationRun'];
      /** @description The differences that were open when the run ended, and the ones that it found resolved. A run under way has none. */
      differences: {
        /** @example 7 */
        differenceId: number;
        /** @enum {string} */
        kind:
          | 'balance'
          | 'account'
          | 'entry'
          | 'custody'
          | 'reserved'
          | 'invoice_money'
          | 'invoice_status'
          | 'hash_chain'
          | 'deposit_address';
        /** @example base */
        chainCode: string;
        /** @example USDC */
        tokenSymbol: string;
        /**
         * @description The address, account, entry, merchant, invoice or hash chain. If a hash chain has no asset, `chainCode` and `tokenSymbol` are empty, and its figures are numbers of rows.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        subject: string;
        /**
         * @description The decimals of the asset. Null: the figures are not amounts of an asset.
         * @example 6
         */
        decimals: number | null;
        /** @example -1000000 */
        expectedAtomic: string;
        /** @example -1000000 */
        foundAtomic: string;
        /** @example -1000000 */
        differenceAtomic: string;
        /** @example The hot wallet holds 1 USDC less than the books say. */
        words: string;
        /** @description Whether it freezes the asset's withdrawals. These do: a shortage of a `balance`, any `account`, `entry`, `custody`, `reserved` or `invoice_money`, and a `hash_chain` of an asset. These do not: a surplus of a `balance`, because anyone can send coins to an address; an `invoice_status`, because it moves no money; an altered `deposit_address`, because nobody sees it and no payment to it counts. */
        freezes: boolean;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        firstSeenAt: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        lastSeenAt: string;
        /**
         * @description When a later run no longer found it. Null: it is open.
         * @example null
         */
        goneAt: string | null;
        /**
         * @description What to look at.
         * @example Look at its transactions in an explorer.
         */
        action: string;
      }[];
    };
    /** @description A chain as operators see it. A field that no worker has reported yet is null. */
    Chain: {
      /** @example base */
      chainCode: string;
      /**
       * @description The chain id of EIP-155.
       * @example 8453
       */
      chainId: number;
      /** @example Base */
      name: string;
      /**
       * @description `unreachable`: none of its RPCs answers.
       * @example following
       * @enum {string}
       */
      status: 'starting' | 'following' | 'unreachable' | 'halted' | 'mismatch';
      /**
       * @description When one of its RPCs last answered. Null while one answers.
       * @example null
       */
      unreachableSince: string | null;
      height: number | null;
      blockTime: string | null;
      headHeight: number | null;
      /** @example 0 */
      lagBlocks: number | null;
      /**
       * @description How many seconds ago the chain was last read up to the head that most of its RPCs report.
       * @example 1
       */
      lagSeconds: number | null;
      /**
       * @description True: the chain is not halted, but `lagSeconds` is so large that payments are seen late. Operators are told.
       * @example false
       */
      behind: boolean;
      finalizedHeight: number | null;
      caughtUpAt: string | null;
      /** @example 12 */
      confirmations: number;
      /** @example null */
      haltedAt: string | null;
      /** @example null */
      haltedReason: string | null;
      /** @example null */
      resumeRequestedAt: string | null;
      /** @example null */
      resumeProblem: string | null;
      /**
       * @description How CHAINS_FILE and the chain differ.
       * @example null
       */
      mismatch: string | null;
      /** @example null */
      mismatchAt: string | null;
      rpcs: {
        /**
         * @description Scheme, host and port; the rest may be secret.
         * @example https://rpc-1.example
         */
        origin: string;
        /**
         * @description `up`, `down`, `limited`, `quarantined`, `untried`, or `behind`. `behind`: it answers, but its head is so far behind that it cannot be used to read the newest blocks.
         * @example up
         */
        status: string;
        /** @example null */
        reason: string | null;
        headHeight: number | null;
        /** @example 0 */
        behindBlocks: number | null;
        /** @example 0 */
        consecutiveFailures: number;
        /**
         * @description Its last failure. It stays when the RPC answers again.
         * @example null
         */
        lastError: string | null;
        /** @example null */
        lastErrorAt: string | null;
        lastSuccessAt: string | null;
        /** @example 38 */
        latencyMs: number | null;
      }[];
      /**
       * @description Open contradictions between the RPCs, the oldest first.
       * @example []
       */
      disputes: {
        /**
         * @description `payments`: they are not credited until it is decided. `blocks`: final blocks are not verified by a second RPC. `time`: RPCs report two block times. The earlier one counts, so that no invoice expires too early.
         * @example payments
         * @enum {string}
         */
        about: 'payments' | 'blocks' | 'time';
        /**
         * @description The lowest block that it is about.
         * @example 21500000
         */
        height: number;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        since: string;
        /** @example 2 payments from block 118 on are denied by https://rpc-2.example and shown by https://rpc-1.example alone: not credited */
        reason: string;
        /**
         * @description What to do.
         * @example Ask an explorer for that block, take the RPC that is wrong out of rpcUrls in CHAINS_FILE, put another in, and restart API and workers.
         */
        action: string;
      }[];
      rpcsCheckedAt: string | null;
      hotWallet: {
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        readAt: string | null;
        balances: {
          /** @example USDC */
          tokenSymbol: string;
          /**
           * @description One whole token has 10^decimals base units.
           * @example 6
           */
          decimals: number;
          /** @description As read from the chain. */
          balanceCrypto: string | null;
          balanceAtomic: string | null;
          /**
           * @description By the ledger.
           * @example 25.000000
           */
          ledgerCrypto: string;
          /**
           * @description In base units.
           * @example 25000000
           */
          ledgerAtomic: string;
        }[];
      } | null;
      /** @description The wallets that send transactions, each with its native coin for gas. */
      wallets: {
        /**
         * @description `hot` pays withdrawals. `sweep` pays the gas of the sweeps to it.
         * @example hot
         * @enum {string}
         */
        role: 'hot' | 'sweep';
        /**
         * @description An address with the checksum of EIP-55.
         * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
         */
        address: string;
        readAt: string | null;
        /**
         * @description Whether its native coin is enough for ten transactions at the highest fee that CHAINS_FILE allows.
         * @example true
         */
        enoughGas: boolean | null;
        /** @description The number of transactions at this fee for which it is enough. */
        transactionsLeft: number | null;
        /** @description As last read from the chain. */
        balances: {
          /** @example USDC */
          tokenSymbol: string;
          /**
           * @description One whole token has 10^decimals base units.
           * @example 6
           */
          decimals: number;
          /**
           * @description In whole tokens, with six decimals.
           * @example 25.000000
           */
          balanceCrypto: string;
          /**
           * @description The exact amount in the token's base units.
           * @example 25000000
           */
          balanceAtomic: string;
        }[];
      }[];
    };
    OrderedSweep: {
      /** @example base */
      chainCode: string;
      /**
       * @description The transactions of earlier sweeps that are not final yet.
       * @example 0
       */
      transactionsUnderWay: number;
      /** @description What deposit addresses hold now, by asset. An asset of which they hold nothing is left out. */
      assets: {
        /** @example USDC */
        tokenSymbol: string;
        /**
         * @description The amount on deposit addresses, by the ledger. An address with less than `sweepThreshold` is not swept.
         * @example 25.000000
         */
        depositAddresses: string;
        /**
         * @description The exact amount in the token's base units.
         * @example 25000000
         */
        depositAddressesAtomic: string;
        /**
         * @description An address with less is not swept. Null: the threshold is twenty times the gas of its sweep.
         * @example 1.000000
         */
        sweepThreshold: string | null;
        /** @example 1000000 */
        sweepThresholdAtomic: string | null;
      }[];
    };
    /** @description Something that an operator should look at. */
    OperatorAttention: {
      kind: components['schemas']['OperatorAttentionKind'];
      /**
       * @description The object: an id, the code of a chain, `chainCode/tokenSymbol`, the origin of an RPC, the address of a wallet, or the number of a difference or a run.
       * @example wd_01jc8z4n6q0v3w9x2y5r7t1k8m
       */
      subjectId: string;
      /**
       * @description The problem, and what to do.
       * @example 25.000000 USDC for Corner shop waits for a decision. 0 of 1 approvals.
       */
      message: string;
      since: string | null;
      merchantId: string | null;
      chainCode: string | null;
      tokenSymbol: string | null;
      amountCrypto: string | null;
    };
    /**
     * @description In the order of their urgency.
     * @example withdrawal_to_decide
     * @enum {string}
     */
    OperatorAttentionKind:
      | 'coins_left'
      | 'chain_halted'
      | 'chain_mismatch'
      | 'chain_unreachable'
      | 'books_differ'
      | 'asset_frozen'
      | 'withdrawal_waits'
      | 'signer_silent'
      | 'withdrawal_to_decide'
      | 'deposit_address_altered'
      | 'event_body_altered'
      | 'notices_fail'
      | 'rpcs_disagree'
      | 'chain_behind'
      | 'one_rpc_left'
      | 'gas_low'
      | 'rpc_quarantined'
      | 'reconciliation_late'
      | 'hot_wallet_full'
      | 'policy_waits'
      | 'key_waits'
      | 'endpoint_shut'
      | 'endpoint_fails';
    /** @description An asset as operators see it: whether it is frozen, what is owed, and the balance that can pay it. */
    AssetState: {
      /** @example base */
      chainCode: string;
      /** @example Base */
      chainName: string;
      /** @example USDC */
      tokenSymbol: string;
      /**
       * @description One whole token has 10^decimals base units.
       * @example 6
       */
      decimals: number;
      /** @description False: the asset is no longer in CHAINS_FILE. */
      offered: boolean;
      frozen: boolean;
      /** @example null */
      frozenAt: string | null;
      /** @example null */
      frozenBy: {
        /**
         * @example operator
         * @enum {string}
         */
        kind: 'merchant' | 'operator' | 'cli' | 'system';
        /**
         * @description Id of the operator, the account at the command line, or the part of the program.
         * @example opr_01jc8z4n6q0v3w9x2y5r7t1k8m
         */
        id: string | null;
        /** @example Night shift */
        name: string | null;
      } | null;
      /** @example null */
      reason: string | null;
      /**
       * @description Withdrawals that are approved and not confirmed yet.
       * @example 12
       */
      dueCount: number;
      /**
       * @description The sum of these withdrawals.
       * @example 25.000000
       */
      due: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      dueAtomic: string;
      /**
       * @description All money of the merchants, including held and reserved money.
       * @example 25.000000
       */
      owed: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      owedAtomic: string;
      /**
       * @description The part of `owed` that is reserved for withdrawals under way.
       * @example 25.000000
       */
      reserved: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      reservedAtomic: string;
      /** @description The balance of the hot wallet, as last read from the chain. Null before the first reading. */
      hotWallet: string | null;
      hotWalletAtomic: string | null;
      /**
       * @description The most that the hot wallet keeps.
       * @example null
       */
      hotWalletCeiling: string | null;
      /** @example null */
      hotWalletCeilingAtomic: string | null;
      /** @description When the hot wallet was read. */
      readAt: string | null;
      /**
       * @description The amount on deposit addresses, by the ledger. An address with less than `sweepThreshold` is not swept.
       * @example 25.000000
       */
      depositAddresses: string;
      /**
       * @description The exact amount in the token's base units.
       * @example 25000000
       */
      depositAddressesAtomic: string;
      /**
       * @description An address with less is not swept. Null: the threshold is twenty times the gas of its sweep.
       * @example 1.000000
       */
      sweepThreshold: string | null;
      /** @example 1000000 */
      sweepThresholdAtomic: string | null;
    };
    Live: {
      /** @constant */
      status: 'live';
    };
    Ready: {
      /**
       * @description `degraded`: it answers, but a chain is halted. Nothing is read or credited there.
       * @enum {string}
       */
      status: 'ready' | 'degraded';
      /** @constant */
      database: 'up';
      /** @constant */
      temporal: 'up';
      /**
       * @description Left out if there is no Redis.
       * @constant
       */
      redis?: 'up';
      /** @description Left out if no chain is halted. */
      haltedChains?: {
        /** @example base */
        chainCode: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with ms.
         * @example 2026-01-31T12:00:00.000Z
         */
        haltedAt: string;
      }[];
    };
    /** @description https://spec.openapis.org/oas/v3.1.1 */
    OpenApiDocument: {
      /** @example 3.1.0 */
      openapi: string;
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The table of all codes: docs/errors.md.
     * @enum {string}
     */
    ErrorCode:
      | 'invalid_json'
      | 'validation_failed'
      | 'unauthenticated'
      | 'key_not_approved'
      | 'key_disabled'
      | 'missing_scope'
      | 'ip_not_allowed'
      | 'merchant_suspended'
      | 'csrf_failed'
      | 'confirmation_needed'
      | 'second_factor_needed'
      | 'passkey_needed'
      | 'not_found'
      | 'method_not_allowed'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'idempotency_key_reused'
      | 'idempotency_in_progress'
      | 'invalid_state'
      | 'chain_not_read'
      | 'unsupported_asset'
      | 'unsupported_time_zone'
      | 'amount_too_small'
      | 'amount_too_precise'
      | 'invalid_address'
      | 'invalid_signature'
      | 'address_not_whitelisted'
      | 'insufficient_balance'
      | 'limit_exceeded'
      | 'url_not_allowed'
      | 'rate_limited'
      | 'internal_error'
      | 'deposit_address_altered'
      | 'withdrawal_altered'
      | 'rate_unavailable'
      | 'temporarily_unavailable';
  };
  responses: {
    /**
     * @description `invalid_json`: The body is not valid JSON.
     *
     *     `validation_failed`: A field is missing, unknown or malformed; `details` names each.
     */
    InvalidJsonOrValidationFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'invalid_json' | 'validation_failed';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `unauthenticated`: No API key or session was given, or the given one is wrong, unknown or has ended. */
    Unauthenticated: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'unauthenticated';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `key_not_approved`: An operator has not approved the API key yet.
     *
     *     `key_disabled`: The API key was disabled, by its merchant or by an operator.
     *
     *     `missing_scope`: The API key lacks the scope that this endpoint needs.
     *
     *     `ip_not_allowed`: The request's address is not on the API key's list.
     *
     *     `merchant_suspended`: An operator has suspended the merchant.
     *
     *     `csrf_failed`: A request of a session came from another site, or without its `X-CSRF-Token`.
     *
     *     `second_factor_needed`: The member has a second factor, and it was not given.
     *
     *     `passkey_needed`: The operator has no passkey, and this instance requires one.
     */
    CallerRefused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code:
              | 'key_not_approved'
              | 'key_disabled'
              | 'missing_scope'
              | 'ip_not_allowed'
              | 'merchant_suspended'
              | 'csrf_failed'
              | 'second_factor_needed'
              | 'passkey_needed';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `validation_failed`: The request did not arrive completely in time. */
    RequestTooLate: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'validation_failed';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
     *
     *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
     */
    IdempotencyKeyReusedOrIdempotencyInProgress: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'idempotency_key_reused' | 'idempotency_in_progress';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `payload_too_large`: The body exceeds 64 KiB. */
    PayloadTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'payload_too_large';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `unsupported_media_type`: The body must be sent as application/json. */
    UnsupportedMediaType: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'unsupported_media_type';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `rate_limited`: Too many requests; wait for `Retry-After` seconds. */
    RateLimited: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'rate_limited';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `payload_too_large`: The headers are larger than 16 KiB. */
    HeadersTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'payload_too_large';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `internal_error`: Something failed on our side; quote the request id. */
    InternalError: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'internal_error';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `rate_unavailable`: There is no recent price for this currency pair.
     *
     *     `temporarily_unavailable`: A part of the service is not available; try again.
     */
    RateUnavailableOrTemporarilyUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'rate_unavailable' | 'temporarily_unavailable';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `validation_failed`: A field is missing, unknown or malformed; `details` names each. */
    ValidationFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'validation_failed';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `temporarily_unavailable`: A part of the service is not available; try again. */
    TemporarilyUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'temporarily_unavailable';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `not_found`: There is no such object, or it belongs to another merchant. */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'not_found';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `internal_error`: Something failed on our side; quote the request id.
     *
     *     `deposit_address_altered`: The deposit address on record is not the one made for the invoice. Do not pay to any of them.
     */
    InternalErrorOrDepositAddressAltered: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'internal_error' | 'deposit_address_altered';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `invalid_state`: The object is not in a state that allows this. */
    InvalidState: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'invalid_state';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `key_not_approved`: An operator has not approved the API key yet.
     *
     *     `key_disabled`: The API key was disabled, by its merchant or by an operator.
     *
     *     `missing_scope`: The API key lacks the scope that this endpoint needs.
     *
     *     `ip_not_allowed`: The request's address is not on the API key's list.
     *
     *     `merchant_suspended`: An operator has suspended the merchant.
     *
     *     `csrf_failed`: A request of a session came from another site, or without its `X-CSRF-Token`.
     *
     *     `confirmation_needed`: The last confirmation is more than 10 minutes old: confirm again.
     *
     *     `second_factor_needed`: The member has a second factor, and it was not given.
     *
     *     `passkey_needed`: The operator has no passkey, and this instance requires one.
     */
    CallerRefusedOrUnconfirmed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code:
              | 'key_not_approved'
              | 'key_disabled'
              | 'missing_scope'
              | 'ip_not_allowed'
              | 'merchant_suspended'
              | 'csrf_failed'
              | 'confirmation_needed'
              | 'second_factor_needed'
              | 'passkey_needed';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `unsupported_asset`: The chain or token is not offered here, or has no price in the currency; see GET /v1/assets.
     *
     *     `invalid_address`: The address is malformed, fails its EIP-55 checksum or can not be paid.
     */
    UnsupportedAssetOrInvalidAddress: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'unsupported_asset' | 'invalid_address';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `merchant_suspended`: An operator has suspended the merchant. */
    MerchantSuspended: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'merchant_suspended';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `internal_error`: Something failed on our side; quote the request id.
     *
     *     `withdrawal_altered`: The withdrawal was altered in the database. Do not approve it.
     */
    InternalErrorOrWithdrawalAltered: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'internal_error' | 'withdrawal_altered';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `invalid_state`: The object is not in a state that allows this.
     *
     *     `chain_not_read`: The newest blocks of the chain are not read yet; wait for `Retry-After` seconds.
     */
    InvalidStateOrChainNotRead: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'invalid_state' | 'chain_not_read';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `amount_too_small`: The amount is below the asset's minimum.
     *
     *     `amount_too_precise`: The amount has more digits than can be held exactly.
     */
    AmountTooSmallOrAmountTooPrecise: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'amount_too_small' | 'amount_too_precise';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `limit_exceeded`: The request exceeds a limit of withdrawals, webhook endpoints or passkeys.
     *
     *     `url_not_allowed`: The service is not allowed to call this webhook URL.
     */
    LimitExceededOrUrlNotAllowed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'limit_exceeded' | 'url_not_allowed';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `url_not_allowed`: The service is not allowed to call this webhook URL. */
    UrlNotAllowed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'url_not_allowed';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `invalid_json`: The body is not valid JSON.
     *
     *     `validation_failed`: A field is missing, unknown or malformed; `details` names each.
     */
    InvalidJsonOrValidationFailedUncounted: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'invalid_json' | 'validation_failed';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `merchant_suspended`: An operator has suspended the merchant.
     *
     *     `csrf_failed`: A request of a session came from another site, or without its `X-CSRF-Token`.
     */
    MerchantSuspendedOrCsrfFailedUncounted: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'merchant_suspended' | 'csrf_failed';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `not_found`: There is no such object, or it belongs to another merchant. */
    NotFoundUncounted: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'not_found';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `payload_too_large`: The body exceeds 64 KiB. */
    PayloadTooLargeUncounted: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'payload_too_large';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `unsupported_media_type`: The body must be sent as application/json. */
    UnsupportedMediaTypeUncounted: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'unsupported_media_type';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `rate_limited`: Too many requests; wait for `Retry-After` seconds. */
    RateLimitedUncounted: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'rate_limited';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `internal_error`: Something failed on our side; quote the request id. */
    InternalErrorUncounted: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'internal_error';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `temporarily_unavailable`: A part of the service is not available; try again. */
    TemporarilyUnavailableUncounted: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'temporarily_unavailable';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `invalid_state`: The object is not in a state that allows this. */
    InvalidStateUncounted: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'invalid_state';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `unauthenticated`: No API key or session was given, or the given one is wrong, unknown or has ended. */
    UnauthenticatedUncounted: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'unauthenticated';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `limit_exceeded`: The request exceeds a limit of withdrawals, webhook endpoints or passkeys. */
    LimitExceeded: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'limit_exceeded';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `unsupported_time_zone`: There is no time zone of this name. */
    UnsupportedTimeZone: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'unsupported_time_zone';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `unsupported_asset`: The chain or token is not offered here, or has no price in the currency; see GET /v1/assets. */
    UnsupportedAsset: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'unsupported_asset';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `unsupported_asset`: The chain or token is not offered here, or has no price in the currency; see GET /v1/assets.
     *
     *     `amount_too_precise`: The amount has more digits than can be held exactly.
     */
    UnsupportedAssetOrAmountTooPrecise: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'unsupported_asset' | 'amount_too_precise';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `validation_failed`: A field is missing, unknown or malformed; `details` names each. */
    ValidationFailedUncounted: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          ok: false;
          error: {
            /** @enum {string} */
            code: 'validation_failed';
            /** @description For people; it may change. */
            message: string;
            /** @description The same as in `X-Request-Id`. */
            requestId: string;
            /** @description What is wrong with each field. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description The id of this request, as in the service's log. */
    'X-Request-Id': string;
    /** @description The limit that has the fewest requests left. Absent if no limit applies. */
    'X-RateLimit-Limit': number;
    /** @description Requests left in the window of that limit. */
    'X-RateLimit-Remaining': number;
    /** @description When the window of that limit ends, in epoch seconds. */
    'X-RateLimit-Reset': number;
    /** @description Seconds to wait. */
    'Retry-After': number;
    /** @description RFC 9110, 11.6.1. */
    'WWW-Authenticate': string;
    /** @description Present if this answer is a repetition for the same `Idempotency-Key`. */
    'Idempotency-Replayed': 'true';
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listInvoices: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        status?: string;
        merchantReference?: string;
        chainCode?: string;
        tokenSymbol?: string;
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
        held?: 'true' | 'false';
        search?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *           "status": "completed",
           *           "amountFiat": "25.00",
           *           "fiatCurrency": "USD",
           *           "description": "Two coffees and a cake",
           *           "amountCrypto": "25.000000",
           *           "amountAtomic": "25000000",
           *           "amountPaidCrypto": "25.000000",
           *           "amountPaidAtomic": "25000000",
           *           "overpaid": false,
           *           "tokenSymbol": "USDC",
           *           "chainCode": "base",
           *           "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *           "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *           "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *           "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *           "confirmations": 12,
           *           "confirmationsRequired": 12,
           *           "merchantReference": "order-1001",
           *           "metadata": {
           *             "cart": "c-7"
           *           },
           *           "rate": {
           *             "rate": "1.0002",
           *             "source": "coinbase, kraken",
           *             "asOf": "2026-01-31T12:00:00.000Z"
           *           },
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "expiresAt": "2026-01-31T12:00:00.000Z",
           *           "paidAt": "2026-01-31T12:00:00.000Z",
           *           "completedAt": "2026-01-31T12:00:00.000Z",
           *           "payments": [
           *             {
           *               "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *               "logIndex": 3,
           *               "blockNumber": 21500000,
           *               "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *               "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *               "chainCode": "base",
           *               "tokenSymbol": "USDC",
           *               "amountCrypto": "25.000000",
           *               "amountAtomic": "25000000",
           *               "confirmations": 12,
           *               "status": "confirmed",
           *               "seenAt": "2026-01-31T12:00:00.000Z"
           *             }
           *           ],
           *           "held": [
           *             {
           *               "chainCode": "base",
           *               "tokenSymbol": "USDC",
           *               "amountCrypto": "25.000000",
           *               "amountAtomic": "25000000",
           *               "reason": "late",
           *               "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *               "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *             }
           *           ],
           *           "amountCreditedCrypto": "25.000000",
           *           "amountCreditedAtomic": "25000000",
           *           "acceptLate": false,
           *           "chain": {
           *             "halted": false
           *           }
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Invoice'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  createInvoice: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "amountFiat": "25.00",
         *       "fiatCurrency": "USD",
         *       "tokenSymbol": "USDC",
         *       "chainCode": "base",
         *       "merchantReference": "order-1001"
         *     }
         */
        'application/json': components['schemas']['NewInvoice'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "status": "completed",
           *         "amountFiat": "25.00",
           *         "fiatCurrency": "USD",
           *         "description": "Two coffees and a cake",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "amountPaidCrypto": "25.000000",
           *         "amountPaidAtomic": "25000000",
           *         "overpaid": false,
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *         "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "confirmationsRequired": 12,
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "rate": {
           *           "rate": "1.0002",
           *           "source": "coinbase, kraken",
           *           "asOf": "2026-01-31T12:00:00.000Z"
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "paidAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "payments": [
           *           {
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "logIndex": 3,
           *             "blockNumber": 21500000,
           *             "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "confirmations": 12,
           *             "status": "confirmed",
           *             "seenAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "held": [
           *           {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "reason": "late",
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *           }
           *         ],
           *         "amountCreditedCrypto": "25.000000",
           *         "amountCreditedAtomic": "25000000",
           *         "acceptLate": false,
           *         "chain": {
           *           "halted": false
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Invoice'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['IdempotencyKeyReusedOrIdempotencyInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /**
       * @description `unsupported_asset`: The chain or token is not offered here, or has no price in the currency; see GET /v1/assets.
       *
       *     `amount_too_small`: The amount is below the asset's minimum.
       *
       *     `amount_too_precise`: The amount has more digits than can be held exactly.
       */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'unsupported_asset' | 'amount_too_small' | 'amount_too_precise';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateUnavailableOrTemporarilyUnavailable'];
    };
  };
  exportInvoices: {
    parameters: {
      query?: {
        status?: string;
        merchantReference?: string;
        chainCode?: string;
        tokenSymbol?: string;
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
        held?: 'true' | 'false';
        search?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /** @example invoiceId,publicId,merchantReference,description,status,overpaid,amountCrypto,amountPaidCrypto,tokenSymbol,chainCode,amountFiat,fiatCurrency,depositAddress,txHash,createdAt,expiresAt,paidAt,completedAt,checkoutId,metadata,held,amountAtomic,amountPaidAtomic */
          'text/csv': string;
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        invoiceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "status": "completed",
           *         "amountFiat": "25.00",
           *         "fiatCurrency": "USD",
           *         "description": "Two coffees and a cake",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "amountPaidCrypto": "25.000000",
           *         "amountPaidAtomic": "25000000",
           *         "overpaid": false,
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *         "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "confirmationsRequired": 12,
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "rate": {
           *           "rate": "1.0002",
           *           "source": "coinbase, kraken",
           *           "asOf": "2026-01-31T12:00:00.000Z"
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "paidAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "payments": [
           *           {
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "logIndex": 3,
           *             "blockNumber": 21500000,
           *             "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "confirmations": 12,
           *             "status": "confirmed",
           *             "seenAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "held": [
           *           {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "reason": "late",
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *           }
           *         ],
           *         "amountCreditedCrypto": "25.000000",
           *         "amountCreditedAtomic": "25000000",
           *         "acceptLate": false,
           *         "chain": {
           *           "halted": false
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Invoice'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrDepositAddressAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getInvoiceTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        invoiceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "at": "2026-01-31T12:00:00.000Z",
           *           "kind": "quote",
           *           "chainCode": "base",
           *           "tokenSymbol": "USDC",
           *           "amountCrypto": "25.000000",
           *           "amountAtomic": "25000000",
           *           "rate": {
           *             "rate": "1.0002",
           *             "source": "coinbase, kraken",
           *             "asOf": "2026-01-31T12:00:00.000Z"
           *           },
           *           "expiresAt": "2026-01-31T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['TimelineFact'][];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  cancelInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        invoiceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "status": "completed",
           *         "amountFiat": "25.00",
           *         "fiatCurrency": "USD",
           *         "description": "Two coffees and a cake",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "amountPaidCrypto": "25.000000",
           *         "amountPaidAtomic": "25000000",
           *         "overpaid": false,
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *         "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "confirmationsRequired": 12,
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "rate": {
           *           "rate": "1.0002",
           *           "source": "coinbase, kraken",
           *           "asOf": "2026-01-31T12:00:00.000Z"
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "paidAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "payments": [
           *           {
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "logIndex": 3,
           *             "blockNumber": 21500000,
           *             "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "confirmations": 12,
           *             "status": "confirmed",
           *             "seenAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "held": [
           *           {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "reason": "late",
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *           }
           *         ],
           *         "amountCreditedCrypto": "25.000000",
           *         "amountCreditedAtomic": "25000000",
           *         "acceptLate": false,
           *         "chain": {
           *           "halted": false
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Invoice'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrDepositAddressAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  resolveInvoice: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        invoiceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "action": "accept",
         *       "expected": [
         *         {
         *           "chainCode": "base",
         *           "tokenSymbol": "USDC",
         *           "amountAtomic": "25000000"
         *         }
         *       ]
         *     }
         */
        'application/json':
          | {
              /** @constant */
              action: 'accept';
              /**
               * @description The held money as you have read it: `chainCode`, `tokenSymbol` and `amountAtomic` of each entry of `held`, or one sum for each asset. If the held money differs from it at the moment of the order, nothing changes and the answer is 409 `invalid_state`. Absent: all held money.
               * @example [
               *       {
               *         "chainCode": "base",
               *         "tokenSymbol": "USDC",
               *         "amountAtomic": "25000000"
               *       }
               *     ]
               */
              expected?: {
                /** @example base */
                chainCode: string;
                /** @example USDC */
                tokenSymbol: string;
                /** @example 25000000 */
                amountAtomic: string;
              }[];
            }
          | {
              /** @constant */
              action: 'refund';
              /** @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed */
              address: string;
              /**
               * @description The held money as you have read it: `chainCode`, `tokenSymbol` and `amountAtomic` of each entry of `held`, or one sum for each asset. If the held money differs from it at the moment of the order, nothing changes and the answer is 409 `invalid_state`. Absent: all held money.
               * @example [
               *       {
               *         "chainCode": "base",
               *         "tokenSymbol": "USDC",
               *         "amountAtomic": "25000000"
               *       }
               *     ]
               */
              expected?: {
                /** @example base */
                chainCode: string;
                /** @example USDC */
                tokenSymbol: string;
                /** @example 25000000 */
                amountAtomic: string;
              }[];
            };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "status": "completed",
           *         "amountFiat": "25.00",
           *         "fiatCurrency": "USD",
           *         "description": "Two coffees and a cake",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "amountPaidCrypto": "25.000000",
           *         "amountPaidAtomic": "25000000",
           *         "overpaid": false,
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *         "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "confirmationsRequired": 12,
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "rate": {
           *           "rate": "1.0002",
           *           "source": "coinbase, kraken",
           *           "asOf": "2026-01-31T12:00:00.000Z"
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "paidAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "payments": [
           *           {
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "logIndex": 3,
           *             "blockNumber": 21500000,
           *             "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "confirmations": 12,
           *             "status": "confirmed",
           *             "seenAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "held": [
           *           {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "reason": "late",
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *           }
           *         ],
           *         "amountCreditedCrypto": "25.000000",
           *         "amountCreditedAtomic": "25000000",
           *         "acceptLate": false,
           *         "chain": {
           *           "halted": false
           *         },
           *         "withdrawalIds": [
           *           "wd_01jc8z4n6q0v3w9x2y5r7t1k8m"
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ResolvedInvoice'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      /**
       * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
       *
       *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
       *
       *     `invalid_state`: The object is not in a state that allows this.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'idempotency_key_reused' | 'idempotency_in_progress' | 'invalid_state';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnsupportedAssetOrInvalidAddress'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrDepositAddressAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getPublicInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        publicId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "status": "completed",
           *         "amountFiat": "25.00",
           *         "fiatCurrency": "USD",
           *         "description": "Two coffees and a cake",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "amountPaidCrypto": "25.000000",
           *         "amountPaidAtomic": "25000000",
           *         "overpaid": false,
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *         "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "confirmationsRequired": 12,
           *         "redirectUrl": "https://shop.example/thanks",
           *         "rate": {
           *           "rate": "1.0002",
           *           "source": "coinbase, kraken",
           *           "asOf": "2026-01-31T12:00:00.000Z"
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "paidAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "payments": [
           *           {
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "logIndex": 3,
           *             "blockNumber": 21500000,
           *             "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "confirmations": 12,
           *             "status": "confirmed",
           *             "seenAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "merchant": {
           *           "name": "Corner shop",
           *           "contact": "help@shop.example",
           *           "look": {
           *             "color": "#0f766e",
           *             "logoUrl": null
           *           }
           *         },
           *         "chainName": "Base",
           *         "chainId": 8453,
           *         "chainStatus": "live",
           *         "explorerUrl": "https://basescan.org",
           *         "tokenAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "tokenDecimals": 6,
           *         "amountDueCrypto": "25.000000",
           *         "amountDueAtomic": "25000000",
           *         "amountDueUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *         "serverTime": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['PublicInvoice'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrDepositAddressAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listCheckouts: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        status?: string;
        merchantReference?: string;
        chainCode?: string;
        tokenSymbol?: string;
        held?: 'true' | 'false';
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
        search?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "publicId": "cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *           "status": "open",
           *           "amountFiat": "25.00",
           *           "fiatCurrency": "USD",
           *           "amountCrypto": "25.000000",
           *           "tokenSymbol": "USDC",
           *           "assets": [
           *             {
           *               "chainCode": "base",
           *               "tokenSymbol": "USDC"
           *             }
           *           ],
           *           "merchantReference": "order-1001",
           *           "metadata": {
           *             "cart": "c-7"
           *           },
           *           "description": "Two coffees and a cake",
           *           "checkoutUrl": "https://pay.example.com/pay/cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *           "redirectUrl": "https://shop.example/thanks",
           *           "cancelUrl": "https://shop.example/cart",
           *           "locale": "de",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "expiresAt": "2026-01-31T12:00:00.000Z",
           *           "completedAt": "2026-01-31T12:00:00.000Z",
           *           "completedBy": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "invoices": [
           *             {
           *               "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *               "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *               "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *               "status": "completed",
           *               "amountFiat": "25.00",
           *               "fiatCurrency": "USD",
           *               "description": "Two coffees and a cake",
           *               "amountCrypto": "25.000000",
           *               "amountAtomic": "25000000",
           *               "amountPaidCrypto": "25.000000",
           *               "amountPaidAtomic": "25000000",
           *               "overpaid": false,
           *               "tokenSymbol": "USDC",
           *               "chainCode": "base",
           *               "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *               "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *               "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *               "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *               "confirmations": 12,
           *               "confirmationsRequired": 12,
           *               "merchantReference": "order-1001",
           *               "metadata": {
           *                 "cart": "c-7"
           *               },
           *               "rate": {
           *                 "rate": "1.0002",
           *                 "source": "coinbase, kraken",
           *                 "asOf": "2026-01-31T12:00:00.000Z"
           *               },
           *               "createdAt": "2026-01-31T12:00:00.000Z",
           *               "expiresAt": "2026-01-31T12:00:00.000Z",
           *               "paidAt": "2026-01-31T12:00:00.000Z",
           *               "completedAt": "2026-01-31T12:00:00.000Z",
           *               "payments": [
           *                 {
           *                   "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *                   "logIndex": 3,
           *                   "blockNumber": 21500000,
           *                   "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *                   "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *                   "chainCode": "base",
           *                   "tokenSymbol": "USDC",
           *                   "amountCrypto": "25.000000",
           *                   "amountAtomic": "25000000",
           *                   "confirmations": 12,
           *                   "status": "confirmed",
           *                   "seenAt": "2026-01-31T12:00:00.000Z"
           *                 }
           *               ],
           *               "held": [
           *                 {
           *                   "chainCode": "base",
           *                   "tokenSymbol": "USDC",
           *                   "amountCrypto": "25.000000",
           *                   "amountAtomic": "25000000",
           *                   "reason": "late",
           *                   "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *                   "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *                 }
           *               ],
           *               "amountCreditedCrypto": "25.000000",
           *               "amountCreditedAtomic": "25000000",
           *               "acceptLate": false,
           *               "chain": {
           *                 "halted": false
           *               }
           *             }
           *           ]
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Checkout'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  createCheckout: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "amountFiat": "25.00",
         *       "fiatCurrency": "USD",
         *       "description": "Two coffees",
         *       "merchantReference": "order-1001"
         *     }
         */
        'application/json': components['schemas']['NewCheckout'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "publicId": "cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "status": "open",
           *         "amountFiat": "25.00",
           *         "fiatCurrency": "USD",
           *         "amountCrypto": "25.000000",
           *         "tokenSymbol": "USDC",
           *         "assets": [
           *           {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC"
           *           }
           *         ],
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "description": "Two coffees and a cake",
           *         "checkoutUrl": "https://pay.example.com/pay/cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "redirectUrl": "https://shop.example/thanks",
           *         "cancelUrl": "https://shop.example/cart",
           *         "locale": "de",
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "completedBy": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "invoices": [
           *           {
           *             "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *             "status": "completed",
           *             "amountFiat": "25.00",
           *             "fiatCurrency": "USD",
           *             "description": "Two coffees and a cake",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "amountPaidCrypto": "25.000000",
           *             "amountPaidAtomic": "25000000",
           *             "overpaid": false,
           *             "tokenSymbol": "USDC",
           *             "chainCode": "base",
           *             "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *             "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "confirmations": 12,
           *             "confirmationsRequired": 12,
           *             "merchantReference": "order-1001",
           *             "metadata": {
           *               "cart": "c-7"
           *             },
           *             "rate": {
           *               "rate": "1.0002",
           *               "source": "coinbase, kraken",
           *               "asOf": "2026-01-31T12:00:00.000Z"
           *             },
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "expiresAt": "2026-01-31T12:00:00.000Z",
           *             "paidAt": "2026-01-31T12:00:00.000Z",
           *             "completedAt": "2026-01-31T12:00:00.000Z",
           *             "payments": [
           *               {
           *                 "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *                 "logIndex": 3,
           *                 "blockNumber": 21500000,
           *                 "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *                 "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *                 "chainCode": "base",
           *                 "tokenSymbol": "USDC",
           *                 "amountCrypto": "25.000000",
           *                 "amountAtomic": "25000000",
           *                 "confirmations": 12,
           *                 "status": "confirmed",
           *                 "seenAt": "2026-01-31T12:00:00.000Z"
           *               }
           *             ],
           *             "held": [
           *               {
           *                 "chainCode": "base",
           *                 "tokenSymbol": "USDC",
           *                 "amountCrypto": "25.000000",
           *                 "amountAtomic": "25000000",
           *                 "reason": "late",
           *                 "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *                 "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *               }
           *             ],
           *             "amountCreditedCrypto": "25.000000",
           *             "amountCreditedAtomic": "25000000",
           *             "acceptLate": false,
           *             "chain": {
           *               "halted": false
           *             }
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Checkout'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['IdempotencyKeyReusedOrIdempotencyInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /**
       * @description `unsupported_asset`: The chain or token is not offered here, or has no price in the currency; see GET /v1/assets.
       *
       *     `amount_too_small`: The amount is below the asset's minimum.
       *
       *     `amount_too_precise`: The amount has more digits than can be held exactly.
       */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'unsupported_asset' | 'amount_too_small' | 'amount_too_precise';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateUnavailableOrTemporarilyUnavailable'];
    };
  };
  exportCheckouts: {
    parameters: {
      query?: {
        status?: string;
        merchantReference?: string;
        chainCode?: string;
        tokenSymbol?: string;
        held?: 'true' | 'false';
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
        search?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /** @example checkoutId,publicId,merchantReference,description,status,amountFiat,fiatCurrency,amountCrypto,tokenSymbol,createdAt,expiresAt,completedAt,completedBy,metadata */
          'text/csv': string;
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getCheckout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        checkoutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "publicId": "cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "status": "open",
           *         "amountFiat": "25.00",
           *         "fiatCurrency": "USD",
           *         "amountCrypto": "25.000000",
           *         "tokenSymbol": "USDC",
           *         "assets": [
           *           {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC"
           *           }
           *         ],
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "description": "Two coffees and a cake",
           *         "checkoutUrl": "https://pay.example.com/pay/cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "redirectUrl": "https://shop.example/thanks",
           *         "cancelUrl": "https://shop.example/cart",
           *         "locale": "de",
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "completedBy": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "invoices": [
           *           {
           *             "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *             "status": "completed",
           *             "amountFiat": "25.00",
           *             "fiatCurrency": "USD",
           *             "description": "Two coffees and a cake",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "amountPaidCrypto": "25.000000",
           *             "amountPaidAtomic": "25000000",
           *             "overpaid": false,
           *             "tokenSymbol": "USDC",
           *             "chainCode": "base",
           *             "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *             "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "confirmations": 12,
           *             "confirmationsRequired": 12,
           *             "merchantReference": "order-1001",
           *             "metadata": {
           *               "cart": "c-7"
           *             },
           *             "rate": {
           *               "rate": "1.0002",
           *               "source": "coinbase, kraken",
           *               "asOf": "2026-01-31T12:00:00.000Z"
           *             },
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "expiresAt": "2026-01-31T12:00:00.000Z",
           *             "paidAt": "2026-01-31T12:00:00.000Z",
           *             "completedAt": "2026-01-31T12:00:00.000Z",
           *             "payments": [
           *               {
           *                 "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *                 "logIndex": 3,
           *                 "blockNumber": 21500000,
           *                 "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *                 "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *                 "chainCode": "base",
           *                 "tokenSymbol": "USDC",
           *                 "amountCrypto": "25.000000",
           *                 "amountAtomic": "25000000",
           *                 "confirmations": 12,
           *                 "status": "confirmed",
           *                 "seenAt": "2026-01-31T12:00:00.000Z"
           *               }
           *             ],
           *             "held": [
           *               {
           *                 "chainCode": "base",
           *                 "tokenSymbol": "USDC",
           *                 "amountCrypto": "25.000000",
           *                 "amountAtomic": "25000000",
           *                 "reason": "late",
           *                 "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *                 "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *               }
           *             ],
           *             "amountCreditedCrypto": "25.000000",
           *             "amountCreditedAtomic": "25000000",
           *             "acceptLate": false,
           *             "chain": {
           *               "halted": false
           *             }
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Checkout'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrDepositAddressAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  cancelCheckout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        checkoutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "publicId": "cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "status": "open",
           *         "amountFiat": "25.00",
           *         "fiatCurrency": "USD",
           *         "amountCrypto": "25.000000",
           *         "tokenSymbol": "USDC",
           *         "assets": [
           *           {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC"
           *           }
           *         ],
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "description": "Two coffees and a cake",
           *         "checkoutUrl": "https://pay.example.com/pay/cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "redirectUrl": "https://shop.example/thanks",
           *         "cancelUrl": "https://shop.example/cart",
           *         "locale": "de",
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "completedBy": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "invoices": [
           *           {
           *             "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *             "status": "completed",
           *             "amountFiat": "25.00",
           *             "fiatCurrency": "USD",
           *             "description": "Two coffees and a cake",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "amountPaidCrypto": "25.000000",
           *             "amountPaidAtomic": "25000000",
           *             "overpaid": false,
           *             "tokenSymbol": "USDC",
           *             "chainCode": "base",
           *             "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *             "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "confirmations": 12,
           *             "confirmationsRequired": 12,
           *             "merchantReference": "order-1001",
           *             "metadata": {
           *               "cart": "c-7"
           *             },
           *             "rate": {
           *               "rate": "1.0002",
           *               "source": "coinbase, kraken",
           *               "asOf": "2026-01-31T12:00:00.000Z"
           *             },
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "expiresAt": "2026-01-31T12:00:00.000Z",
           *             "paidAt": "2026-01-31T12:00:00.000Z",
           *             "completedAt": "2026-01-31T12:00:00.000Z",
           *             "payments": [
           *               {
           *                 "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *                 "logIndex": 3,
           *                 "blockNumber": 21500000,
           *                 "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *                 "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *                 "chainCode": "base",
           *                 "tokenSymbol": "USDC",
           *                 "amountCrypto": "25.000000",
           *                 "amountAtomic": "25000000",
           *                 "confirmations": 12,
           *                 "status": "confirmed",
           *                 "seenAt": "2026-01-31T12:00:00.000Z"
           *               }
           *             ],
           *             "held": [
           *               {
           *                 "chainCode": "base",
           *                 "tokenSymbol": "USDC",
           *                 "amountCrypto": "25.000000",
           *                 "amountAtomic": "25000000",
           *                 "reason": "late",
           *                 "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *                 "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *               }
           *             ],
           *             "amountCreditedCrypto": "25.000000",
           *             "amountCreditedAtomic": "25000000",
           *             "acceptLate": false,
           *             "chain": {
           *               "halted": false
           *             }
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Checkout'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrDepositAddressAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getPublicCheckout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        publicId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "publicId": "cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "status": "open",
           *         "amountFiat": "25.00",
           *         "fiatCurrency": "USD",
           *         "amountCrypto": "25.000000",
           *         "tokenSymbol": "USDC",
           *         "assets": [
           *           {
           *             "chainCode": "base",
           *             "chainId": 8453,
           *             "chainName": "Base",
           *             "tokenSymbol": "USDC",
           *             "kind": "erc20",
           *             "tokenAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "decimals": 6,
           *             "confirmationsRequired": 12,
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000"
           *           }
           *         ],
           *         "description": "Two coffees and a cake",
           *         "checkoutUrl": "https://pay.example.com/pay/cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "redirectUrl": "https://shop.example/thanks",
           *         "cancelUrl": "https://shop.example/cart",
           *         "locale": "de",
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "merchant": {
           *           "name": "Corner shop",
           *           "contact": "help@shop.example",
           *           "look": {
           *             "color": "#0f766e",
           *             "logoUrl": null
           *           }
           *         },
           *         "invoice": {
           *           "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *           "status": "completed",
           *           "amountFiat": "25.00",
           *           "fiatCurrency": "USD",
           *           "description": "Two coffees and a cake",
           *           "amountCrypto": "25.000000",
           *           "amountAtomic": "25000000",
           *           "amountPaidCrypto": "25.000000",
           *           "amountPaidAtomic": "25000000",
           *           "overpaid": false,
           *           "tokenSymbol": "USDC",
           *           "chainCode": "base",
           *           "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *           "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *           "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *           "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *           "confirmations": 12,
           *           "confirmationsRequired": 12,
           *           "redirectUrl": "https://shop.example/thanks",
           *           "rate": {
           *             "rate": "1.0002",
           *             "source": "coinbase, kraken",
           *             "asOf": "2026-01-31T12:00:00.000Z"
           *           },
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "expiresAt": "2026-01-31T12:00:00.000Z",
           *           "paidAt": "2026-01-31T12:00:00.000Z",
           *           "completedAt": "2026-01-31T12:00:00.000Z",
           *           "payments": [
           *             {
           *               "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *               "logIndex": 3,
           *               "blockNumber": 21500000,
           *               "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *               "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *               "chainCode": "base",
           *               "tokenSymbol": "USDC",
           *               "amountCrypto": "25.000000",
           *               "amountAtomic": "25000000",
           *               "confirmations": 12,
           *               "status": "confirmed",
           *               "seenAt": "2026-01-31T12:00:00.000Z"
           *             }
           *           ],
           *           "merchant": {
           *             "name": "Corner shop",
           *             "contact": "help@shop.example",
           *             "look": {
           *               "color": "#0f766e",
           *               "logoUrl": null
           *             }
           *           },
           *           "chainName": "Base",
           *           "chainId": 8453,
           *           "chainStatus": "live",
           *           "explorerUrl": "https://basescan.org",
           *           "tokenAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *           "tokenDecimals": 6,
           *           "amountDueCrypto": "25.000000",
           *           "amountDueAtomic": "25000000",
           *           "amountDueUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *           "serverTime": "2026-01-31T12:00:00.000Z"
           *         },
           *         "serverTime": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['PublicCheckout'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrDepositAddressAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  selectAsset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        publicId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "chainCode": "base",
         *       "tokenSymbol": "USDC"
         *     }
         */
        'application/json': components['schemas']['CheckoutChoice'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "status": "completed",
           *         "amountFiat": "25.00",
           *         "fiatCurrency": "USD",
           *         "description": "Two coffees and a cake",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "amountPaidCrypto": "25.000000",
           *         "amountPaidAtomic": "25000000",
           *         "overpaid": false,
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *         "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "confirmationsRequired": 12,
           *         "redirectUrl": "https://shop.example/thanks",
           *         "rate": {
           *           "rate": "1.0002",
           *           "source": "coinbase, kraken",
           *           "asOf": "2026-01-31T12:00:00.000Z"
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "paidAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "payments": [
           *           {
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "logIndex": 3,
           *             "blockNumber": 21500000,
           *             "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "confirmations": 12,
           *             "status": "confirmed",
           *             "seenAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "merchant": {
           *           "name": "Corner shop",
           *           "contact": "help@shop.example",
           *           "look": {
           *             "color": "#0f766e",
           *             "logoUrl": null
           *           }
           *         },
           *         "chainName": "Base",
           *         "chainId": 8453,
           *         "chainStatus": "live",
           *         "explorerUrl": "https://basescan.org",
           *         "tokenAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "tokenDecimals": 6,
           *         "amountDueCrypto": "25.000000",
           *         "amountDueAtomic": "25000000",
           *         "amountDueUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *         "serverTime": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['PublicInvoice'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      403: components['responses']['MerchantSuspended'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /**
       * @description `unsupported_asset`: The chain or token is not offered here, or has no price in the currency; see GET /v1/assets.
       *
       *     `amount_too_small`: The amount is below the asset's minimum.
       *
       *     `amount_too_precise`: The amount has more digits than can be held exactly.
       */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'unsupported_asset' | 'amount_too_small' | 'amount_too_precise';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrDepositAddressAltered'];
      503: components['responses']['RateUnavailableOrTemporarilyUnavailable'];
    };
  };
  listWithdrawals: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        status?: string;
        merchantReference?: string;
        chainCode?: string;
        tokenSymbol?: string;
        address?: string;
        txHash?: string;
        invoiceId?: string;
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
        search?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "kind": "withdrawal",
           *           "invoiceId": null,
           *           "status": "completed",
           *           "amountCrypto": "25.000000",
           *           "amountAtomic": "25000000",
           *           "tokenSymbol": "USDC",
           *           "chainCode": "base",
           *           "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *           "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *           "confirmations": 12,
           *           "merchantReference": "order-1001",
           *           "metadata": {
           *             "cart": "c-7"
           *           },
           *           "approvalsRequired": 1,
           *           "approvalsGiven": 1,
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "approvedAt": "2026-01-31T12:00:00.000Z",
           *           "completedAt": "2026-01-31T12:00:00.000Z",
           *           "failureReason": null,
           *           "waitingReason": null
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Withdrawal'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  createWithdrawal: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "chainCode": "base",
         *       "tokenSymbol": "USDC",
         *       "amountCrypto": "10.00",
         *       "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *       "merchantReference": "payout-7"
         *     }
         */
        'application/json': components['schemas']['NewWithdrawal'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "withdrawal",
           *         "invoiceId": null,
           *         "status": "completed",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "approvalsRequired": 1,
           *         "approvalsGiven": 1,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "approvedAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "failureReason": null,
           *         "waitingReason": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Withdrawal'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['IdempotencyKeyReusedOrIdempotencyInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /**
       * @description `unsupported_asset`: The chain or token is not offered here, or has no price in the currency; see GET /v1/assets.
       *
       *     `amount_too_small`: The amount is below the asset's minimum.
       *
       *     `amount_too_precise`: The amount has more digits than can be held exactly.
       *
       *     `invalid_address`: The address is malformed, fails its EIP-55 checksum or can not be paid.
       *
       *     `address_not_whitelisted`: The address is not on the whitelist of the API key or of its merchant.
       *
       *     `insufficient_balance`: The available balance does not cover the amount.
       *
       *     `limit_exceeded`: The request exceeds a limit of withdrawals, webhook endpoints or passkeys.
       */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code:
                | 'unsupported_asset'
                | 'amount_too_small'
                | 'amount_too_precise'
                | 'invalid_address'
                | 'address_not_whitelisted'
                | 'insufficient_balance'
                | 'limit_exceeded';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  exportWithdrawals: {
    parameters: {
      query?: {
        status?: string;
        merchantReference?: string;
        chainCode?: string;
        tokenSymbol?: string;
        address?: string;
        txHash?: string;
        invoiceId?: string;
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
        search?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /** @example withdrawalId,kind,status,amountCrypto,tokenSymbol,chainCode,address,txHash,merchantReference,invoiceId,createdAt,approvedAt,completedAt,failureReason,metadata,amountAtomic */
          'text/csv': string;
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getWithdrawal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        withdrawalId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "withdrawal",
           *         "invoiceId": null,
           *         "status": "completed",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "approvalsRequired": 1,
           *         "approvalsGiven": 1,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "approvedAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "failureReason": null,
           *         "waitingReason": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Withdrawal'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrWithdrawalAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getWithdrawalTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        withdrawalId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "at": "2026-01-31T12:00:00.000Z",
           *           "kind": "request",
           *           "chainCode": "base",
           *           "tokenSymbol": "USDC",
           *           "amountCrypto": "25.000000",
           *           "amountAtomic": "25000000",
           *           "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['WithdrawalFact'][];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrWithdrawalAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getWithdrawalTerms: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "limits": [
           *           {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "decimals": 6,
           *             "perWithdrawalCrypto": "25.000000",
           *             "perWithdrawalAtomic": "25000000",
           *             "perDayCrypto": "25.000000",
           *             "perDayAtomic": "25000000",
           *             "leftOfDayCrypto": "25.000000",
           *             "leftOfDayAtomic": "25000000"
           *           }
           *         ],
           *         "whitelist": {
           *           "withdrawalAddresses": [
           *             {
           *               "chainCode": "base",
           *               "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *               "label": "Cold wallet"
           *             }
           *           ],
           *           "pendingWithdrawalAddresses": [],
           *           "whitelistEndsAt": null
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['WithdrawalTerms'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  cancelWithdrawal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        withdrawalId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "withdrawal",
           *         "invoiceId": null,
           *         "status": "completed",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "approvalsRequired": 1,
           *         "approvalsGiven": 1,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "approvedAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "failureReason": null,
           *         "waitingReason": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Withdrawal'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidStateOrChainNotRead'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listBalances: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "chainCode": "base",
           *           "tokenSymbol": "USDC",
           *           "available": "25.000000",
           *           "pending": "25.000000",
           *           "held": "25.000000",
           *           "reserved": "25.000000",
           *           "deficit": "25.000000",
           *           "availableAtomic": "25000000",
           *           "pendingAtomic": "25000000",
           *           "heldAtomic": "25000000",
           *           "reservedAtomic": "25000000",
           *           "deficitAtomic": "25000000"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Balance'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listStatement: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        chainCode?: string;
        tokenSymbol?: string;
        account?: 'available' | 'held' | 'reserved' | 'deficit';
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "transactionId": "1024",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "chainCode": "base",
           *           "tokenSymbol": "USDC",
           *           "account": "available",
           *           "cause": "transfer_none_to_credited",
           *           "amountCrypto": "-25.000000",
           *           "amountAtomic": "-25000000",
           *           "balanceAfterCrypto": "25.000000",
           *           "balanceAfterAtomic": "25000000",
           *           "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['StatementLine'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  exportStatement: {
    parameters: {
      query?: {
        chainCode?: string;
        tokenSymbol?: string;
        account?: 'available' | 'held' | 'reserved' | 'deficit';
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /** @example transactionId,createdAt,cause,account,amountCrypto,balanceAfterCrypto,tokenSymbol,chainCode,invoiceId,withdrawalId,txHash,amountAtomic,balanceAfterAtomic */
          'text/csv': string;
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listAssets: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "chainCode": "base",
           *           "chainId": 8453,
           *           "chainName": "Base",
           *           "tokenSymbol": "USDC",
           *           "kind": "erc20",
           *           "tokenAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *           "decimals": 6,
           *           "confirmationsRequired": 12,
           *           "minInvoiceCrypto": "25.000000",
           *           "minInvoiceAtomic": "25000000",
           *           "minWithdrawalCrypto": "25.000000",
           *           "minWithdrawalAtomic": "25000000"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Asset'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listQuotes: {
    parameters: {
      query: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        amountFiat: string;
        fiatCurrency:
          | 'AED'
          | 'AFN'
          | 'ALL'
          | 'AMD'
          | 'ANG'
          | 'AOA'
          | 'ARS'
          | 'AUD'
          | 'AWG'
          | 'AZN'
          | 'BAM'
          | 'BBD'
          | 'BDT'
          | 'BGN'
          | 'BHD'
          | 'BIF'
          | 'BMD'
          | 'BND'
          | 'BOB'
          | 'BRL'
          | 'BSD'
          | 'BTN'
          | 'BWP'
          | 'BYN'
          | 'BZD'
          | 'CAD'
          | 'CDF'
          | 'CHF'
          | 'CLP'
          | 'CNY'
          | 'COP'
          | 'CRC'
          | 'CUC'
          | 'CUP'
          | 'CVE'
          | 'CZK'
          | 'DJF'
          | 'DKK'
          | 'DOP'
          | 'DZD'
          | 'EGP'
          | 'ERN'
          | 'ETB'
          | 'EUR'
          | 'FJD'
          | 'FKP'
          | 'GBP'
          | 'GEL'
          | 'GHS'
          | 'GIP'
          | 'GMD'
          | 'GNF'
          | 'GTQ'
          | 'GYD'
          | 'HKD'
          | 'HNL'
          | 'HRK'
          | 'HTG'
          | 'HUF'
          | 'IDR'
          | 'ILS'
          | 'INR'
          | 'IQD'
          | 'IRR'
          | 'ISK'
          | 'JMD'
          | 'JOD'
          | 'JPY'
          | 'KES'
          | 'KGS'
          | 'KHR'
          | 'KMF'
          | 'KPW'
          | 'KRW'
          | 'KWD'
          | 'KYD'
          | 'KZT'
          | 'LAK'
          | 'LBP'
          | 'LKR'
          | 'LRD'
          | 'LSL'
          | 'LYD'
          | 'MAD'
          | 'MDL'
          | 'MGA'
          | 'MKD'
          | 'MMK'
          | 'MNT'
          | 'MOP'
          | 'MRU'
          | 'MUR'
          | 'MVR'
          | 'MWK'
          | 'MXN'
          | 'MYR'
          | 'MZN'
          | 'NAD'
          | 'NGN'
          | 'NIO'
          | 'NOK'
          | 'NPR'
          | 'NZD'
          | 'OMR'
          | 'PAB'
          | 'PEN'
          | 'PGK'
          | 'PHP'
          | 'PKR'
          | 'PLN'
          | 'PYG'
          | 'QAR'
          | 'RON'
          | 'RSD'
          | 'RUB'
          | 'RWF'
          | 'SAR'
          | 'SBD'
          | 'SCR'
          | 'SDG'
          | 'SEK'
          | 'SGD'
          | 'SHP'
          | 'SLE'
          | 'SLL'
          | 'SOS'
          | 'SRD'
          | 'SSP'
          | 'STN'
          | 'SVC'
          | 'SYP'
          | 'SZL'
          | 'THB'
          | 'TJS'
          | 'TMT'
          | 'TND'
          | 'TOP'
          | 'TRY'
          | 'TTD'
          | 'TWD'
          | 'TZS'
          | 'UAH'
          | 'UGX'
          | 'USD'
          | 'UYU'
          | 'UZS'
          | 'VES'
          | 'VND'
          | 'VUV'
          | 'WST'
          | 'XAF'
          | 'XCD'
          | 'XCG'
          | 'XDR'
          | 'XOF'
          | 'XPF'
          | 'XSU'
          | 'YER'
          | 'ZAR'
          | 'ZMW'
          | 'ZWG'
          | 'ZWL';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "chainCode": "base",
           *           "tokenSymbol": "USDC",
           *           "amountCrypto": "25.000000",
           *           "amountAtomic": "25000000",
           *           "rate": {
           *             "rate": "1.0002",
           *             "source": "coinbase, kraken",
           *             "asOf": "2026-01-31T12:00:00.000Z"
           *           },
           *           "refused": null
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Quote'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      422: components['responses']['AmountTooSmallOrAmountTooPrecise'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listWebhookEndpoints: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "id": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "url": "https://shop.example/hooks",
           *           "events": [
           *             "invoice.completed"
           *           ],
           *           "description": "Orders",
           *           "status": "enabled",
           *           "disabledReason": null,
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "lastSuccessAt": "2026-01-31T12:00:00.000Z",
           *           "consecutiveFailures": 0,
           *           "successRate": 0.99,
           *           "failingSince": null,
           *           "failingNoticeAt": null,
           *           "legacySwitchesAt": null
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['WebhookEndpoint'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  createWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://shop.example/hooks",
         *       "events": [
         *         "invoice.paid",
         *         "invoice.completed"
         *       ],
         *       "description": null
         *     }
         */
        'application/json': components['schemas']['NewWebhookEndpoint'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "id": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "url": "https://shop.example/hooks",
           *         "events": [
           *           "invoice.completed"
           *         ],
           *         "description": "Orders",
           *         "status": "enabled",
           *         "disabledReason": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastSuccessAt": "2026-01-31T12:00:00.000Z",
           *         "consecutiveFailures": 0,
           *         "successRate": 0.99,
           *         "failingSince": null,
           *         "failingNoticeAt": null,
           *         "legacySwitchesAt": null,
           *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfgh5g0FkE=",
           *         "warning": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['CreatedWebhookEndpoint'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['IdempotencyKeyReusedOrIdempotencyInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['LimitExceededOrUrlNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "id": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "url": "https://shop.example/hooks",
           *         "events": [
           *           "invoice.completed"
           *         ],
           *         "description": "Orders",
           *         "status": "enabled",
           *         "disabledReason": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastSuccessAt": "2026-01-31T12:00:00.000Z",
           *         "consecutiveFailures": 0,
           *         "successRate": 0.99,
           *         "failingSince": null,
           *         "failingNoticeAt": null,
           *         "legacySwitchesAt": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['WebhookEndpoint'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  deleteWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "id": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "deleted": true,
           *         "cancelledDeliveries": 12
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['DeletedWebhookEndpoint'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  updateWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "enabled"
         *     }
         */
        'application/json': components['schemas']['WebhookEndpointChanges'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "id": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "url": "https://shop.example/hooks",
           *         "events": [
           *           "invoice.completed"
           *         ],
           *         "description": "Orders",
           *         "status": "enabled",
           *         "disabledReason": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastSuccessAt": "2026-01-31T12:00:00.000Z",
           *         "consecutiveFailures": 0,
           *         "successRate": 0.99,
           *         "failingSince": null,
           *         "failingNoticeAt": null,
           *         "legacySwitchesAt": null,
           *         "warning": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ChangedWebhookEndpoint'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UrlNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': {
          /** @default 86400 */
          overlapSeconds?: number;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "id": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "url": "https://shop.example/hooks",
           *         "events": [
           *           "invoice.completed"
           *         ],
           *         "description": "Orders",
           *         "status": "enabled",
           *         "disabledReason": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastSuccessAt": "2026-01-31T12:00:00.000Z",
           *         "consecutiveFailures": 0,
           *         "successRate": 0.99,
           *         "failingSince": null,
           *         "failingNoticeAt": null,
           *         "legacySwitchesAt": "2026-01-31T12:00:00.000Z",
           *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfgh5g0FkE="
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['RotatedWebhookEndpoint'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['IdempotencyKeyReusedOrIdempotencyInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  testWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "deliveryId": "dlv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "eventId": "evt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "event": "invoice.completed",
           *         "endpointId": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "withdrawalId": null,
           *         "status": "succeeded",
           *         "attemptCount": 1,
           *         "nextAttemptAt": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "finishedAt": "2026-01-31T12:00:00.000Z",
           *         "redeliveryOf": null,
           *         "origin": "event",
           *         "cancelReason": null,
           *         "outcome": "2xx"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['WebhookDelivery'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      /**
       * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
       *
       *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
       *
       *     `invalid_state`: The object is not in a state that allows this.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'idempotency_key_reused' | 'idempotency_in_progress' | 'invalid_state';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  recoverWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "since": "2026-01-31T12:00:00Z"
         *     }
         */
        'application/json': {
          /** @example 2026-01-31T12:00:00Z */
          since: string & (unknown & unknown);
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "since": "2026-01-31T12:00:00.000Z",
           *         "sent": 12,
           *         "remaining": 0,
           *         "nextSince": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Recovery'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      /**
       * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
       *
       *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
       *
       *     `invalid_state`: The object is not in a state that allows this.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'idempotency_key_reused' | 'idempotency_in_progress' | 'invalid_state';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        endpointId?: string;
        event?:
          | 'invoice.created'
          | 'invoice.paid'
          | 'invoice.completed'
          | 'invoice.underpaid'
          | 'invoice.overpaid'
          | 'invoice.expired'
          | 'invoice.failed'
          | 'withdrawal.approved'
          | 'withdrawal.completed'
          | 'invoice.payment_held'
          | 'invoice.refunded'
          | 'withdrawal.rejected'
          | 'withdrawal.cancelled'
          | 'withdrawal.stopped'
          | 'withdrawal.failed'
          | 'endpoint.failing'
          | 'policy.change_requested'
          | 'ping'
          | 'checkout.completed'
          | 'checkout.expired';
        status?: string;
        invoiceId?: string;
        withdrawalId?: string;
        eventId?: string;
        outcome?: string;
        neverDelivered?: 'true' | 'false';
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "deliveryId": "dlv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "eventId": "evt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "event": "invoice.completed",
           *           "endpointId": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "withdrawalId": null,
           *           "status": "succeeded",
           *           "attemptCount": 1,
           *           "nextAttemptAt": null,
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "finishedAt": "2026-01-31T12:00:00.000Z",
           *           "redeliveryOf": null,
           *           "origin": "event",
           *           "cancelReason": null,
           *           "outcome": "2xx"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['WebhookDelivery'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  exportWebhookDeliveries: {
    parameters: {
      query?: {
        endpointId?: string;
        event?:
          | 'invoice.created'
          | 'invoice.paid'
          | 'invoice.completed'
          | 'invoice.underpaid'
          | 'invoice.overpaid'
          | 'invoice.expired'
          | 'invoice.failed'
          | 'withdrawal.approved'
          | 'withdrawal.completed'
          | 'invoice.payment_held'
          | 'invoice.refunded'
          | 'withdrawal.rejected'
          | 'withdrawal.cancelled'
          | 'withdrawal.stopped'
          | 'withdrawal.failed'
          | 'endpoint.failing'
          | 'policy.change_requested'
          | 'ping'
          | 'checkout.completed'
          | 'checkout.expired';
        status?: string;
        invoiceId?: string;
        withdrawalId?: string;
        eventId?: string;
        outcome?: string;
        neverDelivered?: 'true' | 'false';
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /** @example deliveryId,eventId,event,endpointId,invoiceId,withdrawalId,status,outcome,attemptCount,nextAttemptAt,createdAt,finishedAt,origin,redeliveryOf,cancelReason */
          'text/csv': string;
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getWebhookDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "deliveryId": "dlv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "eventId": "evt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "event": "invoice.completed",
           *         "endpointId": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "withdrawalId": null,
           *         "status": "succeeded",
           *         "attemptCount": 1,
           *         "nextAttemptAt": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "finishedAt": "2026-01-31T12:00:00.000Z",
           *         "redeliveryOf": null,
           *         "origin": "event",
           *         "cancelReason": null,
           *         "outcome": "2xx",
           *         "body": "{\"event\":\"invoice.completed\",\"timestamp\":\"2026-01-31T12:00:00.000Z\",\"data\":{}}",
           *         "bodyRefused": null,
           *         "attempts": [
           *           {
           *             "number": 1,
           *             "startedAt": "2026-01-31T12:00:00.000Z",
           *             "durationMs": 84,
           *             "statusCode": 200,
           *             "errorClass": null,
           *             "errorMessage": null,
           *             "requestHeaders": {
           *               "content-type": "application/json"
           *             },
           *             "responseHeaders": {
           *               "content-type": "application/json"
           *             },
           *             "responseBody": "ok"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['WholeWebhookDelivery'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  redeliverWebhook: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "deliveryId": "dlv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "eventId": "evt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "event": "invoice.completed",
           *         "endpointId": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "withdrawalId": null,
           *         "status": "succeeded",
           *         "attemptCount": 1,
           *         "nextAttemptAt": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "finishedAt": "2026-01-31T12:00:00.000Z",
           *         "redeliveryOf": null,
           *         "origin": "event",
           *         "cancelReason": null,
           *         "outcome": "2xx"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['WebhookDelivery'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      /**
       * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
       *
       *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
       *
       *     `invalid_state`: The object is not in a state that allows this.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'idempotency_key_reused' | 'idempotency_in_progress' | 'invalid_state';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listApiKeys: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        status?: 'pending' | 'approved' | 'disabled' | 'revoked';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "Web shop",
           *           "status": "approved",
           *           "scopes": [
           *             "invoices:read"
           *           ],
           *           "start": "qk_3vQB",
           *           "last4": "x7Kd",
           *           "ips": [
           *             "203.0.113.0/24"
           *           ],
           *           "withdrawalAddresses": [
           *             {
           *               "chainCode": "base",
           *               "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *               "label": "Cold wallet"
           *             }
           *           ],
           *           "pendingWithdrawalAddresses": [],
           *           "whitelistEndsAt": null,
           *           "rateLimits": {
           *             "POST /v1/invoices": 600
           *           },
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *           "lastUsedIp": "203.0.113.7",
           *           "expiresAt": null
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ApiKey'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Web shop",
         *       "scopes": [
         *         "invoices:read",
         *         "invoices:write"
         *       ],
         *       "expiresAt": "2099-12-31T12:00:00Z"
         *     }
         */
        'application/json': {
          /** @example Web shop */
          name: string;
          /**
           * @example [
           *       "invoices:read",
           *       "invoices:write"
           *     ]
           */
          scopes: (
            | 'invoices:read'
            | 'invoices:write'
            | 'withdrawals:read'
            | 'withdrawals:write'
            | 'balances:read'
            | 'webhooks:read'
            | 'webhooks:write'
            | 'keys:write'
          )[];
          /** @description In the future; null or left out: never. */
          expiresAt?: (string & (unknown & unknown)) | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Web shop",
           *         "status": "approved",
           *         "scopes": [
           *           "invoices:read"
           *         ],
           *         "start": "qk_3vQB",
           *         "last4": "x7Kd",
           *         "ips": [
           *           "203.0.113.0/24"
           *         ],
           *         "withdrawalAddresses": [
           *           {
           *             "chainCode": "base",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "label": "Cold wallet"
           *           }
           *         ],
           *         "pendingWithdrawalAddresses": [],
           *         "whitelistEndsAt": null,
           *         "rateLimits": {
           *           "POST /v1/invoices": 600
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedIp": "203.0.113.7",
           *         "expiresAt": null,
           *         "key": "qk_3vQB7oZk1xNfT9sLhWcYpRgUeJdAmKiEbVtCqXnOyPr00zD2x7Kd"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['CreatedApiKey'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['IdempotencyKeyReusedOrIdempotencyInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  regenerateApiKey: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': {
          /** @example key_01jc8z4n6q0v3w9x2y5r7t1k8m */
          apiKeyId?: string;
          /** @default 0 */
          overlapSeconds?: number;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Web shop",
           *         "status": "approved",
           *         "scopes": [
           *           "invoices:read"
           *         ],
           *         "start": "qk_3vQB",
           *         "last4": "x7Kd",
           *         "ips": [
           *           "203.0.113.0/24"
           *         ],
           *         "withdrawalAddresses": [
           *           {
           *             "chainCode": "base",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "label": "Cold wallet"
           *           }
           *         ],
           *         "pendingWithdrawalAddresses": [],
           *         "whitelistEndsAt": null,
           *         "rateLimits": {
           *           "POST /v1/invoices": 600
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedIp": "203.0.113.7",
           *         "expiresAt": null,
           *         "key": "qk_3vQB7oZk1xNfT9sLhWcYpRgUeJdAmKiEbVtCqXnOyPr00zD2x7Kd",
           *         "previousKeyEndsAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['RegeneratedApiKey'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      /**
       * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
       *
       *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
       *
       *     `invalid_state`: The object is not in a state that allows this.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'idempotency_key_reused' | 'idempotency_in_progress' | 'invalid_state';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  changeApiKeyStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *       "status": "approved"
         *     }
         */
        'application/json': {
          /** @example key_01jc8z4n6q0v3w9x2y5r7t1k8m */
          apiKeyId?: string;
          /** @enum {string} */
          status: 'approved' | 'disabled' | 'revoked';
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Web shop",
           *         "status": "approved",
           *         "scopes": [
           *           "invoices:read"
           *         ],
           *         "start": "qk_3vQB",
           *         "last4": "x7Kd",
           *         "ips": [
           *           "203.0.113.0/24"
           *         ],
           *         "withdrawalAddresses": [
           *           {
           *             "chainCode": "base",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "label": "Cold wallet"
           *           }
           *         ],
           *         "pendingWithdrawalAddresses": [],
           *         "whitelistEndsAt": null,
           *         "rateLimits": {
           *           "POST /v1/invoices": 600
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedIp": "203.0.113.7",
           *         "expiresAt": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ApiKey'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  replaceWhitelists: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *       "ips": [
         *         "203.0.113.0/24"
         *       ],
         *       "withdrawalAddresses": [
         *         {
         *           "chainCode": "base",
         *           "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *           "label": ""
         *         }
         *       ],
         *       "expected": {
         *         "ips": [
         *           "203.0.113.0/24"
         *         ],
         *         "withdrawalAddresses": [
         *           {
         *             "chainCode": "base",
         *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
         *           }
         *         ]
         *       },
         *       "force": false
         *     }
         */
        'application/json': {
          /** @example key_01jc8z4n6q0v3w9x2y5r7t1k8m */
          apiKeyId?: string;
          ips: (string | unknown | unknown | unknown | unknown)[];
          withdrawalAddresses: {
            /** @example base */
            chainCode: string;
            /** @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed */
            address: string;
            /** @default  */
            label?: string | '';
          }[];
          /** @description The list that you have read and want to replace. If it has changed meanwhile, nothing changes and the answer is 409 `invalid_state`. Absent: any list is replaced. */
          expected?: {
            ips: (string | unknown | unknown | unknown | unknown)[];
            withdrawalAddresses: {
              /** @example base */
              chainCode: string;
              /** @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed */
              address: string;
            }[];
          };
          /** @default false */
          force?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Web shop",
           *         "status": "approved",
           *         "scopes": [
           *           "invoices:read"
           *         ],
           *         "start": "qk_3vQB",
           *         "last4": "x7Kd",
           *         "ips": [
           *           "203.0.113.0/24"
           *         ],
           *         "withdrawalAddresses": [
           *           {
           *             "chainCode": "base",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "label": "Cold wallet"
           *           }
           *         ],
           *         "pendingWithdrawalAddresses": [],
           *         "whitelistEndsAt": null,
           *         "rateLimits": {
           *           "POST /v1/invoices": 600
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedIp": "203.0.113.7",
           *         "expiresAt": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ApiKey'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnsupportedAssetOrInvalidAddress'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listMembers: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "finance",
           *           "scopes": [
           *             "invoices:read"
           *           ],
           *           "status": "active",
           *           "waitingRole": {
           *             "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "status": "waiting",
           *             "holdsFrom": "2026-01-31T12:00:00.000Z"
           *           },
           *           "createdAt": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Member'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  changeMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        memberId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "role": "viewer"
         *     }
         */
        'application/json': components['schemas']['MemberChanges'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "email": "ann@shop.example",
           *         "name": "Ann",
           *         "role": "finance",
           *         "scopes": [
           *           "invoices:read"
           *         ],
           *         "status": "active",
           *         "waitingRole": {
           *           "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "status": "waiting",
           *           "holdsFrom": "2026-01-31T12:00:00.000Z"
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Member'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  resetMember: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        memberId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "invitationId": "ivt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "invitation",
           *         "email": "ann@shop.example",
           *         "role": "finance",
           *         "status": "open",
           *         "memberId": null,
           *         "madeBy": "merchant",
           *         "madeById": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "policyChangeId": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "url": "https://pay.example.com/dashboard/join#rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['CreatedInvitation'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      /**
       * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
       *
       *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
       *
       *     `invalid_state`: The object is not in a state that allows this.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'idempotency_key_reused' | 'idempotency_in_progress' | 'invalid_state';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listInvitations: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        status?: 'open' | 'used' | 'withdrawn' | 'expired';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "invitationId": "ivt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "kind": "invitation",
           *           "email": "ann@shop.example",
           *           "role": "finance",
           *           "status": "open",
           *           "memberId": null,
           *           "madeBy": "merchant",
           *           "madeById": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "policyChangeId": null,
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "expiresAt": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Invitation'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  inviteMember: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ann@shop.example",
         *       "role": "finance"
         *     }
         */
        'application/json': components['schemas']['NewInvitation'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "invitationId": "ivt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "invitation",
           *         "email": "ann@shop.example",
           *         "role": "finance",
           *         "status": "open",
           *         "memberId": null,
           *         "madeBy": "merchant",
           *         "madeById": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "policyChangeId": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "url": "https://pay.example.com/dashboard/join#rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['CreatedInvitation'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      /**
       * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
       *
       *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
       *
       *     `invalid_state`: The object is not in a state that allows this.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'idempotency_key_reused' | 'idempotency_in_progress' | 'invalid_state';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  withdrawInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        invitationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "invitationId": "ivt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "invitation",
           *         "email": "ann@shop.example",
           *         "role": "finance",
           *         "status": "open",
           *         "memberId": null,
           *         "madeBy": "merchant",
           *         "madeById": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "policyChangeId": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Invitation'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listMerchantAudit: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        actorKind?: 'merchant' | 'operator';
        actorId?: string;
        action?: string;
        objectId?: string;
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "auditId": "4711",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "actorKind": "merchant",
           *           "actorId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "actorName": "Ann",
           *           "ip": "203.0.113.7",
           *           "action": "withdrawal.approve",
           *           "objectKind": "withdrawal",
           *           "objectId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "reason": null,
           *           "before": {
           *             "status": "approved"
           *           },
           *           "after": {
           *             "status": "approved"
           *           },
           *           "withdrawal": {
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "decimals": 6,
           *             "tokenSymbol": "USDC",
           *             "chainCode": "base"
           *           }
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['MerchantAuditRecord'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  readMerchantLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s"
         *     }
         */
        'application/json': {
          /**
           * @description The part of the link behind `#`.
           * @example rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s
           */
          token: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "invitation",
           *         "ownerName": "Corner shop",
           *         "email": "ann@shop.example",
           *         "role": "finance",
           *         "expiresAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['PresentedLink'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailedUncounted'];
      403: components['responses']['MerchantSuspendedOrCsrfFailedUncounted'];
      404: components['responses']['NotFoundUncounted'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLargeUncounted'];
      415: components['responses']['UnsupportedMediaTypeUncounted'];
      429: components['responses']['RateLimitedUncounted'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorUncounted'];
      503: components['responses']['TemporarilyUnavailableUncounted'];
    };
  };
  joinMerchant: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
         *       "name": "Ann",
         *       "password": "correct horse battery"
         *     }
         */
        'application/json': {
          /**
           * @description The part of the link behind `#`.
           * @example rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s
           */
          token: string;
          /**
           * @description The name of the person who joins. Not needed for a new password.
           * @example Ann
           */
          name?: string;
          /**
           * Format: password
           * @example correct horse battery
           */
          password: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "merchant",
           *         "member": {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "owner",
           *           "scopes": [
           *             "invoices:read"
           *           ]
           *         },
           *         "merchant": {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "operator": {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "temporalUi": {
           *           "url": "https://temporal.example.com",
           *           "namespace": "default"
           *         },
           *         "csrfToken": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
           *         "needsSecondFactor": false,
           *         "secondFactors": [
           *           "totp",
           *           "recovery_code"
           *         ],
           *         "needsPasskey": false,
           *         "confirmedUntil": "2026-01-31T12:00:00.000Z",
           *         "idleEndsAt": "2026-01-31T12:00:00.000Z",
           *         "endsAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Session'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailedUncounted'];
      403: components['responses']['MerchantSuspendedOrCsrfFailedUncounted'];
      404: components['responses']['NotFoundUncounted'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidStateUncounted'];
      413: components['responses']['PayloadTooLargeUncounted'];
      415: components['responses']['UnsupportedMediaTypeUncounted'];
      429: components['responses']['RateLimitedUncounted'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorUncounted'];
      503: components['responses']['TemporarilyUnavailableUncounted'];
    };
  };
  readOperatorLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s"
         *     }
         */
        'application/json': {
          /**
           * @description The part of the link behind `#`.
           * @example rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s
           */
          token: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "invitation",
           *         "ownerName": "Corner shop",
           *         "email": "ann@shop.example",
           *         "role": "finance",
           *         "expiresAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['PresentedLink'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailedUncounted'];
      403: components['responses']['MerchantSuspendedOrCsrfFailedUncounted'];
      404: components['responses']['NotFoundUncounted'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLargeUncounted'];
      415: components['responses']['UnsupportedMediaTypeUncounted'];
      429: components['responses']['RateLimitedUncounted'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorUncounted'];
      503: components['responses']['TemporarilyUnavailableUncounted'];
    };
  };
  joinOperator: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
         *       "name": "Ann",
         *       "password": "correct horse battery"
         *     }
         */
        'application/json': {
          /**
           * @description The part of the link behind `#`.
           * @example rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s
           */
          token: string;
          /**
           * @description The name of the person who joins. Not needed for a new password.
           * @example Ann
           */
          name?: string;
          /**
           * Format: password
           * @example correct horse battery
           */
          password: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "merchant",
           *         "member": {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "owner",
           *           "scopes": [
           *             "invoices:read"
           *           ]
           *         },
           *         "merchant": {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "operator": {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "temporalUi": {
           *           "url": "https://temporal.example.com",
           *           "namespace": "default"
           *         },
           *         "csrfToken": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
           *         "needsSecondFactor": false,
           *         "secondFactors": [
           *           "totp",
           *           "recovery_code"
           *         ],
           *         "needsPasskey": false,
           *         "confirmedUntil": "2026-01-31T12:00:00.000Z",
           *         "idleEndsAt": "2026-01-31T12:00:00.000Z",
           *         "endsAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Session'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailedUncounted'];
      403: components['responses']['MerchantSuspendedOrCsrfFailedUncounted'];
      404: components['responses']['NotFoundUncounted'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidStateUncounted'];
      413: components['responses']['PayloadTooLargeUncounted'];
      415: components['responses']['UnsupportedMediaTypeUncounted'];
      429: components['responses']['RateLimitedUncounted'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorUncounted'];
      503: components['responses']['TemporarilyUnavailableUncounted'];
    };
  };
  readMerchantSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "merchant",
           *         "member": {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "owner",
           *           "scopes": [
           *             "invoices:read"
           *           ]
           *         },
           *         "merchant": {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "operator": {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "temporalUi": {
           *           "url": "https://temporal.example.com",
           *           "namespace": "default"
           *         },
           *         "csrfToken": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
           *         "needsSecondFactor": false,
           *         "secondFactors": [
           *           "totp",
           *           "recovery_code"
           *         ],
           *         "needsPasskey": false,
           *         "confirmedUntil": "2026-01-31T12:00:00.000Z",
           *         "idleEndsAt": "2026-01-31T12:00:00.000Z",
           *         "endsAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Session'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  beginMerchantSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ann@shop.example",
         *       "password": "correct horse battery"
         *     }
         */
        'application/json': {
          /** @example ann@shop.example */
          email: string;
          /**
           * Format: password
           * @example correct horse battery
           */
          password: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "merchant",
           *         "member": {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "owner",
           *           "scopes": [
           *             "invoices:read"
           *           ]
           *         },
           *         "merchant": {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "operator": {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "temporalUi": {
           *           "url": "https://temporal.example.com",
           *           "namespace": "default"
           *         },
           *         "csrfToken": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
           *         "needsSecondFactor": false,
           *         "secondFactors": [
           *           "totp",
           *           "recovery_code"
           *         ],
           *         "needsPasskey": false,
           *         "confirmedUntil": "2026-01-31T12:00:00.000Z",
           *         "idleEndsAt": "2026-01-31T12:00:00.000Z",
           *         "endsAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Session'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailedUncounted'];
      401: components['responses']['UnauthenticatedUncounted'];
      403: components['responses']['MerchantSuspendedOrCsrfFailedUncounted'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLargeUncounted'];
      415: components['responses']['UnsupportedMediaTypeUncounted'];
      429: components['responses']['RateLimitedUncounted'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorUncounted'];
      503: components['responses']['TemporarilyUnavailableUncounted'];
    };
  };
  endMerchantSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "signedOut": true
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['SignedOut'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  giveMerchantSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "123456"
         *     }
         */
        'application/json':
          | {
              /**
               * @description Six digits of the authenticator app, or a recovery code. Each works once.
               * @example 123456
               */
              code: string;
            }
          | {
              passkey: components['schemas']['PasskeyProof'];
            };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "merchant",
           *         "member": {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "owner",
           *           "scopes": [
           *             "invoices:read"
           *           ]
           *         },
           *         "merchant": {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "operator": {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "temporalUi": {
           *           "url": "https://temporal.example.com",
           *           "namespace": "default"
           *         },
           *         "csrfToken": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
           *         "needsSecondFactor": false,
           *         "secondFactors": [
           *           "totp",
           *           "recovery_code"
           *         ],
           *         "needsPasskey": false,
           *         "confirmedUntil": "2026-01-31T12:00:00.000Z",
           *         "idleEndsAt": "2026-01-31T12:00:00.000Z",
           *         "endsAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Session'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  requestMerchantPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "challenge": "text",
           *         "rpId": "pay.example.com",
           *         "allowCredentials": [
           *           {
           *             "id": "text",
           *             "type": "public-key",
           *             "transports": [
           *               "text"
           *             ]
           *           }
           *         ],
           *         "timeout": 0,
           *         "userVerification": "required"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['PasskeyRequest'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  confirmMerchantSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "password": "correct horse battery"
         *     }
         */
        'application/json':
          | {
              /**
               * Format: password
               * @example correct horse battery
               */
              password: string;
            }
          | {
              /**
               * @description Six digits of the authenticator app, or a recovery code. Each works once.
               * @example 123456
               */
              code: string;
            }
          | {
              passkey: components['schemas']['PasskeyProof'];
            };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "merchant",
           *         "member": {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "owner",
           *           "scopes": [
           *             "invoices:read"
           *           ]
           *         },
           *         "merchant": {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "operator": {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "temporalUi": {
           *           "url": "https://temporal.example.com",
           *           "namespace": "default"
           *         },
           *         "csrfToken": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
           *         "needsSecondFactor": false,
           *         "secondFactors": [
           *           "totp",
           *           "recovery_code"
           *         ],
           *         "needsPasskey": false,
           *         "confirmedUntil": "2026-01-31T12:00:00.000Z",
           *         "idleEndsAt": "2026-01-31T12:00:00.000Z",
           *         "endsAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Session'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  readMerchantSecurity: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "totp": {
           *           "confirmedAt": "2026-01-31T12:00:00.000Z"
           *         },
           *         "passkeys": [
           *           {
           *             "passkeyId": "psk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "name": "Laptop",
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "lastUsedAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "recoveryCodesLeft": 10,
           *         "needsPasskey": false,
           *         "refusedFactors": {
           *           "count": 0,
           *           "lastAt": "2026-01-31T12:00:00.000Z",
           *           "lastIp": "text"
           *         },
           *         "sessions": [
           *           {
           *             "sessionId": "ses_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "isCurrent": false,
           *             "ip": "203.0.113.9",
           *             "userAgent": "Mozilla/5.0 (X11; Linux x86_64)",
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *             "endsAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Security'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  changeMerchantPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "currentPassword": "correct horse battery",
         *       "newPassword": "correct horse battery"
         *     }
         */
        'application/json': {
          /**
           * Format: password
           * @example correct horse battery
           */
          currentPassword: string;
          /**
           * Format: password
           * @example correct horse battery
           */
          newPassword: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "merchant",
           *         "member": {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "owner",
           *           "scopes": [
           *             "invoices:read"
           *           ]
           *         },
           *         "merchant": {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "operator": {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "temporalUi": {
           *           "url": "https://temporal.example.com",
           *           "namespace": "default"
           *         },
           *         "csrfToken": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
           *         "needsSecondFactor": false,
           *         "secondFactors": [
           *           "totp",
           *           "recovery_code"
           *         ],
           *         "needsPasskey": false,
           *         "confirmedUntil": "2026-01-31T12:00:00.000Z",
           *         "idleEndsAt": "2026-01-31T12:00:00.000Z",
           *         "endsAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Session'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  endMerchantMemberSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "sessionsEnded": 1
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['SessionsEnded'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  endOtherMerchantSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "sessionsEnded": 1
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['SessionsEnded'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  beginMerchantTotp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
           *         "otpauthUri": "otpauth://totp/Quittance:ann%40shop.example?secret=…"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              /**
               * @description In base32.
               * @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
               */
              secret: string;
              /** @example otpauth://totp/Quittance:ann%40shop.example?secret=… */
              otpauthUri: string;
            };
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  removeMerchantTotp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "removed": true
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['FactorRemoved'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  confirmMerchantTotp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "123456"
         *     }
         */
        'application/json': {
          /** @example 123456 */
          code: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "recoveryCodes": [
           *           "3f7k-9m2p-x4vw-8c1d"
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              /** @description Recovery codes, which are made with the first factor and shown only in this answer. Null: you have some already. */
              recoveryCodes: string[] | null;
            };
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  renewMerchantRecoveryCodes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "recoveryCodes": [
           *           "3f7k-9m2p-x4vw-8c1d"
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              /**
               * @description Shown only in this answer. Each code works once, instead of another second factor.
               * @example [
               *       "3f7k-9m2p-x4vw-8c1d"
               *     ]
               */
              recoveryCodes: string[];
            };
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  offerMerchantPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "challenge": "text",
           *         "rp": {
           *           "id": "text",
           *           "name": "text"
           *         },
           *         "user": {
           *           "id": "text",
           *           "name": "text",
           *           "displayName": "text"
           *         },
           *         "pubKeyCredParams": [
           *           {
           *             "alg": 0,
           *             "type": "public-key"
           *           }
           *         ],
           *         "excludeCredentials": [
           *           {
           *             "id": "text",
           *             "type": "public-key",
           *             "transports": [
           *               "text"
           *             ]
           *           }
           *         ],
           *         "authenticatorSelection": {
           *           "residentKey": "preferred",
           *           "userVerification": "required"
           *         },
           *         "attestation": "none",
           *         "timeout": 0
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['PasskeyOffer'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  registerMerchantPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Laptop",
         *       "response": {
         *         "id": "text",
         *         "rawId": "text",
         *         "type": "public-key",
         *         "authenticatorAttachment": "platform",
         *         "clientExtensionResults": {},
         *         "response": {
         *           "clientDataJSON": "text",
         *           "attestationObject": "text",
         *           "authenticatorData": "text",
         *           "transports": [
         *             "text"
         *           ],
         *           "publicKeyAlgorithm": 0,
         *           "publicKey": "text"
         *         }
         *       }
         *     }
         */
        'application/json': {
          /** @example Laptop */
          name: string;
          response: components['schemas']['NewPasskey'];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "passkey": {
           *           "passkeyId": "psk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "Laptop",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "lastUsedAt": "2026-01-31T12:00:00.000Z"
           *         },
           *         "recoveryCodes": [
           *           "3f7k-9m2p-x4vw-8c1d"
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              passkey: components['schemas']['Passkey'];
              /** @description Recovery codes, which are made with the first factor and shown only in this answer. Null: you have some already. */
              recoveryCodes: string[] | null;
            };
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['LimitExceeded'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  removeMerchantPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        passkeyId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "removed": true
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['FactorRemoved'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  readOperatorSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "merchant",
           *         "member": {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "owner",
           *           "scopes": [
           *             "invoices:read"
           *           ]
           *         },
           *         "merchant": {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "operator": {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "temporalUi": {
           *           "url": "https://temporal.example.com",
           *           "namespace": "default"
           *         },
           *         "csrfToken": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
           *         "needsSecondFactor": false,
           *         "secondFactors": [
           *           "totp",
           *           "recovery_code"
           *         ],
           *         "needsPasskey": false,
           *         "confirmedUntil": "2026-01-31T12:00:00.000Z",
           *         "idleEndsAt": "2026-01-31T12:00:00.000Z",
           *         "endsAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Session'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  beginOperatorSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ann@shop.example",
         *       "password": "correct horse battery"
         *     }
         */
        'application/json': {
          /** @example ann@shop.example */
          email: string;
          /**
           * Format: password
           * @example correct horse battery
           */
          password: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "merchant",
           *         "member": {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "owner",
           *           "scopes": [
           *             "invoices:read"
           *           ]
           *         },
           *         "merchant": {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "operator": {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "temporalUi": {
           *           "url": "https://temporal.example.com",
           *           "namespace": "default"
           *         },
           *         "csrfToken": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
           *         "needsSecondFactor": false,
           *         "secondFactors": [
           *           "totp",
           *           "recovery_code"
           *         ],
           *         "needsPasskey": false,
           *         "confirmedUntil": "2026-01-31T12:00:00.000Z",
           *         "idleEndsAt": "2026-01-31T12:00:00.000Z",
           *         "endsAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Session'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailedUncounted'];
      401: components['responses']['UnauthenticatedUncounted'];
      403: components['responses']['MerchantSuspendedOrCsrfFailedUncounted'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLargeUncounted'];
      415: components['responses']['UnsupportedMediaTypeUncounted'];
      429: components['responses']['RateLimitedUncounted'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorUncounted'];
      503: components['responses']['TemporarilyUnavailableUncounted'];
    };
  };
  endOperatorSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "signedOut": true
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['SignedOut'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  giveOperatorSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "123456"
         *     }
         */
        'application/json':
          | {
              /**
               * @description Six digits of the authenticator app, or a recovery code. Each works once.
               * @example 123456
               */
              code: string;
            }
          | {
              passkey: components['schemas']['PasskeyProof'];
            };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "merchant",
           *         "member": {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "owner",
           *           "scopes": [
           *             "invoices:read"
           *           ]
           *         },
           *         "merchant": {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "operator": {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "temporalUi": {
           *           "url": "https://temporal.example.com",
           *           "namespace": "default"
           *         },
           *         "csrfToken": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
           *         "needsSecondFactor": false,
           *         "secondFactors": [
           *           "totp",
           *           "recovery_code"
           *         ],
           *         "needsPasskey": false,
           *         "confirmedUntil": "2026-01-31T12:00:00.000Z",
           *         "idleEndsAt": "2026-01-31T12:00:00.000Z",
           *         "endsAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Session'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  requestOperatorPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "challenge": "text",
           *         "rpId": "pay.example.com",
           *         "allowCredentials": [
           *           {
           *             "id": "text",
           *             "type": "public-key",
           *             "transports": [
           *               "text"
           *             ]
           *           }
           *         ],
           *         "timeout": 0,
           *         "userVerification": "required"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['PasskeyRequest'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  confirmOperatorSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "password": "correct horse battery"
         *     }
         */
        'application/json':
          | {
              /**
               * Format: password
               * @example correct horse battery
               */
              password: string;
            }
          | {
              /**
               * @description Six digits of the authenticator app, or a recovery code. Each works once.
               * @example 123456
               */
              code: string;
            }
          | {
              passkey: components['schemas']['PasskeyProof'];
            };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "merchant",
           *         "member": {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "owner",
           *           "scopes": [
           *             "invoices:read"
           *           ]
           *         },
           *         "merchant": {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "operator": {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "temporalUi": {
           *           "url": "https://temporal.example.com",
           *           "namespace": "default"
           *         },
           *         "csrfToken": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
           *         "needsSecondFactor": false,
           *         "secondFactors": [
           *           "totp",
           *           "recovery_code"
           *         ],
           *         "needsPasskey": false,
           *         "confirmedUntil": "2026-01-31T12:00:00.000Z",
           *         "idleEndsAt": "2026-01-31T12:00:00.000Z",
           *         "endsAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Session'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  readOperatorSecurity: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "totp": {
           *           "confirmedAt": "2026-01-31T12:00:00.000Z"
           *         },
           *         "passkeys": [
           *           {
           *             "passkeyId": "psk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "name": "Laptop",
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "lastUsedAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "recoveryCodesLeft": 10,
           *         "needsPasskey": false,
           *         "refusedFactors": {
           *           "count": 0,
           *           "lastAt": "2026-01-31T12:00:00.000Z",
           *           "lastIp": "text"
           *         },
           *         "sessions": [
           *           {
           *             "sessionId": "ses_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "isCurrent": false,
           *             "ip": "203.0.113.9",
           *             "userAgent": "Mozilla/5.0 (X11; Linux x86_64)",
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *             "endsAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Security'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  changeOperatorPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "currentPassword": "correct horse battery",
         *       "newPassword": "correct horse battery"
         *     }
         */
        'application/json': {
          /**
           * Format: password
           * @example correct horse battery
           */
          currentPassword: string;
          /**
           * Format: password
           * @example correct horse battery
           */
          newPassword: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "kind": "merchant",
           *         "member": {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "owner",
           *           "scopes": [
           *             "invoices:read"
           *           ]
           *         },
           *         "merchant": {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "operator": {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "text"
           *         },
           *         "temporalUi": {
           *           "url": "https://temporal.example.com",
           *           "namespace": "default"
           *         },
           *         "csrfToken": "rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s",
           *         "needsSecondFactor": false,
           *         "secondFactors": [
           *           "totp",
           *           "recovery_code"
           *         ],
           *         "needsPasskey": false,
           *         "confirmedUntil": "2026-01-31T12:00:00.000Z",
           *         "idleEndsAt": "2026-01-31T12:00:00.000Z",
           *         "endsAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Session'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  endOperatorMemberSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "sessionsEnded": 1
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['SessionsEnded'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  endOtherOperatorSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "sessionsEnded": 1
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['SessionsEnded'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  beginOperatorTotp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
           *         "otpauthUri": "otpauth://totp/Quittance:ann%40shop.example?secret=…"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              /**
               * @description In base32.
               * @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
               */
              secret: string;
              /** @example otpauth://totp/Quittance:ann%40shop.example?secret=… */
              otpauthUri: string;
            };
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  removeOperatorTotp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "removed": true
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['FactorRemoved'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  confirmOperatorTotp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "123456"
         *     }
         */
        'application/json': {
          /** @example 123456 */
          code: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "recoveryCodes": [
           *           "3f7k-9m2p-x4vw-8c1d"
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              /** @description Recovery codes, which are made with the first factor and shown only in this answer. Null: you have some already. */
              recoveryCodes: string[] | null;
            };
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  renewOperatorRecoveryCodes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "recoveryCodes": [
           *           "3f7k-9m2p-x4vw-8c1d"
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              /**
               * @description Shown only in this answer. Each code works once, instead of another second factor.
               * @example [
               *       "3f7k-9m2p-x4vw-8c1d"
               *     ]
               */
              recoveryCodes: string[];
            };
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  offerOperatorPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "challenge": "text",
           *         "rp": {
           *           "id": "text",
           *           "name": "text"
           *         },
           *         "user": {
           *           "id": "text",
           *           "name": "text",
           *           "displayName": "text"
           *         },
           *         "pubKeyCredParams": [
           *           {
           *             "alg": 0,
           *             "type": "public-key"
           *           }
           *         ],
           *         "excludeCredentials": [
           *           {
           *             "id": "text",
           *             "type": "public-key",
           *             "transports": [
           *               "text"
           *             ]
           *           }
           *         ],
           *         "authenticatorSelection": {
           *           "residentKey": "preferred",
           *           "userVerification": "required"
           *         },
           *         "attestation": "none",
           *         "timeout": 0
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['PasskeyOffer'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  registerOperatorPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Laptop",
         *       "response": {
         *         "id": "text",
         *         "rawId": "text",
         *         "type": "public-key",
         *         "authenticatorAttachment": "platform",
         *         "clientExtensionResults": {},
         *         "response": {
         *           "clientDataJSON": "text",
         *           "attestationObject": "text",
         *           "authenticatorData": "text",
         *           "transports": [
         *             "text"
         *           ],
         *           "publicKeyAlgorithm": 0,
         *           "publicKey": "text"
         *         }
         *       }
         *     }
         */
        'application/json': {
          /** @example Laptop */
          name: string;
          response: components['schemas']['NewPasskey'];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "passkey": {
           *           "passkeyId": "psk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "Laptop",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "lastUsedAt": "2026-01-31T12:00:00.000Z"
           *         },
           *         "recoveryCodes": [
           *           "3f7k-9m2p-x4vw-8c1d"
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              passkey: components['schemas']['Passkey'];
              /** @description Recovery codes, which are made with the first factor and shown only in this answer. Null: you have some already. */
              recoveryCodes: string[] | null;
            };
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['LimitExceeded'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  removeOperatorPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        passkeyId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "removed": true
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['FactorRemoved'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getVolume: {
    parameters: {
      query?: {
        days?: string;
        timeZone?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "day": "2026-01-31",
           *           "invoices": 12,
           *           "assets": [
           *             {
           *               "chainCode": "base",
           *               "tokenSymbol": "USDC",
           *               "invoices": 12,
           *               "amountCrypto": "25.000000",
           *               "amountAtomic": "25000000"
           *             }
           *           ],
           *           "fiat": [
           *             {
           *               "currency": "USD",
           *               "amount": "1250.00"
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['DayVolume'][];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      422: components['responses']['UnsupportedTimeZone'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listAttention: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "kind": "money_held",
           *           "message": "Order order-1001: 25.00 USDC came too late. Accept it or send it back.",
           *           "since": "2026-01-31T12:00:00.000Z",
           *           "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "endpointId": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "chainCode": "base",
           *           "tokenSymbol": "USDC",
           *           "amountCrypto": "25.000000"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Attention'][];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getMerchantProfile: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Corner shop",
           *         "contact": "help@shop.example",
           *         "look": {
           *           "color": "#0f766e",
           *           "logoUrl": null
           *         },
           *         "frameOrigins": [
           *           "https://shop.example"
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['MerchantProfile'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  updateMerchantProfile: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "contact": "help@shop.example",
         *       "look": {
         *         "color": "#0f766e"
         *       }
         *     }
         */
        'application/json': components['schemas']['MerchantProfileChanges'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Corner shop",
           *         "contact": "help@shop.example",
           *         "look": {
           *           "color": "#0f766e",
           *           "logoUrl": null
           *         },
           *         "frameOrigins": [
           *           "https://shop.example"
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['MerchantProfile'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getMerchantWhitelist: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "withdrawalAddresses": [
           *           {
           *             "chainCode": "base",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "label": "Cold wallet"
           *           }
           *         ],
           *         "pendingWithdrawalAddresses": [],
           *         "whitelistEndsAt": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Whitelist'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  replaceMerchantWhitelist: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "withdrawalAddresses": [
         *         {
         *           "chainCode": "base",
         *           "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *           "label": ""
         *         }
         *       ],
         *       "expected": {
         *         "withdrawalAddresses": [
         *           {
         *             "chainCode": "base",
         *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
         *           }
         *         ]
         *       }
         *     }
         */
        'application/json': {
          withdrawalAddresses: {
            /** @example base */
            chainCode: string;
            /** @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed */
            address: string;
            /** @default  */
            label?: string | '';
          }[];
          /** @description The list that you have read and want to replace. If it has changed meanwhile, nothing changes and the answer is 409 `invalid_state`. Absent: any list is replaced. */
          expected?: {
            withdrawalAddresses: {
              /** @example base */
              chainCode: string;
              /** @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed */
              address: string;
            }[];
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "withdrawalAddresses": [
           *           {
           *             "chainCode": "base",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "label": "Cold wallet"
           *           }
           *         ],
           *         "pendingWithdrawalAddresses": [],
           *         "whitelistEndsAt": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Whitelist'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnsupportedAssetOrInvalidAddress'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listAllWithdrawals: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        status?: string;
        merchantReference?: string;
        chainCode?: string;
        tokenSymbol?: string;
        address?: string;
        txHash?: string;
        invoiceId?: string;
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
        search?: string;
        merchantId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "kind": "payout",
           *           "invoiceId": null,
           *           "status": "completed",
           *           "amountCrypto": "25.000000",
           *           "amountAtomic": "25000000",
           *           "tokenSymbol": "USDC",
           *           "chainCode": "base",
           *           "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *           "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *           "confirmations": 12,
           *           "merchantReference": "order-1001",
           *           "metadata": {
           *             "cart": "c-7"
           *           },
           *           "approvalsRequired": 1,
           *           "approvalsGiven": 1,
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "approvedAt": "2026-01-31T12:00:00.000Z",
           *           "completedAt": "2026-01-31T12:00:00.000Z",
           *           "failureReason": null,
           *           "waitingReason": null,
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "merchantName": "Corner shop",
           *           "approvals": [
           *             {
           *               "actorKind": "operator",
           *               "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *               "approvedAt": "2026-01-31T12:00:00.000Z"
           *             }
           *           ],
           *           "signatures": [
           *             {
           *               "approver": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *               "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *               "validUntil": 1767484800,
           *               "givenAt": "2026-01-31T12:00:00.000Z"
           *             }
           *           ],
           *           "refundRecipient": null,
           *           "recipientWarning": null,
           *           "waitingCode": null
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OperatorWithdrawal'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  reviewWithdrawal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        withdrawalId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "payout",
           *         "invoiceId": null,
           *         "status": "completed",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "approvalsRequired": 1,
           *         "approvalsGiven": 1,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "approvedAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "failureReason": null,
           *         "waitingReason": null,
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "approvals": [
           *           {
           *             "actorKind": "operator",
           *             "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "approvedAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "signatures": [
           *           {
           *             "approver": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "validUntil": 1767484800,
           *             "givenAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "refundRecipient": null,
           *         "recipientWarning": null,
           *         "waitingCode": null,
           *         "decimals": 6,
           *         "review": {
           *           "merchant": {
           *             "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "name": "Corner shop",
           *             "status": "active",
           *             "createdAt": "2026-01-31T12:00:00.000Z"
           *           },
           *           "asked": {
           *             "by": "key",
           *             "name": "Till",
           *             "ip": "203.0.113.7"
           *           },
           *           "paidBefore": {
           *             "times": 12,
           *             "firstAt": "2026-01-31T12:00:00.000Z"
           *           },
           *           "available": "25.000000",
           *           "availableAtomic": "25000000",
           *           "deficit": "25.000000",
           *           "deficitAtomic": "25000000",
           *           "withdrawn": "25.000000",
           *           "withdrawnAtomic": "25000000",
           *           "dailyLimit": "25.000000",
           *           "dailyLimitAtomic": "25000000",
           *           "perWithdrawalLimit": "25.000000",
           *           "perWithdrawalLimitAtomic": "25000000",
           *           "twoApprovalsAbove": "25.000000",
           *           "twoApprovalsAboveAtomic": "25000000",
           *           "approvalsRequired": 1,
           *           "history": {
           *             "times": 12,
           *             "firstAt": "2026-01-31T12:00:00.000Z",
           *             "largest": "25.000000",
           *             "largestAtomic": "25000000"
           *           },
           *           "whitelist": {
           *             "restricted": false,
           *             "listed": false,
           *             "since": "2026-01-31T12:00:00.000Z"
           *           },
           *           "hotWallet": {
           *             "balance": "25.000000",
           *             "balanceAtomic": "25000000",
           *             "due": "25.000000",
           *             "dueAtomic": "25000000",
           *             "readAt": "2026-01-31T12:00:00.000Z"
           *           },
           *           "chainStatus": "following",
           *           "approvers": [
           *             {
           *               "name": "text",
           *               "approvedAt": "2026-01-31T12:00:00.000Z"
           *             }
           *           ],
           *           "ownApproverAddresses": [
           *             "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *           ],
           *           "chainId": 8453,
           *           "confirmationsRequired": 12,
           *           "nextLookAt": "2026-01-31T12:00:00.000Z",
           *           "frozen": {
           *             "reason": "the token was paused",
           *             "since": "2026-01-31T12:00:00.000Z"
           *           }
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ReviewedWithdrawal'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrWithdrawalAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getOperatorWithdrawalTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        withdrawalId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "at": "2026-01-31T12:00:00.000Z",
           *           "kind": "requested",
           *           "amountCrypto": "25.000000",
           *           "amountAtomic": "25000000",
           *           "tokenSymbol": "USDC",
           *           "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['WithdrawalLifeFact'][];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrWithdrawalAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getApprovalMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        withdrawalId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "domain": {
           *           "name": "Quittance",
           *           "version": "1",
           *           "chainId": 8453
           *         },
           *         "types": {
           *           "EIP712Domain": [
           *             {
           *               "name": "withdrawalId",
           *               "type": "string"
           *             }
           *           ],
           *           "WithdrawalApproval": [
           *             {
           *               "name": "withdrawalId",
           *               "type": "string"
           *             }
           *           ]
           *         },
           *         "primaryType": "WithdrawalApproval",
           *         "message": {
           *           "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "chainCode": "base",
           *           "token": "USDC",
           *           "amountAtomic": "25000000",
           *           "recipient": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *           "kind": "payout",
           *           "validUntil": 1767484800
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ApprovalMessage'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      422: components['responses']['UnsupportedAsset'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrWithdrawalAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  approveWithdrawal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        withdrawalId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': {
          /**
           * @description The signature of the approval message (EIP-712).
           * @example 0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1
           */
          signature?: string;
          /**
           * @description The `validUntil` of the message that was signed.
           * @example 1767484800
           */
          validUntil?: number;
          /**
           * @description The address of the contract wallet that has signed (ERC-1271). Only needed for a contract wallet.
           * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
           */
          approver?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "payout",
           *         "invoiceId": null,
           *         "status": "completed",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "approvalsRequired": 1,
           *         "approvalsGiven": 1,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "approvedAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "failureReason": null,
           *         "waitingReason": null,
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "approvals": [
           *           {
           *             "actorKind": "operator",
           *             "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "approvedAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "signatures": [
           *           {
           *             "approver": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "validUntil": 1767484800,
           *             "givenAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "refundRecipient": null,
           *         "recipientWarning": null,
           *         "waitingCode": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OperatorWithdrawal'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /**
       * @description `unsupported_asset`: The chain or token is not offered here, or has no price in the currency; see GET /v1/assets.
       *
       *     `invalid_address`: The address is malformed, fails its EIP-55 checksum or can not be paid.
       *
       *     `invalid_signature`: The approver's signature can not be verified, or its validUntil is not within the next 7 days.
       */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'unsupported_asset' | 'invalid_address' | 'invalid_signature';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrWithdrawalAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  rejectWithdrawal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        withdrawalId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Looked at by the night shift"
         *     }
         */
        'application/json': {
          /** @example Looked at by the night shift */
          reason: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "payout",
           *         "invoiceId": null,
           *         "status": "completed",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "approvalsRequired": 1,
           *         "approvalsGiven": 1,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "approvedAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "failureReason": null,
           *         "waitingReason": null,
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "approvals": [
           *           {
           *             "actorKind": "operator",
           *             "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "approvedAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "signatures": [
           *           {
           *             "approver": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "validUntil": 1767484800,
           *             "givenAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "refundRecipient": null,
           *         "recipientWarning": null,
           *         "waitingCode": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OperatorWithdrawal'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidStateOrChainNotRead'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  stopWithdrawal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        withdrawalId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Looked at by the night shift"
         *     }
         */
        'application/json': {
          /** @example Looked at by the night shift */
          reason: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "payout",
           *         "invoiceId": null,
           *         "status": "completed",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "approvalsRequired": 1,
           *         "approvalsGiven": 1,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "approvedAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "failureReason": null,
           *         "waitingReason": null,
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "approvals": [
           *           {
           *             "actorKind": "operator",
           *             "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "approvedAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "signatures": [
           *           {
           *             "approver": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "validUntil": 1767484800,
           *             "givenAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "refundRecipient": null,
           *         "recipientWarning": null,
           *         "waitingCode": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OperatorWithdrawal'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidStateOrChainNotRead'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  settleWithdrawal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        withdrawalId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "outcome": "paid",
         *       "reason": "Looked at by the night shift"
         *     }
         */
        'application/json': {
          /**
           * @example paid
           * @enum {string}
           */
          outcome: 'paid' | 'unpaid' | 'other';
          /** @example Looked at by the night shift */
          reason: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "payout",
           *         "invoiceId": null,
           *         "status": "completed",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "approvalsRequired": 1,
           *         "approvalsGiven": 1,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "approvedAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "failureReason": null,
           *         "waitingReason": null,
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "approvals": [
           *           {
           *             "actorKind": "operator",
           *             "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "approvedAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "signatures": [
           *           {
           *             "approver": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "validUntil": 1767484800,
           *             "givenAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "refundRecipient": null,
           *         "recipientWarning": null,
           *         "waitingCode": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OperatorWithdrawal'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrWithdrawalAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listAllInvoices: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        status?: string;
        merchantReference?: string;
        chainCode?: string;
        tokenSymbol?: string;
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
        held?: 'true' | 'false';
        search?: string;
        merchantId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *           "status": "completed",
           *           "amountFiat": "25.00",
           *           "fiatCurrency": "USD",
           *           "description": "Two coffees and a cake",
           *           "amountCrypto": "25.000000",
           *           "amountAtomic": "25000000",
           *           "amountPaidCrypto": "25.000000",
           *           "amountPaidAtomic": "25000000",
           *           "overpaid": false,
           *           "tokenSymbol": "USDC",
           *           "chainCode": "base",
           *           "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *           "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *           "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *           "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *           "confirmations": 12,
           *           "confirmationsRequired": 12,
           *           "merchantReference": "order-1001",
           *           "metadata": {
           *             "cart": "c-7"
           *           },
           *           "rate": {
           *             "rate": "1.0002",
           *             "source": "coinbase, kraken",
           *             "asOf": "2026-01-31T12:00:00.000Z"
           *           },
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "expiresAt": "2026-01-31T12:00:00.000Z",
           *           "paidAt": "2026-01-31T12:00:00.000Z",
           *           "completedAt": "2026-01-31T12:00:00.000Z",
           *           "payments": [
           *             {
           *               "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *               "logIndex": 3,
           *               "blockNumber": 21500000,
           *               "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *               "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *               "chainCode": "base",
           *               "tokenSymbol": "USDC",
           *               "amountCrypto": "25.000000",
           *               "amountAtomic": "25000000",
           *               "confirmations": 12,
           *               "status": "confirmed",
           *               "seenAt": "2026-01-31T12:00:00.000Z"
           *             }
           *           ],
           *           "held": [
           *             {
           *               "chainCode": "base",
           *               "tokenSymbol": "USDC",
           *               "amountCrypto": "25.000000",
           *               "amountAtomic": "25000000",
           *               "reason": "late",
           *               "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *               "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *             }
           *           ],
           *           "amountCreditedCrypto": "25.000000",
           *           "amountCreditedAtomic": "25000000",
           *           "acceptLate": false,
           *           "chain": {
           *             "halted": false
           *           },
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "merchantName": "Corner shop"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OperatorInvoice'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getAnyInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        invoiceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "status": "completed",
           *         "amountFiat": "25.00",
           *         "fiatCurrency": "USD",
           *         "description": "Two coffees and a cake",
           *         "amountCrypto": "25.000000",
           *         "amountAtomic": "25000000",
           *         "amountPaidCrypto": "25.000000",
           *         "amountPaidAtomic": "25000000",
           *         "overpaid": false,
           *         "tokenSymbol": "USDC",
           *         "chainCode": "base",
           *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "paymentUri": "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000",
           *         "checkoutUrl": "https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
           *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *         "confirmations": 12,
           *         "confirmationsRequired": 12,
           *         "merchantReference": "order-1001",
           *         "metadata": {
           *           "cart": "c-7"
           *         },
           *         "rate": {
           *           "rate": "1.0002",
           *           "source": "coinbase, kraken",
           *           "asOf": "2026-01-31T12:00:00.000Z"
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "paidAt": "2026-01-31T12:00:00.000Z",
           *         "completedAt": "2026-01-31T12:00:00.000Z",
           *         "payments": [
           *           {
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "logIndex": 3,
           *             "blockNumber": 21500000,
           *             "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "confirmations": 12,
           *             "status": "confirmed",
           *             "seenAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "held": [
           *           {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "reason": "late",
           *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
           *           }
           *         ],
           *         "amountCreditedCrypto": "25.000000",
           *         "amountCreditedAtomic": "25000000",
           *         "acceptLate": false,
           *         "chain": {
           *           "halted": false
           *         },
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OperatorInvoice'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorOrDepositAddressAltered'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getAnyInvoiceTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        invoiceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "at": "2026-01-31T12:00:00.000Z",
           *           "kind": "quote",
           *           "chainCode": "base",
           *           "tokenSymbol": "USDC",
           *           "amountCrypto": "25.000000",
           *           "amountAtomic": "25000000",
           *           "rate": {
           *             "rate": "1.0002",
           *             "source": "coinbase, kraken",
           *             "asOf": "2026-01-31T12:00:00.000Z"
           *           },
           *           "expiresAt": "2026-01-31T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['TimelineFact'][];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listAllWebhookEndpoints: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        merchantId?: string;
        status?: 'enabled' | 'disabled';
        failing?: 'true';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "id": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "url": "https://shop.example/hooks",
           *           "events": [
           *             "invoice.completed"
           *           ],
           *           "description": "Orders",
           *           "status": "enabled",
           *           "disabledReason": null,
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "lastSuccessAt": "2026-01-31T12:00:00.000Z",
           *           "consecutiveFailures": 0,
           *           "successRate": 0.99,
           *           "failingSince": null,
           *           "failingNoticeAt": null,
           *           "legacySwitchesAt": null,
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "merchantName": "Corner shop",
           *           "lastAnswers": [
           *             {
           *               "deliveryId": "dlv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *               "at": "2026-01-31T12:00:00.000Z",
           *               "durationMs": 84,
           *               "statusCode": 500,
           *               "errorClass": "status",
           *               "errorMessage": "answered 500"
           *             }
           *           ]
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OperatorWebhookEndpoint'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getAnyWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "id": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "url": "https://shop.example/hooks",
           *         "events": [
           *           "invoice.completed"
           *         ],
           *         "description": "Orders",
           *         "status": "enabled",
           *         "disabledReason": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastSuccessAt": "2026-01-31T12:00:00.000Z",
           *         "consecutiveFailures": 0,
           *         "successRate": 0.99,
           *         "failingSince": null,
           *         "failingNoticeAt": null,
           *         "legacySwitchesAt": null,
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "lastAnswers": [
           *           {
           *             "deliveryId": "dlv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "at": "2026-01-31T12:00:00.000Z",
           *             "durationMs": 84,
           *             "statusCode": 500,
           *             "errorClass": "status",
           *             "errorMessage": "answered 500"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OperatorWebhookEndpoint'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listAllWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        merchantId?: string;
        endpointId?: string;
        event?:
          | 'invoice.created'
          | 'invoice.paid'
          | 'invoice.completed'
          | 'invoice.underpaid'
          | 'invoice.overpaid'
          | 'invoice.expired'
          | 'invoice.failed'
          | 'withdrawal.approved'
          | 'withdrawal.completed'
          | 'invoice.payment_held'
          | 'invoice.refunded'
          | 'withdrawal.rejected'
          | 'withdrawal.cancelled'
          | 'withdrawal.stopped'
          | 'withdrawal.failed'
          | 'endpoint.failing'
          | 'policy.change_requested'
          | 'ping'
          | 'checkout.completed'
          | 'checkout.expired';
        status?: string;
        outcome?: string;
        invoiceId?: string;
        withdrawalId?: string;
        eventId?: string;
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "deliveryId": "dlv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "eventId": "evt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "event": "invoice.completed",
           *           "endpointId": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "withdrawalId": null,
           *           "status": "succeeded",
           *           "attemptCount": 1,
           *           "nextAttemptAt": null,
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "finishedAt": "2026-01-31T12:00:00.000Z",
           *           "redeliveryOf": null,
           *           "origin": "event",
           *           "cancelReason": null,
           *           "outcome": "2xx",
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "merchantName": "Corner shop"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OperatorWebhookDelivery'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getAnyWebhookDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "deliveryId": "dlv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "eventId": "evt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "event": "invoice.completed",
           *         "endpointId": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "withdrawalId": null,
           *         "status": "succeeded",
           *         "attemptCount": 1,
           *         "nextAttemptAt": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "finishedAt": "2026-01-31T12:00:00.000Z",
           *         "redeliveryOf": null,
           *         "origin": "event",
           *         "cancelReason": null,
           *         "outcome": "2xx",
           *         "body": "{\"event\":\"invoice.completed\",\"timestamp\":\"2026-01-31T12:00:00.000Z\",\"data\":{}}",
           *         "bodyRefused": null,
           *         "attempts": [
           *           {
           *             "number": 1,
           *             "startedAt": "2026-01-31T12:00:00.000Z",
           *             "durationMs": 84,
           *             "statusCode": 200,
           *             "errorClass": null,
           *             "errorMessage": null,
           *             "requestHeaders": {
           *               "content-type": "application/json"
           *             },
           *             "responseHeaders": {
           *               "content-type": "application/json"
           *             },
           *             "responseBody": "ok"
           *           }
           *         ],
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['WholeOperatorWebhookDelivery'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listMerchants: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        status?: 'active' | 'suspended';
        search?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "Corner shop",
           *           "status": "active",
           *           "toleranceBps": 50,
           *           "acceptLate": false,
           *           "withdrawalLimits": [
           *             {
           *               "chainCode": "base",
           *               "tokenSymbol": "USDC",
           *               "perWithdrawalCrypto": "25.000000",
           *               "perWithdrawalAtomic": "25000000",
           *               "perDayCrypto": "25.000000",
           *               "perDayAtomic": "25000000",
           *               "twoApprovalsAboveCrypto": "25.000000",
           *               "twoApprovalsAboveAtomic": "25000000",
           *               "autoApproveBelowCrypto": "25.000000",
           *               "autoApproveBelowAtomic": "25000000"
           *             }
           *           ],
           *           "pendingPolicyChanges": [],
           *           "createdAt": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Merchant'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  createMerchant: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Corner shop"
         *     }
         */
        'application/json': components['schemas']['NewMerchant'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Corner shop",
           *         "status": "active",
           *         "toleranceBps": 50,
           *         "acceptLate": false,
           *         "withdrawalLimits": [
           *           {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "perWithdrawalCrypto": "25.000000",
           *             "perWithdrawalAtomic": "25000000",
           *             "perDayCrypto": "25.000000",
           *             "perDayAtomic": "25000000",
           *             "twoApprovalsAboveCrypto": "25.000000",
           *             "twoApprovalsAboveAtomic": "25000000",
           *             "autoApproveBelowCrypto": "25.000000",
           *             "autoApproveBelowAtomic": "25000000"
           *           }
           *         ],
           *         "pendingPolicyChanges": [],
           *         "createdAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Merchant'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['IdempotencyKeyReusedOrIdempotencyInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnsupportedAssetOrAmountTooPrecise'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getMerchant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        merchantId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Corner shop",
           *         "status": "active",
           *         "toleranceBps": 50,
           *         "acceptLate": false,
           *         "withdrawalLimits": [
           *           {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "perWithdrawalCrypto": "25.000000",
           *             "perWithdrawalAtomic": "25000000",
           *             "perDayCrypto": "25.000000",
           *             "perDayAtomic": "25000000",
           *             "twoApprovalsAboveCrypto": "25.000000",
           *             "twoApprovalsAboveAtomic": "25000000",
           *             "autoApproveBelowCrypto": "25.000000",
           *             "autoApproveBelowAtomic": "25000000"
           *           }
           *         ],
           *         "pendingPolicyChanges": [],
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "profile": {
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "Corner shop",
           *           "contact": "help@shop.example",
           *           "look": {
           *             "color": "#0f766e",
           *             "logoUrl": null
           *           },
           *           "frameOrigins": [
           *             "https://shop.example"
           *           ]
           *         },
           *         "whitelist": {
           *           "withdrawalAddresses": [
           *             {
           *               "chainCode": "base",
           *               "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *               "label": "Cold wallet"
           *             }
           *           ],
           *           "pendingWithdrawalAddresses": [],
           *           "whitelistEndsAt": null
           *         },
           *         "withdrawnToday": [
           *           {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000"
           *           }
           *         ],
           *         "counts": {
           *           "members": 1,
           *           "apiKeys": 1,
           *           "pendingApiKeys": 1,
           *           "webhookEndpoints": 1,
           *           "unwellEndpoints": 1,
           *           "openInvoices": 1,
           *           "withdrawalsToApprove": 1,
           *           "withdrawalsUnderWay": 1
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['MerchantDetails'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  updateMerchant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        merchantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "suspended",
         *       "reason": "Asked to by its owner"
         *     }
         */
        'application/json': components['schemas']['MerchantChanges'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Corner shop",
           *         "status": "active",
           *         "toleranceBps": 50,
           *         "acceptLate": false,
           *         "withdrawalLimits": [
           *           {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "perWithdrawalCrypto": "25.000000",
           *             "perWithdrawalAtomic": "25000000",
           *             "perDayCrypto": "25.000000",
           *             "perDayAtomic": "25000000",
           *             "twoApprovalsAboveCrypto": "25.000000",
           *             "twoApprovalsAboveAtomic": "25000000",
           *             "autoApproveBelowCrypto": "25.000000",
           *             "autoApproveBelowAtomic": "25000000"
           *           }
           *         ],
           *         "pendingPolicyChanges": [],
           *         "createdAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Merchant'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnsupportedAssetOrAmountTooPrecise'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listMerchantBalances: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        merchantId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "chainCode": "base",
           *           "tokenSymbol": "USDC",
           *           "available": "25.000000",
           *           "pending": "25.000000",
           *           "held": "25.000000",
           *           "reserved": "25.000000",
           *           "deficit": "25.000000",
           *           "availableAtomic": "25000000",
           *           "pendingAtomic": "25000000",
           *           "heldAtomic": "25000000",
           *           "reservedAtomic": "25000000",
           *           "deficitAtomic": "25000000"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Balance'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listAllApiKeys: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        merchantId?: string;
        operatorId?: string;
        status?: 'pending' | 'approved' | 'disabled' | 'revoked';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "Web shop",
           *           "status": "approved",
           *           "scopes": [
           *             "invoices:read"
           *           ],
           *           "start": "qk_3vQB",
           *           "last4": "x7Kd",
           *           "ips": [
           *             "203.0.113.0/24"
           *           ],
           *           "withdrawalAddresses": [
           *             {
           *               "chainCode": "base",
           *               "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *               "label": "Cold wallet"
           *             }
           *           ],
           *           "pendingWithdrawalAddresses": [],
           *           "whitelistEndsAt": null,
           *           "rateLimits": {
           *             "POST /v1/invoices": 600
           *           },
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *           "lastUsedIp": "203.0.113.7",
           *           "expiresAt": null,
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "merchantName": "Corner shop",
           *           "operatorId": null,
           *           "approvedAt": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OwnedApiKey'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  createMerchantKey: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *       "name": "Web shop",
         *       "scopes": [
         *         "invoices:read",
         *         "invoices:write"
         *       ],
         *       "expiresAt": "2099-12-31T12:00:00Z"
         *     }
         */
        'application/json': {
          /** @example mer_01jc8z4n6q0v3w9x2y5r7t1k8m */
          merchantId: string;
          /** @example Web shop */
          name: string;
          /**
           * @example [
           *       "invoices:read",
           *       "invoices:write"
           *     ]
           */
          scopes: (
            | 'invoices:read'
            | 'invoices:write'
            | 'withdrawals:read'
            | 'withdrawals:write'
            | 'balances:read'
            | 'webhooks:read'
            | 'webhooks:write'
            | 'keys:write'
          )[];
          /** @description In the future; null or left out: never. */
          expiresAt?: (string & (unknown & unknown)) | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Web shop",
           *         "status": "approved",
           *         "scopes": [
           *           "invoices:read"
           *         ],
           *         "start": "qk_3vQB",
           *         "last4": "x7Kd",
           *         "ips": [
           *           "203.0.113.0/24"
           *         ],
           *         "withdrawalAddresses": [
           *           {
           *             "chainCode": "base",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "label": "Cold wallet"
           *           }
           *         ],
           *         "pendingWithdrawalAddresses": [],
           *         "whitelistEndsAt": null,
           *         "rateLimits": {
           *           "POST /v1/invoices": 600
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedIp": "203.0.113.7",
           *         "expiresAt": null,
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "operatorId": null,
           *         "approvedAt": "2026-01-31T12:00:00.000Z",
           *         "key": "qk_3vQB7oZk1xNfT9sLhWcYpRgUeJdAmKiEbVtCqXnOyPr00zD2x7Kd"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['CreatedOwnedApiKey'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['IdempotencyKeyReusedOrIdempotencyInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  approveApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        apiKeyId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Web shop",
           *         "status": "approved",
           *         "scopes": [
           *           "invoices:read"
           *         ],
           *         "start": "qk_3vQB",
           *         "last4": "x7Kd",
           *         "ips": [
           *           "203.0.113.0/24"
           *         ],
           *         "withdrawalAddresses": [
           *           {
           *             "chainCode": "base",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "label": "Cold wallet"
           *           }
           *         ],
           *         "pendingWithdrawalAddresses": [],
           *         "whitelistEndsAt": null,
           *         "rateLimits": {
           *           "POST /v1/invoices": 600
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedIp": "203.0.113.7",
           *         "expiresAt": null,
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "operatorId": null,
           *         "approvedAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OwnedApiKey'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  limitApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        apiKeyId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "rateLimits": {
         *         "POST /v1/invoices": 600
         *       },
         *       "expected": {
         *         "POST /v1/invoices": 600
         *       },
         *       "reason": "Looked at by the night shift"
         *     }
         */
        'application/json': {
          /**
           * @example {
           *       "POST /v1/invoices": 600
           *     }
           */
          rateLimits: {
            [key: string]: number | null;
          };
          /**
           * @description The list that you have read and want to replace. If it has changed meanwhile, nothing changes and the answer is 409 `invalid_state`. Absent: any list is replaced.
           * @example {
           *       "POST /v1/invoices": 600
           *     }
           */
          expected?: {
            [key: string]: number | null;
          };
          /** @example Looked at by the night shift */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Web shop",
           *         "status": "approved",
           *         "scopes": [
           *           "invoices:read"
           *         ],
           *         "start": "qk_3vQB",
           *         "last4": "x7Kd",
           *         "ips": [
           *           "203.0.113.0/24"
           *         ],
           *         "withdrawalAddresses": [
           *           {
           *             "chainCode": "base",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "label": "Cold wallet"
           *           }
           *         ],
           *         "pendingWithdrawalAddresses": [],
           *         "whitelistEndsAt": null,
           *         "rateLimits": {
           *           "POST /v1/invoices": 600
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedIp": "203.0.113.7",
           *         "expiresAt": null,
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "operatorId": null,
           *         "approvedAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OwnedApiKey'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listPolicyChanges: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        merchantId?: string;
        status?: 'waiting' | 'in_force' | 'stopped';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "kind": "withdrawal_limit",
           *           "status": "waiting",
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "objectId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "merchantName": "Corner shop",
           *           "objectName": null,
           *           "change": {
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "decimals": 6,
           *             "field": "perDayAtomic",
           *             "from": "1000000000",
           *             "to": "5000000000"
           *           },
           *           "requestedBy": "merchant",
           *           "requestedById": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "requestedByName": "Night shift",
           *           "requestedAt": "2026-01-31T12:00:00.000Z",
           *           "holdsFrom": "2026-01-31T12:00:00.000Z",
           *           "decidedBy": null,
           *           "decidedById": null,
           *           "decidedAt": null
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['PolicyChange'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  confirmPolicyChange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        policyChangeId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': {
          /** @example Looked at by the night shift */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "withdrawal_limit",
           *         "status": "waiting",
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "objectId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "objectName": null,
           *         "change": {
           *           "chainCode": "base",
           *           "tokenSymbol": "USDC",
           *           "decimals": 6,
           *           "field": "perDayAtomic",
           *           "from": "1000000000",
           *           "to": "5000000000"
           *         },
           *         "requestedBy": "merchant",
           *         "requestedById": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "requestedByName": "Night shift",
           *         "requestedAt": "2026-01-31T12:00:00.000Z",
           *         "holdsFrom": "2026-01-31T12:00:00.000Z",
           *         "decidedBy": null,
           *         "decidedById": null,
           *         "decidedAt": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['PolicyChange'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  stopPolicyChange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        policyChangeId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': {
          /** @example Looked at by the night shift */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "withdrawal_limit",
           *         "status": "waiting",
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "objectId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "objectName": null,
           *         "change": {
           *           "chainCode": "base",
           *           "tokenSymbol": "USDC",
           *           "decimals": 6,
           *           "field": "perDayAtomic",
           *           "from": "1000000000",
           *           "to": "5000000000"
           *         },
           *         "requestedBy": "merchant",
           *         "requestedById": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "requestedByName": "Night shift",
           *         "requestedAt": "2026-01-31T12:00:00.000Z",
           *         "holdsFrom": "2026-01-31T12:00:00.000Z",
           *         "decidedBy": null,
           *         "decidedById": null,
           *         "decidedAt": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['PolicyChange'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listOperators: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "name": "Night shift",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "apiKeys": [
           *             {
           *               "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *               "name": "Web shop",
           *               "status": "approved",
           *               "scopes": [
           *                 "invoices:read"
           *               ],
           *               "start": "qk_3vQB",
           *               "last4": "x7Kd",
           *               "ips": [
           *                 "203.0.113.0/24"
           *               ],
           *               "withdrawalAddresses": [
           *                 {
           *                   "chainCode": "base",
           *                   "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *                   "label": "Cold wallet"
           *                 }
           *               ],
           *               "pendingWithdrawalAddresses": [],
           *               "whitelistEndsAt": null,
           *               "rateLimits": {
           *                 "POST /v1/invoices": 600
           *               },
           *               "createdAt": "2026-01-31T12:00:00.000Z",
           *               "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *               "lastUsedIp": "203.0.113.7",
           *               "expiresAt": null,
           *               "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *               "merchantName": "Corner shop",
           *               "operatorId": null,
           *               "approvedAt": "2026-01-31T12:00:00.000Z"
           *             }
           *           ],
           *           "approverAddresses": [
           *             {
           *               "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *               "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *               "status": "in_force",
           *               "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *               "chainCode": null,
           *               "registeredAt": "2026-01-31T12:00:00.000Z"
           *             }
           *           ],
           *           "member": {
           *             "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "email": "ann@shop.example",
           *             "name": "Ann",
           *             "role": "finance",
           *             "scopes": [
           *               "invoices:read"
           *             ],
           *             "status": "active",
           *             "waitingRole": {
           *               "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *               "status": "waiting",
           *               "holdsFrom": "2026-01-31T12:00:00.000Z"
           *             },
           *             "createdAt": "2026-01-31T12:00:00.000Z"
           *           },
           *           "invitations": [
           *             {
           *               "invitationId": "ivt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *               "kind": "invitation",
           *               "email": "ann@shop.example",
           *               "role": "finance",
           *               "status": "open",
           *               "memberId": null,
           *               "madeBy": "merchant",
           *               "madeById": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *               "policyChangeId": null,
           *               "createdAt": "2026-01-31T12:00:00.000Z",
           *               "expiresAt": "2026-01-31T12:00:00.000Z"
           *             }
           *           ]
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Operator'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  createOperator: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Night shift",
         *       "scopes": [
         *         "withdrawals:approve"
         *       ],
         *       "ips": [
         *         "203.0.113.0/24"
         *       ],
         *       "expiresAt": "2099-12-31T12:00:00Z"
         *     }
         */
        'application/json': {
          /** @example Night shift */
          name: string;
          /**
           * @example [
           *       "withdrawals:approve"
           *     ]
           */
          scopes: (
            'merchants:write' | 'keys:approve' | 'withdrawals:approve' | 'operations:write' | 'reports:read'
          )[];
          /** @description Where it may be used from; empty: from anywhere. */
          ips?: (string | unknown | unknown | unknown | unknown)[];
          /** @description In the future; null or left out: never. */
          expiresAt?: (string & (unknown & unknown)) | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Web shop",
           *         "status": "approved",
           *         "scopes": [
           *           "invoices:read"
           *         ],
           *         "start": "qk_3vQB",
           *         "last4": "x7Kd",
           *         "ips": [
           *           "203.0.113.0/24"
           *         ],
           *         "withdrawalAddresses": [
           *           {
           *             "chainCode": "base",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "label": "Cold wallet"
           *           }
           *         ],
           *         "pendingWithdrawalAddresses": [],
           *         "whitelistEndsAt": null,
           *         "rateLimits": {
           *           "POST /v1/invoices": 600
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedIp": "203.0.113.7",
           *         "expiresAt": null,
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "operatorId": null,
           *         "approvedAt": "2026-01-31T12:00:00.000Z",
           *         "key": "qk_3vQB7oZk1xNfT9sLhWcYpRgUeJdAmKiEbVtCqXnOyPr00zD2x7Kd"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['CreatedOperator'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['IdempotencyKeyReusedOrIdempotencyInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getOperator: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        operatorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Night shift",
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "apiKeys": [
           *           {
           *             "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "name": "Web shop",
           *             "status": "approved",
           *             "scopes": [
           *               "invoices:read"
           *             ],
           *             "start": "qk_3vQB",
           *             "last4": "x7Kd",
           *             "ips": [
           *               "203.0.113.0/24"
           *             ],
           *             "withdrawalAddresses": [
           *               {
           *                 "chainCode": "base",
           *                 "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *                 "label": "Cold wallet"
           *               }
           *             ],
           *             "pendingWithdrawalAddresses": [],
           *             "whitelistEndsAt": null,
           *             "rateLimits": {
           *               "POST /v1/invoices": 600
           *             },
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *             "lastUsedIp": "203.0.113.7",
           *             "expiresAt": null,
           *             "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "merchantName": "Corner shop",
           *             "operatorId": null,
           *             "approvedAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "approverAddresses": [
           *           {
           *             "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "status": "in_force",
           *             "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "chainCode": null,
           *             "registeredAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "member": {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "finance",
           *           "scopes": [
           *             "invoices:read"
           *           ],
           *           "status": "active",
           *           "waitingRole": {
           *             "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "status": "waiting",
           *             "holdsFrom": "2026-01-31T12:00:00.000Z"
           *           },
           *           "createdAt": "2026-01-31T12:00:00.000Z"
           *         },
           *         "invitations": [
           *           {
           *             "invitationId": "ivt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "kind": "invitation",
           *             "email": "ann@shop.example",
           *             "role": "finance",
           *             "status": "open",
           *             "memberId": null,
           *             "madeBy": "merchant",
           *             "madeById": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "policyChangeId": null,
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "expiresAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Operator'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  createOperatorKey: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        operatorId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Phone",
         *       "scopes": [
         *         "withdrawals:approve"
         *       ],
         *       "ips": [
         *         "203.0.113.0/24"
         *       ],
         *       "expiresAt": "2099-12-31T12:00:00Z"
         *     }
         */
        'application/json': {
          /** @example Phone */
          name: string;
          /**
           * @example [
           *       "withdrawals:approve"
           *     ]
           */
          scopes: (
            'merchants:write' | 'keys:approve' | 'withdrawals:approve' | 'operations:write' | 'reports:read'
          )[];
          /** @description Where it may be used from; empty: from anywhere. */
          ips?: (string | unknown | unknown | unknown | unknown)[];
          /** @description In the future; null or left out: never. */
          expiresAt?: (string & (unknown & unknown)) | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Web shop",
           *         "status": "approved",
           *         "scopes": [
           *           "invoices:read"
           *         ],
           *         "start": "qk_3vQB",
           *         "last4": "x7Kd",
           *         "ips": [
           *           "203.0.113.0/24"
           *         ],
           *         "withdrawalAddresses": [
           *           {
           *             "chainCode": "base",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "label": "Cold wallet"
           *           }
           *         ],
           *         "pendingWithdrawalAddresses": [],
           *         "whitelistEndsAt": null,
           *         "rateLimits": {
           *           "POST /v1/invoices": 600
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedIp": "203.0.113.7",
           *         "expiresAt": null,
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "operatorId": null,
           *         "approvedAt": "2026-01-31T12:00:00.000Z",
           *         "key": "qk_3vQB7oZk1xNfT9sLhWcYpRgUeJdAmKiEbVtCqXnOyPr00zD2x7Kd"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['CreatedOwnedApiKey'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      /**
       * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
       *
       *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
       *
       *     `invalid_state`: The object is not in a state that allows this.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'idempotency_key_reused' | 'idempotency_in_progress' | 'invalid_state';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  changeOperatorKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        apiKeyId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "approved",
         *       "ips": [
         *         "203.0.113.0/24"
         *       ],
         *       "expiresAt": "2099-12-31T12:00:00Z"
         *     }
         */
        'application/json': components['schemas']['OperatorKeyChanges'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "name": "Web shop",
           *         "status": "approved",
           *         "scopes": [
           *           "invoices:read"
           *         ],
           *         "start": "qk_3vQB",
           *         "last4": "x7Kd",
           *         "ips": [
           *           "203.0.113.0/24"
           *         ],
           *         "withdrawalAddresses": [
           *           {
           *             "chainCode": "base",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "label": "Cold wallet"
           *           }
           *         ],
           *         "pendingWithdrawalAddresses": [],
           *         "whitelistEndsAt": null,
           *         "rateLimits": {
           *           "POST /v1/invoices": 600
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *         "lastUsedIp": "203.0.113.7",
           *         "expiresAt": null,
           *         "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "merchantName": "Corner shop",
           *         "operatorId": null,
           *         "approvedAt": "2026-01-31T12:00:00.000Z",
           *         "keysMade": []
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ChangedOperatorKey'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listMembersOfMerchant: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        merchantId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "email": "ann@shop.example",
           *           "name": "Ann",
           *           "role": "finance",
           *           "scopes": [
           *             "invoices:read"
           *           ],
           *           "status": "active",
           *           "waitingRole": {
           *             "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *             "status": "waiting",
           *             "holdsFrom": "2026-01-31T12:00:00.000Z"
           *           },
           *           "createdAt": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Member'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  inviteForMerchant: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        merchantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ann@shop.example",
         *       "role": "finance"
         *     }
         */
        'application/json': components['schemas']['NewMerchantInvitation'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "invitationId": "ivt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "invitation",
           *         "email": "ann@shop.example",
           *         "role": "finance",
           *         "status": "open",
           *         "memberId": null,
           *         "madeBy": "merchant",
           *         "madeById": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "policyChangeId": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "url": "https://pay.example.com/dashboard/join#rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['CreatedInvitation'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      /**
       * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
       *
       *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
       *
       *     `invalid_state`: The object is not in a state that allows this.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'idempotency_key_reused' | 'idempotency_in_progress' | 'invalid_state';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  inviteOperator: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        operatorId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ann@shop.example",
         *       "role": "viewer"
         *     }
         */
        'application/json': components['schemas']['NewOperatorInvitation'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "invitationId": "ivt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "invitation",
           *         "email": "ann@shop.example",
           *         "role": "finance",
           *         "status": "open",
           *         "memberId": null,
           *         "madeBy": "merchant",
           *         "madeById": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "policyChangeId": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "url": "https://pay.example.com/dashboard/join#rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['CreatedInvitation'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      /**
       * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
       *
       *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
       *
       *     `invalid_state`: The object is not in a state that allows this.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'idempotency_key_reused' | 'idempotency_in_progress' | 'invalid_state';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  withdrawOperatorInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        operatorId: string;
        invitationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "invitationId": "ivt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "invitation",
           *         "email": "ann@shop.example",
           *         "role": "finance",
           *         "status": "open",
           *         "memberId": null,
           *         "madeBy": "merchant",
           *         "madeById": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "policyChangeId": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Invitation'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  resetOperator: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        operatorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "invitationId": "ivt_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "kind": "invitation",
           *         "email": "ann@shop.example",
           *         "role": "finance",
           *         "status": "open",
           *         "memberId": null,
           *         "madeBy": "merchant",
           *         "madeById": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "policyChangeId": null,
           *         "createdAt": "2026-01-31T12:00:00.000Z",
           *         "expiresAt": "2026-01-31T12:00:00.000Z",
           *         "url": "https://pay.example.com/dashboard/join#rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['CreatedInvitation'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      /**
       * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
       *
       *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
       *
       *     `invalid_state`: The object is not in a state that allows this.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'idempotency_key_reused' | 'idempotency_in_progress' | 'invalid_state';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  resetOperatorFactors: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        operatorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "email": "ann@shop.example",
           *         "name": "Ann",
           *         "role": "finance",
           *         "scopes": [
           *           "invoices:read"
           *         ],
           *         "status": "active",
           *         "waitingRole": {
           *           "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "status": "waiting",
           *           "holdsFrom": "2026-01-31T12:00:00.000Z"
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Member'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  changeOperatorMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        operatorId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "disabled"
         *     }
         */
        'application/json': components['schemas']['OperatorMemberChanges'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "memberId": "mbr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "email": "ann@shop.example",
           *         "name": "Ann",
           *         "role": "finance",
           *         "scopes": [
           *           "invoices:read"
           *         ],
           *         "status": "active",
           *         "waitingRole": {
           *           "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "status": "waiting",
           *           "holdsFrom": "2026-01-31T12:00:00.000Z"
           *         },
           *         "createdAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Member'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getRegistrationMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        address: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "domain": {
           *           "name": "Quittance",
           *           "version": "1"
           *         },
           *         "types": {
           *           "EIP712Domain": [
           *             {
           *               "name": "text",
           *               "type": "text"
           *             }
           *           ],
           *           "ApproverRegistration": [
           *             {
           *               "name": "text",
           *               "type": "text"
           *             }
           *           ]
           *         },
           *         "primaryType": "ApproverRegistration",
           *         "message": {
           *           "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "operatorName": "Night shift",
           *           "approver": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *           "validUntil": 1767484800
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ApproverRegistration'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  registerApproverAddress: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *       "signature": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
         *       "validUntil": 1767484800,
         *       "chainCode": "base"
         *     }
         */
        'application/json': {
          /** @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed */
          address: string;
          /** @example 0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1 */
          signature: string;
          /**
           * @description The `validUntil` of the message that was signed.
           * @example 1767484800
           */
          validUntil: number;
          /**
           * @description Only for a contract wallet: the chain that it is on.
           * @example base
           */
          chainCode?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "status": "in_force",
           *         "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "chainCode": null,
           *         "registeredAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ApproverAddress'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      408: components['responses']['RequestTooLate'];
      /**
       * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
       *
       *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
       *
       *     `invalid_state`: The object is not in a state that allows this.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'idempotency_key_reused' | 'idempotency_in_progress' | 'invalid_state';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /**
       * @description `unsupported_asset`: The chain or token is not offered here, or has no price in the currency; see GET /v1/assets.
       *
       *     `invalid_address`: The address is malformed, fails its EIP-55 checksum or can not be paid.
       *
       *     `invalid_signature`: The approver's signature can not be verified, or its validUntil is not within the next 7 days.
       */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'unsupported_asset' | 'invalid_address' | 'invalid_signature';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  removeApproverAddress: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        operatorId: string;
        address: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "operatorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *         "status": "in_force",
           *         "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *         "chainCode": null,
           *         "registeredAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ApproverAddress'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  freezeAsset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        chainCode: string;
        tokenSymbol: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Looked at by the night shift"
         *     }
         */
        'application/json': {
          /** @example Looked at by the night shift */
          reason: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "chainCode": "base",
           *         "tokenSymbol": "USDC",
           *         "frozen": false,
           *         "reason": "A difference is looked at",
           *         "frozenAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['AssetFreeze'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  releaseAsset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        chainCode: string;
        tokenSymbol: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Looked at by the night shift"
         *     }
         */
        'application/json': {
          /** @example Looked at by the night shift */
          reason: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "chainCode": "base",
           *         "tokenSymbol": "USDC",
           *         "frozen": false,
           *         "reason": "A difference is looked at",
           *         "frozenAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['AssetFreeze'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listAuditLog: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        actorId?: string;
        action?: string;
        objectKind?: string;
        objectId?: string;
        createdFrom?: string & (unknown & unknown);
        createdTo?: string & (unknown & unknown);
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "auditId": "4711",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "actorKind": "merchant",
           *           "actorId": "opr_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "apiKeyId": "key_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "memberId": null,
           *           "ip": "203.0.113.7",
           *           "action": "withdrawal.approve",
           *           "objectKind": "withdrawal",
           *           "objectId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "reason": null,
           *           "before": {
           *             "status": "approved"
           *           },
           *           "after": {
           *             "status": "approved"
           *           },
           *           "withdrawal": {
           *             "amountCrypto": "25.000000",
           *             "amountAtomic": "25000000",
           *             "decimals": 6,
           *             "tokenSymbol": "USDC",
           *             "chainCode": "base"
           *           }
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['AuditRecord'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listAuditHeads: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "number": 365,
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "isWhole": false,
           *           "chains": 12,
           *           "partsHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *           "previousHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *           "hash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *           "signer": "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
           *           "signature": "0x1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['AuditHead'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getReconciliation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "run": {
           *           "runId": 42,
           *           "origin": "schedule",
           *           "scope": "full",
           *           "startedAt": "2026-01-31T12:00:00.000Z",
           *           "finishedAt": "2026-01-31T12:00:00.000Z",
           *           "outcome": "clean",
           *           "summary": "Chain, ledger and invoices agree.",
           *           "invoices": 12,
           *           "chains": [
           *             {
           *               "chainCode": "base",
           *               "blockNumber": 21500000,
           *               "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *               "addresses": 12,
           *               "problem": null
           *             }
           *           ]
           *         },
           *         "differences": [
           *           {
           *             "differenceId": 7,
           *             "kind": "balance",
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "subject": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "decimals": 6,
           *             "expectedAtomic": "-1000000",
           *             "foundAtomic": "-1000000",
           *             "differenceAtomic": "-1000000",
           *             "words": "The hot wallet holds 1 USDC less than the books say.",
           *             "freezes": false,
           *             "firstSeenAt": "2026-01-31T12:00:00.000Z",
           *             "lastSeenAt": "2026-01-31T12:00:00.000Z",
           *             "goneAt": null,
           *             "action": "Look at its transactions in an explorer."
           *           }
           *         ],
           *         "wholeLogRun": {
           *           "runId": 42,
           *           "origin": "schedule",
           *           "scope": "full",
           *           "startedAt": "2026-01-31T12:00:00.000Z",
           *           "finishedAt": "2026-01-31T12:00:00.000Z",
           *           "outcome": "clean",
           *           "summary": "Chain, ledger and invoices agree.",
           *           "invoices": 12,
           *           "chains": [
           *             {
           *               "chainCode": "base",
           *               "blockNumber": 21500000,
           *               "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *               "addresses": 12,
           *               "problem": null
           *             }
           *           ]
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Reconciliation'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listReconciliationRuns: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
        outcome?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "runId": 42,
           *           "origin": "schedule",
           *           "scope": "full",
           *           "startedAt": "2026-01-31T12:00:00.000Z",
           *           "finishedAt": "2026-01-31T12:00:00.000Z",
           *           "outcome": "clean",
           *           "summary": "Chain, ledger and invoices agree.",
           *           "invoices": 12,
           *           "chains": [
           *             {
           *               "chainCode": "base",
           *               "blockNumber": 21500000,
           *               "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *               "addresses": 12,
           *               "problem": null
           *             }
           *           ]
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ReconciliationRun'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  startReconciliationRun: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "runId": 42,
           *         "origin": "schedule",
           *         "scope": "full",
           *         "startedAt": "2026-01-31T12:00:00.000Z",
           *         "finishedAt": "2026-01-31T12:00:00.000Z",
           *         "outcome": "clean",
           *         "summary": "Chain, ledger and invoices agree.",
           *         "invoices": 12,
           *         "chains": [
           *           {
           *             "chainCode": "base",
           *             "blockNumber": 21500000,
           *             "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *             "addresses": 12,
           *             "problem": null
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ReconciliationRun'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      /**
       * @description `idempotency_key_reused`: The Idempotency-Key was used for another request.
       *
       *     `idempotency_in_progress`: The first request of this Idempotency-Key still runs.
       *
       *     `invalid_state`: The object is not in a state that allows this.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: false;
            error: {
              /** @enum {string} */
              code: 'idempotency_key_reused' | 'idempotency_in_progress' | 'invalid_state';
              /** @description For people; it may change. */
              message: string;
              /** @description The same as in `X-Request-Id`. */
              requestId: string;
              /** @description What is wrong with each field. */
              details?: components['schemas']['ErrorDetail'][];
            };
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getReconciliationRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        runId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "run": {
           *           "runId": 42,
           *           "origin": "schedule",
           *           "scope": "full",
           *           "startedAt": "2026-01-31T12:00:00.000Z",
           *           "finishedAt": "2026-01-31T12:00:00.000Z",
           *           "outcome": "clean",
           *           "summary": "Chain, ledger and invoices agree.",
           *           "invoices": 12,
           *           "chains": [
           *             {
           *               "chainCode": "base",
           *               "blockNumber": 21500000,
           *               "blockHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
           *               "addresses": 12,
           *               "problem": null
           *             }
           *           ]
           *         },
           *         "differences": [
           *           {
           *             "differenceId": 7,
           *             "kind": "balance",
           *             "chainCode": "base",
           *             "tokenSymbol": "USDC",
           *             "subject": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "decimals": 6,
           *             "expectedAtomic": "-1000000",
           *             "foundAtomic": "-1000000",
           *             "differenceAtomic": "-1000000",
           *             "words": "The hot wallet holds 1 USDC less than the books say.",
           *             "freezes": false,
           *             "firstSeenAt": "2026-01-31T12:00:00.000Z",
           *             "lastSeenAt": "2026-01-31T12:00:00.000Z",
           *             "goneAt": null,
           *             "action": "Look at its transactions in an explorer."
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ReconciliationRunWithDifferences'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listChains: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "chainCode": "base",
           *           "chainId": 8453,
           *           "name": "Base",
           *           "status": "following",
           *           "unreachableSince": null,
           *           "height": 21500000,
           *           "blockTime": "2026-01-31T12:00:00.000Z",
           *           "headHeight": 21500000,
           *           "lagBlocks": 0,
           *           "lagSeconds": 1,
           *           "behind": false,
           *           "finalizedHeight": 21500000,
           *           "caughtUpAt": "2026-01-31T12:00:00.000Z",
           *           "confirmations": 12,
           *           "haltedAt": null,
           *           "haltedReason": null,
           *           "resumeRequestedAt": null,
           *           "resumeProblem": null,
           *           "mismatch": null,
           *           "mismatchAt": null,
           *           "rpcs": [
           *             {
           *               "origin": "https://rpc-1.example",
           *               "status": "up",
           *               "reason": null,
           *               "headHeight": 21500000,
           *               "behindBlocks": 0,
           *               "consecutiveFailures": 0,
           *               "lastError": null,
           *               "lastErrorAt": null,
           *               "lastSuccessAt": "2026-01-31T12:00:00.000Z",
           *               "latencyMs": 38
           *             }
           *           ],
           *           "disputes": [],
           *           "rpcsCheckedAt": "2026-01-31T12:00:00.000Z",
           *           "hotWallet": {
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "readAt": "2026-01-31T12:00:00.000Z",
           *             "balances": [
           *               {
           *                 "tokenSymbol": "USDC",
           *                 "decimals": 6,
           *                 "balanceCrypto": "25.000000",
           *                 "balanceAtomic": "25000000",
           *                 "ledgerCrypto": "25.000000",
           *                 "ledgerAtomic": "25000000"
           *               }
           *             ]
           *           },
           *           "wallets": [
           *             {
           *               "role": "hot",
           *               "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *               "readAt": "2026-01-31T12:00:00.000Z",
           *               "enoughGas": true,
           *               "transactionsLeft": 12,
           *               "balances": [
           *                 {
           *                   "tokenSymbol": "USDC",
           *                   "decimals": 6,
           *                   "balanceCrypto": "25.000000",
           *                   "balanceAtomic": "25000000"
           *                 }
           *               ]
           *             }
           *           ]
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Chain'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  getChain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        chainCode: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "chainCode": "base",
           *         "chainId": 8453,
           *         "name": "Base",
           *         "status": "following",
           *         "unreachableSince": null,
           *         "height": 21500000,
           *         "blockTime": "2026-01-31T12:00:00.000Z",
           *         "headHeight": 21500000,
           *         "lagBlocks": 0,
           *         "lagSeconds": 1,
           *         "behind": false,
           *         "finalizedHeight": 21500000,
           *         "caughtUpAt": "2026-01-31T12:00:00.000Z",
           *         "confirmations": 12,
           *         "haltedAt": null,
           *         "haltedReason": null,
           *         "resumeRequestedAt": null,
           *         "resumeProblem": null,
           *         "mismatch": null,
           *         "mismatchAt": null,
           *         "rpcs": [
           *           {
           *             "origin": "https://rpc-1.example",
           *             "status": "up",
           *             "reason": null,
           *             "headHeight": 21500000,
           *             "behindBlocks": 0,
           *             "consecutiveFailures": 0,
           *             "lastError": null,
           *             "lastErrorAt": null,
           *             "lastSuccessAt": "2026-01-31T12:00:00.000Z",
           *             "latencyMs": 38
           *           }
           *         ],
           *         "disputes": [],
           *         "rpcsCheckedAt": "2026-01-31T12:00:00.000Z",
           *         "hotWallet": {
           *           "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *           "readAt": "2026-01-31T12:00:00.000Z",
           *           "balances": [
           *             {
           *               "tokenSymbol": "USDC",
           *               "decimals": 6,
           *               "balanceCrypto": "25.000000",
           *               "balanceAtomic": "25000000",
           *               "ledgerCrypto": "25.000000",
           *               "ledgerAtomic": "25000000"
           *             }
           *           ]
           *         },
           *         "wallets": [
           *           {
           *             "role": "hot",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "readAt": "2026-01-31T12:00:00.000Z",
           *             "enoughGas": true,
           *             "transactionsLeft": 12,
           *             "balances": [
           *               {
           *                 "tokenSymbol": "USDC",
           *                 "decimals": 6,
           *                 "balanceCrypto": "25.000000",
           *                 "balanceAtomic": "25000000"
           *               }
           *             ]
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Chain'];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  resumeChain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        chainCode: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': {
          /** @example Looked at by the night shift */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "chainCode": "base",
           *         "chainId": 8453,
           *         "name": "Base",
           *         "status": "following",
           *         "unreachableSince": null,
           *         "height": 21500000,
           *         "blockTime": "2026-01-31T12:00:00.000Z",
           *         "headHeight": 21500000,
           *         "lagBlocks": 0,
           *         "lagSeconds": 1,
           *         "behind": false,
           *         "finalizedHeight": 21500000,
           *         "caughtUpAt": "2026-01-31T12:00:00.000Z",
           *         "confirmations": 12,
           *         "haltedAt": null,
           *         "haltedReason": null,
           *         "resumeRequestedAt": null,
           *         "resumeProblem": null,
           *         "mismatch": null,
           *         "mismatchAt": null,
           *         "rpcs": [
           *           {
           *             "origin": "https://rpc-1.example",
           *             "status": "up",
           *             "reason": null,
           *             "headHeight": 21500000,
           *             "behindBlocks": 0,
           *             "consecutiveFailures": 0,
           *             "lastError": null,
           *             "lastErrorAt": null,
           *             "lastSuccessAt": "2026-01-31T12:00:00.000Z",
           *             "latencyMs": 38
           *           }
           *         ],
           *         "disputes": [],
           *         "rpcsCheckedAt": "2026-01-31T12:00:00.000Z",
           *         "hotWallet": {
           *           "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *           "readAt": "2026-01-31T12:00:00.000Z",
           *           "balances": [
           *             {
           *               "tokenSymbol": "USDC",
           *               "decimals": 6,
           *               "balanceCrypto": "25.000000",
           *               "balanceAtomic": "25000000",
           *               "ledgerCrypto": "25.000000",
           *               "ledgerAtomic": "25000000"
           *             }
           *           ]
           *         },
           *         "wallets": [
           *           {
           *             "role": "hot",
           *             "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
           *             "readAt": "2026-01-31T12:00:00.000Z",
           *             "enoughGas": true,
           *             "transactionsLeft": 12,
           *             "balances": [
           *               {
           *                 "tokenSymbol": "USDC",
           *                 "decimals": 6,
           *                 "balanceCrypto": "25.000000",
           *                 "balanceAtomic": "25000000"
           *               }
           *             ]
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Chain'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      409: components['responses']['InvalidState'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  sweepChain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        chainCode: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "chainCode": "base",
           *         "transactionsUnderWay": 0,
           *         "assets": [
           *           {
           *             "tokenSymbol": "USDC",
           *             "depositAddresses": "25.000000",
           *             "depositAddressesAtomic": "25000000",
           *             "sweepThreshold": "1.000000",
           *             "sweepThresholdAtomic": "1000000"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OrderedSweep'];
          };
        };
      };
      400: components['responses']['InvalidJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefusedOrUnconfirmed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTooLate'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listOperatorAttention: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "kind": "withdrawal_to_decide",
           *           "subjectId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "message": "25.000000 USDC for Corner shop waits for a decision. 0 of 1 approvals.",
           *           "since": "2026-01-31T12:00:00.000Z",
           *           "merchantId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
           *           "chainCode": "base",
           *           "tokenSymbol": "USDC",
           *           "amountCrypto": "25.000000"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OperatorAttention'][];
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  listAssetStates: {
    parameters: {
      query?: {
        /** @description How many items at most. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": [
           *         {
           *           "chainCode": "base",
           *           "chainName": "Base",
           *           "tokenSymbol": "USDC",
           *           "decimals": 6,
           *           "offered": false,
           *           "frozen": false,
           *           "frozenAt": null,
           *           "frozenBy": null,
           *           "reason": null,
           *           "dueCount": 12,
           *           "due": "25.000000",
           *           "dueAtomic": "25000000",
           *           "owed": "25.000000",
           *           "owedAtomic": "25000000",
           *           "reserved": "25.000000",
           *           "reservedAtomic": "25000000",
           *           "hotWallet": "25.000000",
           *           "hotWalletAtomic": "25000000",
           *           "hotWalletCeiling": null,
           *           "hotWalletCeilingAtomic": null,
           *           "readAt": "2026-01-31T12:00:00.000Z",
           *           "depositAddresses": "25.000000",
           *           "depositAddressesAtomic": "25000000",
           *           "sweepThreshold": "1.000000",
           *           "sweepThresholdAtomic": "1000000"
           *         }
           *       ],
           *       "page": {
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['AssetState'][];
            page: {
              /**
               * @description Send it as `cursor` to get the next page; null on the last page.
               * @example null
               */
              nextCursor: string | null;
            };
          };
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CallerRefused'];
      408: components['responses']['RequestTooLate'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['TemporarilyUnavailable'];
    };
  };
  healthz: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "status": "live"
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Live'];
          };
        };
      };
      400: components['responses']['ValidationFailedUncounted'];
      408: components['responses']['RequestTooLate'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorUncounted'];
      503: components['responses']['TemporarilyUnavailableUncounted'];
    };
  };
  readyz: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "status": "ready",
           *         "database": "up",
           *         "temporal": "up",
           *         "redis": "up",
           *         "haltedChains": [
           *           {
           *             "chainCode": "base",
           *             "haltedAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Ready'];
          };
        };
      };
      400: components['responses']['ValidationFailedUncounted'];
      408: components['responses']['RequestTooLate'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorUncounted'];
      503: components['responses']['TemporarilyUnavailableUncounted'];
    };
  };
  getOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "openapi": "3.1.0"
           *     }
           */
          'application/json': components['schemas']['OpenApiDocument'];
        };
      };
      400: components['responses']['ValidationFailedUncounted'];
      408: components['responses']['RequestTooLate'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalErrorUncounted'];
      503: components['responses']['TemporarilyUnavailableUncounted'];
    };
  };
  'invoice.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "invoice.created",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
         *         "status": "completed",
         *         "amountFiat": "25.00",
         *         "fiatCurrency": "USD",
         *         "amountCrypto": "25.000000",
         *         "amountPaidCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "paidAt": "2026-01-31T12:00:00.000Z"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'invoice.created';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['InvoiceEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'invoice.paid': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "invoice.paid",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
         *         "status": "completed",
         *         "amountFiat": "25.00",
         *         "fiatCurrency": "USD",
         *         "amountCrypto": "25.000000",
         *         "amountPaidCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "paidAt": "2026-01-31T12:00:00.000Z"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'invoice.paid';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['InvoiceEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'invoice.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "invoice.completed",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
         *         "status": "completed",
         *         "amountFiat": "25.00",
         *         "fiatCurrency": "USD",
         *         "amountCrypto": "25.000000",
         *         "amountPaidCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "paidAt": "2026-01-31T12:00:00.000Z"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'invoice.completed';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['InvoiceEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'invoice.underpaid': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "invoice.underpaid",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
         *         "status": "completed",
         *         "amountFiat": "25.00",
         *         "fiatCurrency": "USD",
         *         "amountCrypto": "25.000000",
         *         "amountPaidCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "paidAt": "2026-01-31T12:00:00.000Z"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'invoice.underpaid';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['InvoiceEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'invoice.overpaid': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "invoice.overpaid",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
         *         "status": "completed",
         *         "amountFiat": "25.00",
         *         "fiatCurrency": "USD",
         *         "amountCrypto": "25.000000",
         *         "amountPaidCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "paidAt": "2026-01-31T12:00:00.000Z"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'invoice.overpaid';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['InvoiceEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'invoice.expired': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "invoice.expired",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
         *         "status": "completed",
         *         "amountFiat": "25.00",
         *         "fiatCurrency": "USD",
         *         "amountCrypto": "25.000000",
         *         "amountPaidCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "paidAt": "2026-01-31T12:00:00.000Z"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'invoice.expired';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['InvoiceEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'invoice.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "invoice.failed",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
         *         "status": "completed",
         *         "amountFiat": "25.00",
         *         "fiatCurrency": "USD",
         *         "amountCrypto": "25.000000",
         *         "amountPaidCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "paidAt": "2026-01-31T12:00:00.000Z"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'invoice.failed';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['InvoiceEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'withdrawal.approved': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "withdrawal.approved",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "kind": "withdrawal",
         *         "invoiceId": null,
         *         "status": "completed",
         *         "amountCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "approvalsRequired": 1,
         *         "approvalsGiven": 1,
         *         "createdAt": "2026-01-31T12:00:00.000Z",
         *         "approvedAt": "2026-01-31T12:00:00.000Z",
         *         "completedAt": "2026-01-31T12:00:00.000Z",
         *         "failureReason": null,
         *         "waitingReason": null
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'withdrawal.approved';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['WithdrawalEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'withdrawal.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "withdrawal.completed",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "kind": "withdrawal",
         *         "invoiceId": null,
         *         "status": "completed",
         *         "amountCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "approvalsRequired": 1,
         *         "approvalsGiven": 1,
         *         "createdAt": "2026-01-31T12:00:00.000Z",
         *         "approvedAt": "2026-01-31T12:00:00.000Z",
         *         "completedAt": "2026-01-31T12:00:00.000Z",
         *         "failureReason": null,
         *         "waitingReason": null
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'withdrawal.completed';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['WithdrawalEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'invoice.payment_held': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "invoice.payment_held",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
         *         "status": "completed",
         *         "amountFiat": "25.00",
         *         "fiatCurrency": "USD",
         *         "amountCrypto": "25.000000",
         *         "amountPaidCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "paidAt": "2026-01-31T12:00:00.000Z",
         *         "held": [
         *           {
         *             "chainCode": "base",
         *             "tokenSymbol": "USDC",
         *             "amountCrypto": "25.000000",
         *             "amountAtomic": "25000000",
         *             "reason": "late",
         *             "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *             "from": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
         *           }
         *         ]
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'invoice.payment_held';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['PaymentHeldEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'invoice.refunded': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "invoice.refunded",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "invoiceId": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "publicId": "pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
         *         "status": "completed",
         *         "amountFiat": "25.00",
         *         "fiatCurrency": "USD",
         *         "amountCrypto": "25.000000",
         *         "amountPaidCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "depositAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "paidAt": "2026-01-31T12:00:00.000Z",
         *         "refund": {
         *           "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *           "chainCode": "base",
         *           "tokenSymbol": "USDC",
         *           "amountCrypto": "25.000000",
         *           "amountAtomic": "25000000",
         *           "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *           "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7"
         *         }
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'invoice.refunded';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['InvoiceRefundedEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'withdrawal.rejected': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "withdrawal.rejected",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "kind": "withdrawal",
         *         "invoiceId": null,
         *         "status": "completed",
         *         "amountCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "approvalsRequired": 1,
         *         "approvalsGiven": 1,
         *         "createdAt": "2026-01-31T12:00:00.000Z",
         *         "approvedAt": "2026-01-31T12:00:00.000Z",
         *         "completedAt": "2026-01-31T12:00:00.000Z",
         *         "failureReason": null,
         *         "waitingReason": null
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'withdrawal.rejected';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['WithdrawalEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'withdrawal.cancelled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "withdrawal.cancelled",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "kind": "withdrawal",
         *         "invoiceId": null,
         *         "status": "completed",
         *         "amountCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "approvalsRequired": 1,
         *         "approvalsGiven": 1,
         *         "createdAt": "2026-01-31T12:00:00.000Z",
         *         "approvedAt": "2026-01-31T12:00:00.000Z",
         *         "completedAt": "2026-01-31T12:00:00.000Z",
         *         "failureReason": null,
         *         "waitingReason": null
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'withdrawal.cancelled';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['WithdrawalEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'withdrawal.stopped': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "withdrawal.stopped",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "kind": "withdrawal",
         *         "invoiceId": null,
         *         "status": "completed",
         *         "amountCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "approvalsRequired": 1,
         *         "approvalsGiven": 1,
         *         "createdAt": "2026-01-31T12:00:00.000Z",
         *         "approvedAt": "2026-01-31T12:00:00.000Z",
         *         "completedAt": "2026-01-31T12:00:00.000Z",
         *         "failureReason": null,
         *         "waitingReason": null
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'withdrawal.stopped';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['WithdrawalEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'withdrawal.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "withdrawal.failed",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "withdrawalId": "wd_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "kind": "withdrawal",
         *         "invoiceId": null,
         *         "status": "completed",
         *         "amountCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "chainCode": "base",
         *         "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *         "txHash": "0x9f1c1c4d0a2f5e8b7c6d3e2a1b0f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7",
         *         "confirmations": 12,
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "approvalsRequired": 1,
         *         "approvalsGiven": 1,
         *         "createdAt": "2026-01-31T12:00:00.000Z",
         *         "approvedAt": "2026-01-31T12:00:00.000Z",
         *         "completedAt": "2026-01-31T12:00:00.000Z",
         *         "failureReason": null,
         *         "waitingReason": null
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'withdrawal.failed';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['WithdrawalEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'endpoint.failing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "endpoint.failing",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "endpointId": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "host": "shop.example",
         *         "description": "Orders",
         *         "failingSince": "2026-01-31T12:00:00.000Z",
         *         "lastSuccessAt": "2026-01-31T12:00:00.000Z",
         *         "consecutiveFailures": 12,
         *         "status": "enabled",
         *         "disabledReason": null,
         *         "disablesAt": "2026-01-31T12:00:00.000Z"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'endpoint.failing';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['EndpointFailingEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'policy.change_requested': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "policy.change_requested",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "policyChangeId": "pol_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "kind": "withdrawal_limit",
         *         "objectId": "mer_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "change": {
         *           "chainCode": "base",
         *           "tokenSymbol": "USDC",
         *           "decimals": 6,
         *           "field": "perDayAtomic",
         *           "from": "1000000000",
         *           "to": "5000000000"
         *         },
         *         "requestedBy": "merchant",
         *         "requestedAt": "2026-01-31T12:00:00.000Z",
         *         "holdsFrom": "2026-01-31T12:00:00.000Z"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'policy.change_requested';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['PolicyChangeEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  ping: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "ping",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "endpointId": "we_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "message": "A test, sent as every event is."
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'ping';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['PingEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'checkout.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "checkout.completed",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "publicId": "cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
         *         "status": "open",
         *         "amountFiat": "25.00",
         *         "fiatCurrency": "USD",
         *         "amountCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "assets": [
         *           {
         *             "chainCode": "base",
         *             "tokenSymbol": "USDC"
         *           }
         *         ],
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "description": "Two coffees and a cake",
         *         "checkoutUrl": "https://pay.example.com/pay/cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
         *         "redirectUrl": "https://shop.example/thanks",
         *         "cancelUrl": "https://shop.example/cart",
         *         "locale": "de",
         *         "createdAt": "2026-01-31T12:00:00.000Z",
         *         "expiresAt": "2026-01-31T12:00:00.000Z",
         *         "completedAt": "2026-01-31T12:00:00.000Z",
         *         "completedBy": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'checkout.completed';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['CheckoutEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'checkout.expired': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "checkout.expired",
         *       "timestamp": "2026-01-31T12:00:00.000Z",
         *       "data": {
         *         "checkoutId": "chk_01jc8z4n6q0v3w9x2y5r7t1k8m",
         *         "publicId": "cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
         *         "status": "open",
         *         "amountFiat": "25.00",
         *         "fiatCurrency": "USD",
         *         "amountCrypto": "25.000000",
         *         "tokenSymbol": "USDC",
         *         "assets": [
         *           {
         *             "chainCode": "base",
         *             "tokenSymbol": "USDC"
         *           }
         *         ],
         *         "merchantReference": "order-1001",
         *         "metadata": {
         *           "cart": "c-7"
         *         },
         *         "description": "Two coffees and a cake",
         *         "checkoutUrl": "https://pay.example.com/pay/cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c",
         *         "redirectUrl": "https://shop.example/thanks",
         *         "cancelUrl": "https://shop.example/cart",
         *         "locale": "de",
         *         "createdAt": "2026-01-31T12:00:00.000Z",
         *         "expiresAt": "2026-01-31T12:00:00.000Z",
         *         "completedAt": "2026-01-31T12:00:00.000Z",
         *         "completedBy": "inv_01jc8z4n6q0v3w9x2y5r7t1k8m"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          event: 'checkout.expired';
          /**
           * Format: date-time
           * @description ISO 8601, UTC, with ms.
           * @example 2026-01-31T12:00:00.000Z
           */
          timestamp: string;
          data: components['schemas']['CheckoutEvent'];
        };
      };
    };
    responses: {
      /** @description Any 2xx within 30 seconds acknowledges. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}

/** Where a POST with the same Idempotency-Key is done once. */
export type IdempotentPath =
  | '/v1/invoices'
  | '/v1/invoices/{invoiceId}/resolve'
  | '/v1/checkouts'
  | '/v1/withdrawals'
  | '/web/v1/webhook-endpoints'
  | '/web/v1/webhook-endpoints/{endpointId}/rotate-secret'
  | '/web/v1/webhook-endpoints/{endpointId}/test'
  | '/web/v1/webhook-endpoints/{endpointId}/recover'
  | '/web/v1/webhook-deliveries/{deliveryId}/redeliver'
  | '/web/v1/api-keys'
  | '/web/v1/api-keys/regenerate'
  | '/web/v1/members/{memberId}/reset-link'
  | '/web/v1/invitations'
  | '/admin/v1/merchants'
  | '/admin/v1/api-keys'
  | '/admin/v1/operators'
  | '/admin/v1/operators/{operatorId}/api-keys'
  | '/admin/v1/merchants/{merchantId}/invitations'
  | '/admin/v1/operators/{operatorId}/invitation'
  | '/admin/v1/operators/{operatorId}/reset-link'
  | '/admin/v1/approver-addresses'
  | '/admin/v1/reconciliation/runs';

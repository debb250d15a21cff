/** Paths below this one are for anybody: they take any origin and no key, and have rate limits for each address. */
export const PUBLIC_PATHS = '/v1/public';
/** Customers' pages are below this one. They have limits for each address and each page. */
export const CHECKOUT_PATHS = '/pay';

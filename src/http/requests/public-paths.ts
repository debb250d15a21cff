/** Paths below this one are public: they accept any origin and no key, and have rate limits for each address. */
export const PUBLIC_PATHS = '/v1/public';
/** Customers' pages are below this one. They have rate limits for each address and for each page. */
export const CHECKOUT_PATHS = '/pay';
/** Operators' paths are below this one. They may have a port of their own. */
export const ADMIN_PATHS = '/admin';
/** Every port answers these paths, so that a monitor can ask any port. */
export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz'];

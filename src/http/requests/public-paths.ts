/** Paths below this one are public: they accept any origin, need no key, and have rate limits for each IP address. */
export const PUBLIC_PATHS = '/v1/public';
/** Customers' pages are below this path. They have rate limits for each IP address and for each page. */
export const CHECKOUT_PATHS = '/pay';
/** Operators' routes and pages are below this path. They may have a port of their own. */
export const ADMIN_PATHS = '/admin';
/** Every port answers these paths, so that a monitor can ask any port. */
export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz'];

/** What stands below it is for anybody: any origin, no key, limits by address. */
export const PUBLIC_PATHS = '/v1/public';

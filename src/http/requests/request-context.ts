import type { Response } from 'express';

/** What is requestContext of a request while it is answered, for its log line and its metrics. */
export interface RequestContext {
  requestId: string;
  /** The pattern of its path. */
  route: string;
  apiKeyId?: string;
}

export function requestContext(response: Response): RequestContext {
  return response.locals as RequestContext;
}

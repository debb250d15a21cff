import type { Response } from 'express';

/** The facts about a request for its log line and its metrics. They are collected while it is answered. */
export interface RequestContext {
  requestId: string;
  /** The pattern of its path. */
  route: string;
  apiKeyId?: string;
  memberId?: string;
}

/** Returns the context of the request that this response answers. */
export function requestContext(response: Response): RequestContext {
  return response.locals as RequestContext;
}

import type { Response } from 'express';

/** What is noted of a request while it is answered, for its log line and its metrics. */
export interface Noted {
  requestId: string;
  /** The pattern of its path. */
  route: string;
  apiKeyId?: string;
}

export function noted(response: Response): Noted {
  return response.locals as Noted;
}

/** What the follower of a chain does: reads blocks, or stands still until an operator resumes the chain. */
export type FollowerState =
  | { readonly status: 'following' }
  | {
      readonly status: 'halted';
      /** Epoch ms. */
      readonly sinceMs: number;
      /** For the operator. */
      readonly reason: string;
    };

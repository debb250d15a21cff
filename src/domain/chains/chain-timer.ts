/** Below every block, so it is reached when the chain goes on, at whatever height. */
export const WHEN_RESUMED = 0;

/** A height or a time of a chain at which an invoice or a withdrawal is checked again. */
export interface ChainTimer {
  readonly chainCode: string;
  /** `WHEN_RESUMED`: the chain is halted or not read, and a payment there waits until it goes on. */
  readonly atHeight: number | null;
  readonly afterTimeMs: number | null;
}

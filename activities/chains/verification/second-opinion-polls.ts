/** When another RPC could not confirm something, it is asked again after this many polls of the chain. */
export const WAIT_POLLS = 3;
/** A check that needs another RPC waits for silent RPCs for this many polls of the chain. */
export const MAX_SILENT_POLLS = 20;

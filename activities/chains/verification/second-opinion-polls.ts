/** When another RPC could not confirm something, it is asked again after this many polls of the chain. */
export const WAIT_POLLS = 3;
/** What waits for another RPC waits for those that give no answer for this many polls of the chain. */
export const MAX_SILENT_POLLS = 20;

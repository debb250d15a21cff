/** Words for the causes whose names in the ledger are not plain. */
const CAUSE_WORDS: Readonly<Record<string, string>> = {
  withdrawal_reserved: 'Amount reserved',
  withdrawal_released: 'Amount available again',
  withdrawal_paid: 'Amount paid out',
  withdrawal_paid_reverted: 'Payment undone by the chain',
  transfer_none_to_credited: 'Payment credited',
  transfer_none_to_held: 'Payment held',
  transfer_held_to_credited: 'Held payment accepted',
  transfer_credited_to_none: 'Payment undone by the chain',
  transfer_held_to_none: 'Held payment undone by the chain',
};

/** Returns the words for a name of the ledger. */
export function ledgerWords(name: string): string {
  const spaced = name.replaceAll('_', ' ');
  return CAUSE_WORDS[name] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

import { QuittanceError } from '../core/errors.js';

const WORDS = {
  whitelist: ['The whitelist was changed since it was read', 'it', 'it has'],
  limits: ['The limits were changed since they were read', 'them', 'there is'],
} as const;

/** The refusal to replace something that is not as it was read. */
export function changedMeanwhile(what: keyof typeof WORDS): QuittanceError {
  const [changed, them, present] = WORDS[what];
  return new QuittanceError(
    'invalid_state',
    `${changed}, so nothing was done. Read ${them} again, and change what ${present} now.`,
  );
}

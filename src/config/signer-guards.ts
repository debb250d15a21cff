import type { VariableName } from './variables.js';

/** The part of the environment that says what bounds a signing worker. */
export interface GuardedEnvironment {
  readonly isSet: (name: VariableName) => boolean;
  readonly find: (name: 'LOCAL_MODE' | 'SIGNER_APPROVALS') => boolean | string | undefined;
  readonly mistakes: Set<string>;
}

/**
 * Requires that a signing worker has approvers and limits, or that somebody has said in so many words that it has none.
 * In local mode coins are worthless, so nothing has to be said.
 */
export function requireGuards({ isSet, find, mistakes }: GuardedEnvironment): void {
  const isUnsigned = isSet('SIGNER_APPROVALS');
  // Reads it as well, so that a mistake in it is listed.
  if (isUnsigned) find('SIGNER_APPROVALS');
  if (isSet('SIGNER_APPROVERS') && isUnsigned) {
    mistakes.add(
      'SIGNER_APPROVALS: says that nobody signs approvals, and SIGNER_APPROVERS says who does; unset one of them',
    );
  }
  if (find('LOCAL_MODE') === true) return;
  if (!isSet('SIGNER_APPROVERS') && !isUnsigned) {
    mistakes.add(
      'SIGNER_APPROVERS: missing; without it, whoever can write to the database can have payments made. Set it to the approvers, or set SIGNER_APPROVALS=unsigned to do without',
    );
  }
  if (!isSet('SIGNER_LIMITS')) {
    mistakes.add(
      'SIGNER_LIMITS: missing; expected the most that this worker pays of each asset, for example {"base/USDC":{"perTransaction":"1000","perDay":"5000"}}, or unlimited',
    );
  }
}

import type { EnvironmentReader } from './environment-reader.js';

/**
 * Requires that a signing worker has approvers and limits, or explicit settings to work without them.
 *
 * @param isLoose true: coins are worthless, so neither is required.
 */
export function requireGuards(env: EnvironmentReader, isLoose: boolean): void {
  const { mistakes } = env;
  const isUnsigned = env.isSet('SIGNER_APPROVALS');
  // The value is read too, so that a mistake in it is reported.
  if (isUnsigned) env.find('SIGNER_APPROVALS');
  if (env.isSet('SIGNER_APPROVERS') && isUnsigned) {
    mistakes.add(
      'SIGNER_APPROVALS: unsigned means that nobody signs approvals, but SIGNER_APPROVERS is set; unset one of them',
    );
  }
  if (isLoose) return;
  if (!env.isSet('SIGNER_APPROVERS') && !isUnsigned) {
    mistakes.add(
      'SIGNER_APPROVERS: missing; without it, anybody who can write to the database can order payments. Set it to the approvers, or set SIGNER_APPROVALS=unsigned to accept that',
    );
  }
  if (!env.isSet('SIGNER_LIMITS')) {
    mistakes.add(
      'SIGNER_LIMITS: missing; expected the largest amounts of each asset that this worker pays, for example {"base/USDC":{"perTransaction":"1000","perDay":"5000"}}, or unlimited',
    );
  }
}

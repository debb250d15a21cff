/** Address of the gas price oracle on chains of the OP Stack. */
export const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F';

/**
 * Returns the code of a contract that answers `getL1Fee(bytes)` with the data fee, and any other call with the operator
 * fee; both in wei.
 */
export function oracleThatSays(dataFeeWei: bigint, operatorFeeWei = 0n): string {
  const returning = (wei: bigint): string => `7f${wei.toString(16).padStart(64, '0')}5f5260205ff3`;
  // When the selector is that of getL1Fee, it jumps behind the first answer, to byte 0x35.
  return `0x5f3560e01c6349948e0e14603557${returning(operatorFeeWei)}5b${returning(dataFeeWei)}`;
}

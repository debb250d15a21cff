/** Where the OP Stack has it. */
export const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F';

/** The code of a contract that says so of `getL1Fee(bytes)`, and the other one of everything else, in wei. */
export function oracleThatSays(dataFeeWei: bigint, operatorFeeWei = 0n): string {
  const returning = (wei: bigint): string => `7f${wei.toString(16).padStart(64, '0')}5f5260205ff3`;
  // Is the selector getL1Fee's? Then on behind the first answer, at byte 0x35.
  return `0x5f3560e01c6349948e0e14603557${returning(operatorFeeWei)}5b${returning(dataFeeWei)}`;
}

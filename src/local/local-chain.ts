/** The properties of the local test chain. Its coins are worthless. */
export const LOCAL_CHAIN = {
  chainCode: 'local',
  /** All development chains have it. The coins of any other chain may be worth something. */
  chainId: 31_337,
  name: 'Local test chain',
  /** In blocks. It is less than the distance from the head to the finalized block. */
  confirmations: 3,
  nativeSymbol: 'ETH',
  tokenSymbol: 'USDC',
} as const;

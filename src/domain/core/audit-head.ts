/** A head of the audit log: the ends of its hash chains at a moment, and the hash of the head before. */
export interface AuditHead {
  /** From 1, without a gap. */
  readonly number: number;
  readonly madeAtMs: number;
  /** True: its parts are all chains. False: those that had grown since the head before. */
  readonly isWhole: boolean;
  /** The hash of the head before, in hex without `0x`; zeros for the first. */
  readonly previous: string;
  /** How many parts it has, and SHA-256 over them in hex. */
  readonly chains: number;
  readonly partsHash: string;
}

/** A head that the signing worker has signed. */
export interface SignedHead extends AuditHead {
  /**
   * The hash that was signed (EIP-712), in hex without `0x`. Anybody who keeps this hash can detect later changes of
   * the log.
   */
  readonly hash: string;
  /** Lower-case address of the key for heads. */
  readonly signer: string;
  /** 65 bytes in hex, with `0x`. */
  readonly signature: string;
}

/** The `previous` hash of the first head. */
export const NO_HEAD = '0'.repeat(64);

/**
 * Returns the message of a head (EIP-712). The key for heads signs nothing else. No transaction, approval or token
 * permit has this domain and type.
 */
export function auditHeadMessage(head: AuditHead) {
  return {
    domain: { name: 'Quittance audit log', version: '1' },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
      ],
      AuditHead: [
        { name: 'number', type: 'uint256' },
        { name: 'madeAtMs', type: 'uint256' },
        { name: 'isWhole', type: 'bool' },
        { name: 'previous', type: 'bytes32' },
        { name: 'chains', type: 'uint256' },
        { name: 'partsHash', type: 'bytes32' },
      ],
    },
    primaryType: 'AuditHead',
    message: {
      number: head.number,
      madeAtMs: head.madeAtMs,
      isWhole: head.isWhole,
      previous: `0x${head.previous}`,
      chains: head.chains,
      partsHash: `0x${head.partsHash}`,
    },
  } as const;
}

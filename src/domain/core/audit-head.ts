/** A head of the audit log: what the ends of its hash chains were at a moment, and the head before. */
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
  /** The hash that was signed (EIP-712), in hex without `0x`. Whoever keeps it can tell later what was changed. */
  readonly hash: string;
  /** Lower-case address of the key for heads. */
  readonly signer: string;
  /** 65 bytes in hex, with `0x`. */
  readonly signature: string;
}

/** What the first head has as the hash of the one before it. */
export const NO_HEAD = '0'.repeat(64);

/**
 * Returns the message of a head (EIP-712). Nothing else is signed with the key for heads: its domain and type are those
 * of no transaction, no approval and no permit of a token.
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

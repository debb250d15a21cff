import { z } from 'zod';
import type { SignedHead } from '../../domain/core/audit-head.js';
import type { Shown } from '../requests/reply.js';
import { shownCount, shownHash, shownMoment } from './fields.js';
import { iso } from './iso.js';

/** The schema of {@link showAuditHead}'s answer. */
export const auditHeadSchema = z
  .strictObject({
    number: z
      .int()
      .min(1)
      .meta({ examples: [365] }),
    createdAt: shownMoment.meta({ description: '`madeAtMs` of the signed message is this in milliseconds.' }),
    isWhole: z.boolean().meta({
      description:
        'Whether the head covers all hash chains, or only the ones with new entries since the previous head.',
    }),
    chains: shownCount.meta({ description: 'How many hash chains the head covers.' }),
    partsHash: shownHash.meta({ description: 'SHA-256 over the last hashes of these chains.' }),
    previousHash: shownHash.meta({
      description: 'The `hash` of the previous head. Zeros for the first head.',
    }),
    hash: shownHash.meta({
      description:
        'The EIP-712 hash that was signed. Keep it. Later `audit verify --head` can show whether an earlier row was changed.',
    }),
    signer: z.string().meta({
      description: 'The address of the key that signed it. This key signs only heads.',
      examples: ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    }),
    signature: z.string().meta({ examples: [`0x${'1b'.repeat(65)}`] }),
  })
  .meta({ id: 'AuditHead' });

export function showAuditHead(head: SignedHead): Shown<typeof auditHeadSchema> {
  return {
    number: head.number,
    createdAt: iso(head.madeAtMs),
    isWhole: head.isWhole,
    chains: head.chains,
    partsHash: `0x${head.partsHash}`,
    previousHash: `0x${head.previous}`,
    hash: `0x${head.hash}`,
    signer: head.signer,
    signature: head.signature,
  };
}

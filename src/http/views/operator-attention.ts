import { z } from 'zod';
import { toChecksumAddress } from '../../chain/keys/address.js';
import {
  amountInWords,
  amountOfFact,
  OPERATOR_FACT_KINDS,
  sayToOperator,
  type OperatorFact,
} from '../../domain/operators/operator-attention.js';
import { isolate } from '../../pages/design/isolate.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import type { Chains } from './assets.js';
import { shownChainCode, shownCrypto, shownMoment, shownTokenSymbol } from './fields.js';
import { isoOrNull } from './iso.js';

/** The schema of {@link showOperatorFact}'s answer. */
export const operatorAttentionSchema = z
  .strictObject({
    kind: z.enum(OPERATOR_FACT_KINDS).meta({
      id: 'OperatorAttentionKind',
      description: 'In the order of their urgency.',
      examples: ['withdrawal_to_decide'],
    }),
    subjectId: z.string().meta({
      description:
        'The object: an id, the code of a chain, `chainCode/tokenSymbol`, the origin of an RPC, the address of a wallet, or the number of a difference or a run.',
      examples: ['wd_01jc8z4n6q0v3w9x2y5r7t1k8m'],
    }),
    message: z.string().meta({
      description: 'The problem, and what to do.',
      examples: ['25.000000 USDC for Corner shop waits for a decision. 0 of 1 approvals.'],
    }),
    since: shownMoment.nullable(),
    merchantId: idOf('mer').nullable(),
    chainCode: shownChainCode.nullable(),
    tokenSymbol: shownTokenSymbol.nullable(),
    amountCrypto: shownCrypto.nullable(),
  })
  .meta({ id: 'OperatorAttention', description: 'Something that an operator should look at.' });

/** Shows something that an operator should look at. */
export function showOperatorFact(fact: OperatorFact, books: Chains): Shown<typeof operatorAttentionSchema> {
  const { kind, merchantId, chainCode, tokenSymbol } = fact;
  const name = fact.name === null ? null : isolate(fact.name);
  const { what, todo } = sayToOperator({ ...fact, name }, amountInWords(fact, books));
  return {
    kind,
    subjectId: fact.subjectId.startsWith('0x') ? toChecksumAddress(fact.subjectId) : fact.subjectId,
    message: `${what} ${todo}`.trim(),
    since: isoOrNull(fact.sinceMs),
    merchantId,
    chainCode,
    tokenSymbol,
    amountCrypto: amountOfFact(fact, books),
  };
}

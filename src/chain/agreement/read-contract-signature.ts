import type { Address, Hex } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { decodeData } from '../rpc/decode.js';
import type { ChainClient } from '../rpc/types.js';
import { agreedAmong } from './agreed-answer.js';

const ABI = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);
/** What a contract answers for a signature that it accepts (ERC-1271), filled up to a word. */
const ACCEPTED = `0x1626ba7e${'0'.repeat(56)}`;

/**
 * Tells whether a contract accepts a signature of a hash (ERC-1271), as the chain's RPCs agree: one RPC alone must not
 * be able to make up an approval where there are several. An RPC's failure never makes it reject. An address without
 * code accepts nothing.
 */
export async function isAcceptedByContract(
  client: ChainClient,
  { contract, hash, signature }: { contract: string; hash: string; signature: string },
): Promise<boolean> {
  const data = encodeFunctionData({
    abi: ABI,
    functionName: 'isValidSignature',
    args: [hash as Hex, signature as Hex],
  });
  const answers = await client.requestFromEach(
    'eth_call',
    [{ to: contract as Address, data }, 'latest'],
    (result) => decodeData(result, 'isValidSignature') === ACCEPTED,
    { withoutHanging: true },
  );
  return agreedAmong(answers, (accepted) => accepted) ?? false;
}

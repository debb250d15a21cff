import { ASSUMED_FINALITY_DEPTH, readFinalized, readHead } from '../blocks/read-blocks.js';
import { readReceipt, type Receipt } from '../transfers/receipts.js';
import type { ChainClient, RpcAnswer, RpcSession } from '../rpc/types.js';
import { agreedAmong } from './agreed-answer.js';

/** How deep a transaction stands. `shallow`: in a block that a reorganisation may still undo. */
export type TransactionDepth = 'missing' | 'shallow' | 'final';

/** Reads how deep a transaction stands, as the chain's RPCs agree. Null: they don't, or too few of them answer. */
export async function readAgreedDepth(client: ChainClient, txHash: string): Promise<TransactionDepth | null> {
  const depthAt = async (rpc: RpcSession): Promise<TransactionDepth> => {
    const receipt = await readReceipt(rpc, txHash);
    if (receipt === null) return 'missing';
    return receipt.blockNumber <= (await readFinalNumber(rpc)) ? 'final' : 'shallow';
  };
  return agreedAmong(await client.onEachRpc(depthAt, { withoutHanging: true }), (depth) => depth);
}

/** A transaction, and the block that holds it. */
interface MinedTransaction {
  readonly txHash: string;
  readonly blockHash: string;
}

/**
 * Finds out whether a transaction is in that block and the block is final. Every RPC that answers must say so. If there
 * are several, at least two must answer.
 *
 * @returns null: all say so. Otherwise the origin of an RPC that does not, or `too few answer`.
 */
export async function findNotFinal(
  client: ChainClient,
  { txHash, blockHash }: MinedTransaction,
): Promise<string | null> {
  const answers: readonly RpcAnswer<boolean>[] = await client.onEachRpc(async (rpc) => {
    const receipt = await readReceipt(rpc, txHash);
    return receipt?.blockHash === blockHash && receipt.blockNumber <= (await readFinalNumber(rpc));
  });
  const denying = answers.find((answer) => answer.ok && !answer.quarantined && !answer.value);
  if (denying !== undefined) return denying.origin;
  return agreedAmong(answers, (isFinal) => isFinal) === true ? null : 'too few answer';
}

/** Whether any RPC knows a receipt of a transaction. `unsaid`: too few of them answer. */
export type MinedAnswer = 'mined' | 'nowhere' | 'unsaid';

/**
 * Finds out whether any RPC has a receipt of a transaction. One such RPC is enough for `mined`. For `nowhere`, no RPC
 * that answers may have one, and two must answer if there are several.
 *
 * @param counts tells which receipts count. Default: each.
 */
export async function askWhetherMined(
  client: ChainClient,
  txHash: string,
  counts: (receipt: Receipt) => boolean = () => true,
): Promise<MinedAnswer> {
  const answers = await client.onEachRpc(async (rpc) => {
    const receipt = await readReceipt(rpc, txHash);
    return receipt !== null && counts(receipt);
  });
  if (answers.some((answer) => answer.ok && answer.value)) return 'mined';
  return agreedAmong(answers, (isMined) => !isMined) === true ? 'nowhere' : 'unsaid';
}

/** Finds out whether a transaction is in a block and was reverted, as the chain's RPCs agree. */
export async function isAgreedReverted(client: ChainClient, txHash: string): Promise<boolean> {
  const answers = await client.onEachRpc(
    async (rpc) => (await readReceipt(rpc, txHash))?.succeeded === false,
  );
  return agreedAmong(answers, (isReverted) => isReverted) === true;
}

/** Reads the newest block that is final as one RPC sees its chain. */
async function readFinalNumber(rpc: RpcSession): Promise<number> {
  return (await readFinalized(rpc))?.number ?? (await readHead(rpc)).number - ASSUMED_FINALITY_DEPTH;
}

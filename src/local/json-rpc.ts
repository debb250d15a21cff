const RPC_TIMEOUT_MS = 10_000;

interface RpcAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A call of JSON-RPC 2.0, without its envelope. */
export interface JsonRpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Makes one call by JSON-RPC over HTTP. Rejects when the node does not answer, or answers with an error. */
export async function callRpc(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const [result] = await callRpcBatch(rpcUrl, [{ method, params }]);
  return result;
}

/** Makes several calls in one request. Returns the results in the order of the calls. */
export async function callRpcBatch(rpcUrl: string, calls: readonly JsonRpcCall[]): Promise<unknown[]> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
    signal: AbortSignal.timeout(RPC_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The chain at ${rpcUrl} answered with HTTP status ${response.status}.`);
  const answers = (await response.json()) as RpcAnswer[];
  return calls.map((call, id) => {
    const answer = answers.find((candidate) => candidate.id === id);
    if (answer?.error !== undefined) throw new Error(`${call.method} failed: ${answer.error.message}`);
    return answer?.result;
  });
}

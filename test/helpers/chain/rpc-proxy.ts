import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { postJson } from './post-json.js';

/** A JSON-RPC answer without its envelope. */
export type RpcReply = { readonly result: unknown } | { readonly error: { code: number; message: string } };

export interface ProxiedCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What the proxy does with a call, instead of passing on the call and its answer. */
export type Behaviour =
  /** Cuts the connection before the node gets the call. */
  | { readonly kind: 'cut' }
  /** Passes the call on, then cuts the connection instead of answering. */
  | { readonly kind: 'lose-answer' }
  /** Never answers. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** Answers with an HTTP error; its body is not JSON. */
  | { readonly kind: 'http'; readonly status: number }
  /** Answers with this text and status 200. */
  | { readonly kind: 'garbage'; readonly text: string }
  /** Answers with a reply of its own. */
  | { readonly kind: 'answer'; readonly reply: RpcReply }
  /** Lies: changes what the node answered. */
  | { readonly kind: 'rewrite'; readonly rewrite: Rewrite };

/** @param ask asks the real node for a result. */
export type Rewrite = (
  reply: RpcReply,
  call: ProxiedCall,
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
) => RpcReply | Promise<RpcReply>;

export interface Rule {
  /** Methods to which the rule applies; all if absent. A batch follows the first rule that fits one of its calls. */
  readonly methods?: readonly string[];
  /** Number of requests to which the rule applies; if absent, all of them until `clear`. */
  readonly times?: number;
  readonly behaviour: Behaviour;
}

/** A JSON-RPC proxy in front of a real node. A test can make it fail or lie. */
export interface RpcProxy {
  readonly url: string;
  /** Every call that came in, in order. */
  readonly calls: readonly ProxiedCall[];
  /** Adds a rule. Earlier rules win over later ones. */
  use(rule: Rule): void;
  /** Removes all rules, so that the proxy is honest again, and forgets the calls. */
  clear(): void;
  stop(): Promise<void>;
}

/** Holds back the requests of a program and lets them go on one by one, so that a test can act between two of them. */
export class RequestGate {
  #allowed = Infinity;
  #waiting: (() => void)[] = [];
  #underWay = 0;
  #watchers: (() => void)[] = [];

  /** Lets this number of further requests through, then holds the rest. */
  allow(requests: number): void {
    this.#allowed = requests;
    while (this.#allowed > 0 && this.#waiting.length > 0) {
      this.#allowed -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Whether no request is held, and none is under way. */
  get isFree(): boolean {
    return this.#waiting.length === 0 && this.#underWay === 0;
  }

  /** Resolves when a request is held and none is under way, or by the signal. The program can then only wait. */
  async atRest(signal?: AbortSignal): Promise<void> {
    while (signal?.aborted !== true && (this.#waiting.length === 0 || this.#underWay > 0)) {
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  /** Runs one request as soon as it may go on. It does not run a request whose client has disconnected meanwhile. */
  async pass(response: ServerResponse, run: () => Promise<void>): Promise<void> {
    if (this.#allowed > 0) this.#allowed -= 1;
    else if (!(await this.#heldUntilAllowed(response))) return;
    this.#underWay += 1;
    response.once('close', () => {
      this.#underWay -= 1;
      this.#changed();
    });
    await run();
  }

  async #heldUntilAllowed(response: ServerResponse): Promise<boolean> {
    const allowed = await new Promise<boolean>((resolve) => {
      const letGo = (): void => resolve(true);
      this.#waiting.push(letGo);
      response.once('close', () => {
        this.#waiting = this.#waiting.filter((each) => each !== letGo);
        resolve(false);
      });
      this.#changed();
    });
    return allowed;
  }

  #changed(): void {
    for (const tell of this.#watchers.splice(0)) tell();
  }
}

/** Never finds logs, like a node whose index is behind. */
export const EMPTY_LOGS: Rule = {
  methods: ['eth_getLogs'],
  behaviour: { kind: 'answer', reply: { result: [] } },
};

/** Leaves out the logs of transfers to this address. @param address in lower case. */
export function leavingOut(address: string): Rule {
  const rewrite: Rewrite = (reply) => {
    if (!('result' in reply)) return reply;
    const logs = reply.result as readonly { readonly topics: readonly string[] }[];
    return { result: logs.filter(({ topics }) => topics[2]?.endsWith(address.slice(2)) !== true) };
  };
  return { methods: ['eth_getLogs'], behaviour: { kind: 'rewrite', rewrite } };
}

/** A node of another chain, as behind a mistyped URL. */
export function otherChain(chainId: number): Rule {
  const reply = { result: `0x${chainId.toString(16)}` };
  return { methods: ['eth_chainId', 'net_version'], behaviour: { kind: 'answer', reply } };
}

/** A node that does not offer these methods. */
export function withoutMethods(...methods: string[]): Rule {
  return {
    methods,
    behaviour: { kind: 'answer', reply: { error: { code: -32601, message: 'Method not found' } } },
  };
}

/** A node that does not have any block above `height` yet. */
export function laggingAt(height: number): Rule {
  const isAhead = (at: unknown): boolean => {
    const { number, blockNumber } = (at ?? {}) as { number?: string; blockNumber?: string };
    return Number(number ?? blockNumber ?? 0) > height;
  };
  const rewrite: Rewrite = async (reply, { method, params }, ask) => {
    const [first] = params;
    if (method === 'eth_blockNumber') return { result: `0x${height.toString(16)}` };
    if (method === 'eth_getBlockByNumber' && first === 'latest') {
      return { result: await ask(method, [`0x${height.toString(16)}`, params[1]]) };
    }
    if (method === 'eth_getLogs') {
      const block = await ask('eth_getBlockByHash', [(first as { blockHash: string }).blockHash, false]);
      return isAhead(block) ? { error: { code: -32000, message: 'unknown block' } } : reply;
    }
    return 'result' in reply && isAhead(reply.result) ? { result: null } : reply;
  };
  return { methods: BLOCK_METHODS, behaviour: { kind: 'rewrite', rewrite } };
}

const BLOCK_METHODS = [
  'eth_blockNumber',
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
  'eth_getLogs',
  'eth_getTransactionReceipt',
];

/**
 * Starts a proxy in front of a node.
 *
 * @param options.gateOf returns the gate for requests to a path of the proxy. Without a gate they go through.
 */
export async function startRpcProxy(
  targetUrl: string,
  { gateOf = () => undefined }: { gateOf?: (path: string) => RequestGate | undefined } = {},
): Promise<RpcProxy> {
  const calls: ProxiedCall[] = [];
  let rules: { rule: Rule; left: number }[] = [];
  const server = createServer((request, response) => {
    const run = (): Promise<void> => handle(request, response);
    const gate = gateOf(request.url ?? '/');
    (gate?.pass(response, run) ?? run()).catch(() => request.socket.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request);
    const body = JSON.parse(text) as ProxiedCall | readonly ProxiedCall[];
    const inside = [body].flat() as readonly ProxiedCall[];
    calls.push(...inside.map(({ method, params }) => ({ method, params })));
    await behave(nextBehaviour(inside), { targetUrl, text, inside, request, response });
  }

  function nextBehaviour(inside: readonly ProxiedCall[]): Behaviour | undefined {
    const found = rules.find(
      ({ rule, left }) =>
        left > 0 &&
        (rule.methods === undefined || inside.some(({ method }) => rule.methods?.includes(method))),
    );
    if (found !== undefined) found.left -= 1;
    return found?.rule.behaviour;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    use: (rule) => void rules.push({ rule, left: rule.times ?? Infinity }),
    clear: () => {
      rules = [];
      calls.length = 0;
    },
    stop: () => stop(server),
  };
}

interface Exchange {
  readonly targetUrl: string;
  readonly text: string;
  readonly inside: readonly ProxiedCall[];
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function behave(behaviour: Behaviour | undefined, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  switch (behaviour?.kind) {
    case 'cut':
      request.socket.destroy();
      return;
    case 'hang':
      return;
    case 'http':
      response.writeHead(behaviour.status, { 'content-type': 'text/html' }).end('<html>no JSON here</html>');
      return;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json' }).end(behaviour.text);
      return;
    case 'lose-answer':
      await forward(exchange);
      request.socket.destroy();
      return;
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs));
      respond(response, await forward(exchange));
      return;
    case 'answer':
      respond(response, await replyToEach(exchange, () => behaviour.reply));
      return;
    case 'rewrite':
      respond(
        response,
        await rewriteEach(exchange, { answer: await forward(exchange), rewrite: behaviour.rewrite }),
      );
      return;
    case undefined:
      respond(response, await forward(exchange));
  }
}

function forward({ targetUrl, text }: Exchange): Promise<unknown> {
  return postJson(targetUrl, text);
}

async function replyToEach(
  { text }: Exchange,
  reply: (call: ProxiedCall, index: number) => RpcReply | Promise<RpcReply>,
): Promise<unknown> {
  const body = JSON.parse(text) as unknown;
  const replies = await Promise.all(
    ([body].flat() as (ProxiedCall & { id: number })[]).map(async (call, index) => ({
      jsonrpc: '2.0',
      id: call.id,
      ...(await reply(call, index)),
    })),
  );
  return Array.isArray(body) ? replies : replies[0];
}

function rewriteEach(
  exchange: Exchange,
  { answer, rewrite }: { answer: unknown; rewrite: Rewrite },
): Promise<unknown> {
  const answers = [answer].flat() as readonly {
    result?: unknown;
    error?: { code: number; message: string };
  }[];
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const asked = await postJson(
      exchange.targetUrl,
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    );
    return (asked as { result: unknown }).result;
  };
  return replyToEach(exchange, (call, index) => {
    const { result, error } = answers[index] ?? {};
    return rewrite(error === undefined ? { result } : { error }, call, ask);
  });
}

function respond(response: ServerResponse, answer: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

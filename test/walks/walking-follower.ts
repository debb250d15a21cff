import { setTimeout as pause } from 'node:timers/promises';
import { createChainClient } from '../../src/chain/rpc/chain-client.js';
import { listChainCursors } from '../../src/db/chains/chain-cursor.js';
import type { MoneyCircuit, RunningFollower } from '../helpers/circuits/money-circuit.js';
import { RequestGate } from '../helpers/chain/rpc-proxy.js';

const AT_REST_WITHIN_MS = 15_000;

/**
 * A follower that gets only as many requests answered as it is allowed. Between two steps of a walk it waits for an
 * answer, so that a walk goes the same way each time. After an error it is started again, as Temporal does.
 */
export class WalkingFollower {
  readonly #circuit: MoneyCircuit;
  readonly #rpcUrls: readonly string[];
  readonly #gate = new RequestGate();
  #running: RunningFollower;
  #state: 'following' | 'lost' | 'stopped' = 'following';
  #lastError: unknown;
  readonly #over: Promise<void>;

  /** @param gates the gates by request path, where the proxies look them up. */
  constructor(circuit: MoneyCircuit, { gates, name }: { gates: Map<string, RequestGate>; name: string }) {
    this.#circuit = circuit;
    gates.set(`/${name}`, this.#gate);
    this.#gate.allow(0);
    this.#rpcUrls = circuit.chain.rpcUrls.map((url) => `${url}/${name}`);
    this.#running = this.#start();
    this.#over = this.#keepRunning()
      .then(() => gates.delete(`/${name}`))
      .then(() => undefined);
  }

  /** Lets so many of its requests be answered, and waits until it asks for one more. */
  async step(requests: number): Promise<void> {
    this.#gate.allow(requests);
    const late = new AbortController();
    const tooLate = pause(AT_REST_WITHIN_MS, undefined, { signal: late.signal }).then(async () => {
      const [cursor] = await listChainCursors(this.#circuit.database.db);
      const why = cursor?.haltedReason ?? `Its last error: ${String(this.#lastError)}`;
      throw new Error(`The follower asks for nothing any more. ${why}`);
    });
    try {
      await Promise.race([this.#gate.atRest(), this.#over, tooLate]);
    } finally {
      late.abort();
      tooLate.catch(() => undefined);
    }
  }

  /** Makes it a follower whose worker is wrongly taken for dead: it hangs in a request, and nobody starts it again. */
  lose(): void {
    this.#state = 'lost';
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    this.#gate.allow(Infinity);
    await this.#running.stop();
    await this.#over;
  }

  /** Starts the follower with its own new client, for which no RPC has failed yet. */
  #start(): RunningFollower {
    const client = createChainClient(
      { ...this.#circuit.chain, rpcUrls: this.#rpcUrls },
      { timeoutMs: 5_000, maxRounds: 1, healthIntervalMs: 0 },
    );
    const running = this.#circuit.follow({ client });
    return { ...running, ended: running.ended.finally(() => client.close()) };
  }

  async #keepRunning(): Promise<void> {
    for (;;) {
      const error = await this.#running.ended;
      this.#lastError = error ?? this.#lastError;
      if (this.#state !== 'following') break;
      await pause(1);
      this.#running = this.#start();
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { createChainClient, type ChainClient } from '../../src/chain/rpc.js';
import type { MoneyCircuit, RunningFollower } from '../helpers/money-circuit.js';
import { RequestGate } from '../helpers/rpc-proxy.js';

const AT_REST_WITHIN_MS = 20_000;

/**
 * A follower on a lead: it comes as far as the requests that it is allowed. Between two steps of a walk it waits for
 * an answer, so that a walk goes the same way each time. After an error it is started again, as Temporal does.
 */
export class WalkingFollower {
  readonly #circuit: MoneyCircuit;
  readonly #client: ChainClient;
  readonly #gate = new RequestGate();
  #running: RunningFollower;
  #state: 'following' | 'lost' | 'stopped' = 'following';
  #lastError: unknown;
  readonly #over: Promise<void>;

  /** @param gates where the proxies look the gate up, by the path of the request. */
  constructor(circuit: MoneyCircuit, { gates, name }: { gates: Map<string, RequestGate>; name: string }) {
    this.#circuit = circuit;
    gates.set(`/${name}`, this.#gate);
    this.#gate.allow(0);
    const rpcUrls = circuit.chain.rpcUrls.map((url) => `${url}/${name}`);
    this.#client = createChainClient({ ...circuit.chain, rpcUrls }, { timeoutMs: 5_000, maxRounds: 1 });
    this.#running = this.#start();
    this.#over = this.#keepRunning()
      .then(() => gates.delete(`/${name}`))
      .then(() => undefined);
  }

  /** Lets it have so many requests answered, and waits until it asks for one more. */
  async step(requests: number): Promise<void> {
    this.#gate.allow(requests);
    const late = new AbortController();
    const tooLate = pause(AT_REST_WITHIN_MS, undefined, { signal: late.signal }).then(() => {
      throw new Error(`The follower asks for nothing any more; its last error: ${String(this.#lastError)}`);
    });
    try {
      await Promise.race([this.#gate.atRest(), this.#over, tooLate]);
    } finally {
      late.abort();
      tooLate.catch(() => undefined);
    }
  }

  /** Its worker is taken for dead, but is not: it hangs in the middle of a request, and nobody starts it again. */
  lose(): void {
    this.#state = 'lost';
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    this.#gate.allow(Infinity);
    await this.#running.stop();
    await this.#over;
  }

  #start(): RunningFollower {
    return this.#circuit.follow({ client: this.#client });
  }

  async #keepRunning(): Promise<void> {
    for (;;) {
      const error = await this.#running.ended;
      this.#lastError = error ?? this.#lastError;
      if (this.#state !== 'following') break;
      await pause(1);
      this.#running = this.#start();
    }
    await this.#client.close();
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { createChainClient } from '../../src/chain/rpc/chain-client.js';
import type { ChainClient } from '../../src/chain/rpc/types.js';
import type { MoneyCircuit } from '../helpers/circuits/money-circuit.js';
import {
  keepRunning,
  type KeptFollower,
  type RunningFollower,
} from '../helpers/circuits/running-follower.js';
import { RequestGate } from '../helpers/chain/rpc-proxy.js';

const AT_REST_WITHIN_MS = 15_000;
const RESTARTED_AFTER_MS = 1;

interface WalkingFollowerOptions {
  /** The gates by request path, where the proxies look them up. */
  readonly gates: Map<string, RequestGate>;
  readonly name: string;
  /** Returns why the chain is halted. Null: it is not. */
  readonly readHaltedReason: () => Promise<string | null>;
}

/**
 * A follower that gets only as many requests answered as it is allowed. Between two steps of a walk it waits for an
 * answer, so that a walk goes the same way each time. After an error it is started again, as Temporal does.
 */
export class WalkingFollower {
  readonly #circuit: Pick<MoneyCircuit, 'chain' | 'follow'>;
  readonly #rpcUrls: readonly string[];
  readonly #readHaltedReason: () => Promise<string | null>;
  readonly #gate = new RequestGate();
  readonly #running: KeptFollower;
  readonly #over: Promise<void>;
  #lastError: unknown;

  constructor(
    circuit: Pick<MoneyCircuit, 'chain' | 'follow'>,
    { gates, name, readHaltedReason }: WalkingFollowerOptions,
  ) {
    this.#circuit = circuit;
    this.#readHaltedReason = readHaltedReason;
    gates.set(`/${name}`, this.#gate);
    this.#gate.allow(0);
    this.#rpcUrls = circuit.chain.rpcUrls.map((url) => `${url}/${name}`);
    this.#running = keepRunning(() => this.#start(), RESTARTED_AFTER_MS);
    this.#over = this.#running.ended.then(() => void gates.delete(`/${name}`));
  }

  /** Lets so many of its requests be answered, and waits until it asks for one more. */
  async step(requests: number): Promise<void> {
    this.#gate.allow(requests);
    const late = new AbortController();
    const tooLate = pause(AT_REST_WITHIN_MS, undefined, { signal: late.signal }).then(async () => {
      const why = (await this.#readHaltedReason()) ?? `Its last error: ${String(this.#lastError)}`;
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
    this.#running.abandon();
  }

  async stop(): Promise<void> {
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
    return {
      ...running,
      ended: this.#noteEnd(running.ended, client),
    };
  }

  async #noteEnd(ended: Promise<unknown>, client: ChainClient): Promise<unknown> {
    try {
      const error = await ended;
      this.#lastError = error ?? this.#lastError;
      return error;
    } finally {
      await client.close();
    }
  }
}

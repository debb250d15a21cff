import { setTimeout as pause } from 'node:timers/promises';
import { createChainClient } from '../../src/chain/rpc/chain-client.js';
import type { ChainClient } from '../../src/chain/rpc/types.js';
import type { MoneyCircuit } from '../helpers/circuits/money-circuit.js';
import type { RunningFollower } from '../helpers/circuits/running-follower.js';
import { RequestGate } from '../helpers/chain/rpc-proxy.js';

const AT_REST_WITHIN_MS = 120_000;
/** How often a follower that has failed starts again within one step. Each time it asks for the same. */
const RESTARTS_IN_A_STEP = 3;

interface WalkingFollowerOptions {
  /** The gates by request path, where the proxies look them up. */
  readonly gates: Map<string, RequestGate>;
  readonly name: string;
  /** Whether no query to the database is under way. */
  readonly isDatabaseIdle: () => boolean;
  /** Returns why the chain is halted. Null: it is not. */
  readonly readHaltedReason: () => Promise<string | null>;
}

/**
 * A follower that gets only a limited number of requests answered. Between two steps of a walk it waits for an answer,
 * or rests instead of polling, so that a walk is repeatable. After an error the next step starts it again, as Temporal
 * does.
 */
export class WalkingFollower {
  readonly #circuit: Pick<MoneyCircuit, 'chain' | 'follow'>;
  readonly #options: WalkingFollowerOptions;
  readonly #rpcUrls: readonly string[];
  readonly #gate = new RequestGate();
  #running: RunningFollower | null;
  /** It was stopped or lost, so it is not started again. */
  #isLeft = false;
  #isResting = false;
  #goOn: () => void = () => undefined;
  #rests: () => void = () => undefined;
  #lastError: unknown;

  constructor(circuit: Pick<MoneyCircuit, 'chain' | 'follow'>, options: WalkingFollowerOptions) {
    this.#circuit = circuit;
    this.#options = options;
    options.gates.set(`/${options.name}`, this.#gate);
    this.#gate.allow(0);
    this.#rpcUrls = circuit.chain.rpcUrls.map((url) => `${url}/${options.name}`);
    this.#running = this.#start();
  }

  /**
   * Lets this many of its requests be answered. Then waits until it asks for one more, or has nothing more to do before
   * its next poll. It polls once in each step.
   */
  async step(requests: number): Promise<void> {
    this.#gate.allow(requests);
    const late = new AbortController();
    const tooLate = pause(AT_REST_WITHIN_MS, undefined, { signal: late.signal }).then(async () => {
      const why = (await this.#options.readHaltedReason()) ?? `Its last error: ${String(this.#lastError)}`;
      throw new Error(`The follower does not come to rest. ${why}`);
    });
    try {
      await Promise.race([this.#walkOn(late.signal), tooLate]);
    } finally {
      late.abort();
      tooLate.catch(() => undefined);
      this.#gate.allow(0);
    }
  }

  /** Makes it a follower whose worker is wrongly taken for dead: it hangs in a request, and nobody starts it again. */
  lose(): void {
    this.#isLeft = true;
  }

  async stop(): Promise<void> {
    this.#isLeft = true;
    this.#gate.allow(Infinity);
    await this.#running?.stop();
    await this.#running?.ended;
    this.#options.gates.delete(`/${this.#options.name}`);
  }

  async #walkOn(signal: AbortSignal): Promise<void> {
    for (let restarts = 0; restarts <= RESTARTS_IN_A_STEP; restarts += 1) {
      if (this.#isLeft && this.#running === null) return;
      const rested = new Promise<void>((resolve) => (this.#rests = resolve));
      this.#isResting = false;
      this.#goOn();
      this.#running ??= this.#start();
      const hasEnded = await Promise.race([
        this.#running.ended.then(() => true),
        this.#gate.atRest(signal).then(() => false),
        rested.then(() => this.#untilQuiet(signal)).then(() => false),
      ]);
      if (!hasEnded) return;
      this.#running = null;
    }
  }

  /** Waits until the work beside the follower is done too. Checks twice, because an answer may be on its way. */
  async #untilQuiet(signal: AbortSignal): Promise<void> {
    for (let quiet = 0; quiet < 2 && !signal.aborted;) {
      await pause(1);
      const isQuiet = this.#isResting && this.#gate.isFree && this.#options.isDatabaseIdle();
      quiet = isQuiet ? quiet + 1 : 0;
    }
  }

  #rest(): Promise<void> {
    this.#isResting = true;
    this.#rests();
    return new Promise((resolve) => (this.#goOn = resolve));
  }

  /** Starts the follower with its own new client, for which no RPC has failed yet. */
  #start(): RunningFollower {
    const client = createChainClient(
      { ...this.#circuit.chain, rpcUrls: this.#rpcUrls },
      { timeoutMs: 30_000, maxRounds: 1, healthIntervalMs: 0 },
    );
    this.#goOn = () => undefined;
    const running = this.#circuit.follow({ client, rest: () => this.#rest() });
    return { ...running, ended: this.#noteEnd(running.ended, client) };
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

import type { Quarantine, KnownBlock, RpcHealth, RpcObservation, RpcHeads } from './types.js';
import { backOff, coolDownMs } from './rpc-back-off.js';
import type { RpcEndpoint } from './rpc-endpoint.js';
import {
  isRangeTooWide,
  isRateLimit,
  reactionTo,
  RpcError,
  RpcMissingError,
  RpcTimeoutError,
  RpcUnavailableError,
  WrongChainError,
  type RpcFailure,
} from './rpc-errors.js';
import { findLeaders, judgeRpcs, watchHead } from './rpc-health.js';
import { quarantineOf, healthOf, isDoubted, untriedRpc, type RpcState } from './rpc-state.js';
import type { AskEachOptions, ChainLog, RpcAnswer } from './types.js';

/** An RPC of another chain is asked for its chain id again after this, also where nobody compares the RPCs. */
const WRONG_CHAIN_RETRY_MS = 60_000;
/** How long an RPC that says it does not offer a method is not asked for it again; and one that fails at it. */
const UNOFFERED_RECHECK_MS = 600_000;
const FAILED_METHOD_RECHECK_MS = 30_000;

/** What an RPC is asked when all are compared. */
interface Questions {
  readonly observe: (state: RpcState) => Promise<RpcHeads>;
  readonly serves: (state: RpcState, number: number) => Promise<boolean>;
}

/** The RPCs of one chain: which is asked next, and what its failure means for the others. */
export class RpcPool {
  readonly chainCode: string;
  readonly #states: readonly RpcState[];
  readonly #maxRounds: number;
  readonly #healthIntervalMs: number;
  readonly #restsAfterMs: number;
  readonly #log: ChainLog | undefined;
  #checkedAtMs: number | null = null;
  #isChecking = false;

  constructor(parts: {
    chainCode: string;
    endpoints: readonly RpcEndpoint[];
    maxRounds: number;
    healthIntervalMs: number;
    restsAfterMs: number;
    log: ChainLog | undefined;
  }) {
    this.chainCode = parts.chainCode;
    this.#states = parts.endpoints.map(untriedRpc);
    this.#maxRounds = parts.maxRounds;
    this.#healthIntervalMs = parts.healthIntervalMs;
    this.#restsAfterMs = parts.restsAfterMs;
    this.#log = parts.log;
  }

  /** Runs the work on one RPC after the other until it succeeds. See `ChainClient.onOneRpc`. */
  async onOneRpc<T>(
    work: (state: RpcState) => Promise<T>,
    signal: AbortSignal | undefined,
    isLeftOut: (state: RpcState) => boolean = () => false,
  ): Promise<T> {
    const lacking = new Set(this.#states.filter(isLeftOut));
    const failures = new Map<RpcState, RpcFailure>();
    let refusal: unknown;
    let maxRounds = this.#maxRounds;
    for (let round = 0; round < maxRounds && lacking.size < this.#states.length; round++) {
      if (round > 0) await backOff(round, { atLeastMs: this.#restOfLimits(lacking), signal });
      for (const state of this.#inOrder().filter((each) => !lacking.has(each))) {
        try {
          const value = await work(state);
          this.#succeeded(state);
          return value;
        } catch (error) {
          signal?.throwIfAborted();
          const reaction = reactionTo(error);
          if (reaction === 'fault') {
            const { origin } = state.endpoint;
            const message = this.#failed(state, error);
            failures.set(state, { origin, message, timedOut: error instanceof RpcTimeoutError });
            continue;
          }
          if (error instanceof RpcError || error instanceof RpcMissingError) this.#succeeded(state);
          if (reaction === 'final') throw error;
          if (reaction === 'elsewhere') lacking.add(state);
          // Asking for less is sooner done than waiting for one that is away and may take as much.
          if (reaction === 'elsewhere' && isRangeTooWide(error)) maxRounds = round + 1;
          refusal = error;
        }
      }
    }
    // What an RPC answered says more than that another one is away.
    if (refusal !== undefined) throw refusal as Error;
    throw new RpcUnavailableError({ chainCode: this.chainCode, failures: this.#withQuarantined(failures) });
  }

  /** Runs the work on one of the RPCs that offer a method. See `ChainClient.onOneOffering`. */
  async onOneOffering<T>(
    method: string,
    work: (state: RpcState) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T | null> {
    const failed = new Set<RpcState>();
    const workIfOffered = async (state: RpcState): Promise<T> => {
      try {
        return await work(state);
      } catch (error) {
        const reaction = reactionTo(error);
        if (error instanceof RpcError && (reaction === 'elsewhere' || reaction === 'final')) {
          this.#noteUnoffered(state, { method, recheckMs: UNOFFERED_RECHECK_MS, reason: error.message });
          throw new RpcMissingError(error.message);
        }
        if (reaction === 'fault') failed.add(state);
        throw error;
      }
    };
    const nowMs = performance.now();
    const isUnoffered = (state: RpcState): boolean => (state.unofferedUntilMs.get(method) ?? 0) > nowMs;
    if (this.#states.every(isUnoffered)) return null;
    try {
      return await this.onOneRpc(workIfOffered, signal, isUnoffered);
    } catch (error) {
      signal?.throwIfAborted();
      const isOfRpc =
        error instanceof RpcUnavailableError || error instanceof RpcError || error instanceof RpcMissingError;
      if (!isOfRpc) throw error;
      // It failed in every round: asked again for each block it would hold up all else that is read.
      for (const state of failed) {
        const reason = state.lastError ?? error.message;
        this.#noteUnoffered(state, { method, recheckMs: FAILED_METHOD_RECHECK_MS, reason });
      }
      return null;
    }
  }

  #noteUnoffered(
    state: RpcState,
    { method, recheckMs, reason }: { method: string; recheckMs: number; reason: string },
  ): void {
    // Once: an RPC that never offers it is found out every so often.
    if (!state.unofferedUntilMs.has(method)) {
      const rpc = state.endpoint.origin;
      this.#log?.warn({ chainCode: this.chainCode, rpc, method, reason }, 'RPC does not offer a method');
    }
    state.unofferedUntilMs.set(method, performance.now() + recheckMs);
  }

  /** Asks every RPC, also those that are put aside, and says which those are. See `ChainClient.onEachRpc`. */
  onEachRpc<T>(
    work: (state: RpcState) => Promise<T>,
    { withoutHanging = false }: AskEachOptions = {},
  ): Promise<readonly RpcAnswer<T>[]> {
    return Promise.all(
      this.#states.map(async (state): Promise<RpcAnswer<T>> => {
        const { origin } = state.endpoint;
        try {
          if (withoutHanging && state.hangs)
            throw new RpcTimeoutError('did not answer in time when last asked');
          const value = await work(state);
          this.#succeeded(state);
          return { ok: true, origin, aside: isDoubted(state), value };
        } catch (error) {
          if (reactionTo(error) === 'fault') this.#failed(state, error);
          return { ok: false, origin, aside: isDoubted(state), error };
        }
      }),
    );
  }

  health(): readonly RpcHealth[] {
    return this.#states.map(healthOf);
  }

  /** See `ChainClient.quarantine`. */
  quarantine(origin: string, reason: string, kind: 'omits' | 'strays' = 'omits'): boolean {
    const states = this.#states.filter(({ endpoint }) => endpoint.origin === origin);
    const isNews = states.some((state) => quarantineOf(state)?.kind !== kind);
    for (const state of states) this.#quarantine(state, { kind, reason });
    return isNews;
  }

  /** See `ChainClient.checkHealth`. */
  async checkHealth(questions: Questions, known: KnownBlock | null): Promise<void> {
    const nowMs = performance.now();
    const isDue = this.#checkedAtMs === null || nowMs - this.#checkedAtMs >= this.#healthIntervalMs;
    if (!isDue || this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.#compare(questions, known);
    } finally {
      this.#checkedAtMs = performance.now();
      this.#isChecking = false;
    }
  }

  async #compare(questions: Questions, known: KnownBlock | null): Promise<void> {
    for (const { aside, endpoint } of this.#states) if (aside !== null) endpoint.distrust();
    const observations = await Promise.all(this.#states.map((state) => this.#observe(questions, state)));
    for (const index of findLeaders(observations)) {
      const [state, observed] = [this.#states[index], observations[index]];
      if (state === undefined || observed == null) continue;
      const servesHead = await this.#ask(state, () => questions.serves(state, observed.head.number));
      observations[index] = { ...observed, servesHead: servesHead ?? false };
    }
    const origins = this.#states.map(({ endpoint }) => endpoint.origin);
    const judgements = judgeRpcs(observations, { origins, known, restsAfterMs: this.#restsAfterMs });
    for (const [index, state] of this.#states.entries()) {
      const judgement = judgements[index] ?? null;
      state.headNumber = observations[index]?.head.number ?? null;
      state.behindBlocks = judgement?.behindBlocks ?? null;
      if (judgement === null) continue;
      state.behindSinceMs = judgement.isBehindMost ? (state.behindSinceMs ?? performance.now()) : null;
      if (judgement.aside === null) this.#takeBack(state);
      else this.#quarantine(state, judgement.aside);
    }
  }

  /** Null: it gave no answer, or is left alone because it was asked too often. */
  async #observe(questions: Questions, state: RpcState): Promise<RpcObservation | null> {
    if (state.status === 'limited' && performance.now() < state.coolsDownUntilMs) return null;
    const answer = await this.#ask(state, () => questions.observe(state));
    if (answer === null) return null;
    const nowMs = performance.now();
    state.watchedHead = watchHead(state.watchedHead, { number: answer.head.number, nowMs });
    const behindForMs = state.behindSinceMs === null ? 0 : nowMs - state.behindSinceMs;
    return { ...answer, servesHead: true, behindForMs, stillForMs: nowMs - state.watchedHead.movedAtMs };
  }

  async #ask<T>(state: RpcState, question: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await question();
      this.#succeeded(state);
      return answer;
    } catch (error) {
      if (reactionTo(error) === 'fault') this.#failed(state, error);
      return null;
    }
  }

  #quarantine(state: RpcState, aside: Quarantine): void {
    if (state.aside?.kind !== aside.kind) {
      const { origin } = state.endpoint;
      this.#log?.warn({ chainCode: this.chainCode, rpc: origin, reason: aside.reason }, 'RPC is put aside');
    }
    state.aside = { ...aside, sinceMs: performance.now() };
  }

  #takeBack(state: RpcState): void {
    if (state.aside === null) return;
    // No comparison of heads shows that an RPC no longer leaves anything out, or strays: that takes its time.
    const kind = quarantineOf(state)?.kind;
    if (kind === 'omits' || kind === 'strays') return;
    this.#log?.info({ chainCode: this.chainCode, rpc: state.endpoint.origin }, 'RPC is taken back');
    state.aside = null;
  }

  /**
   * As configured; those that failed lately come last, the one that has rested longest first, and after them those that
   * lag or leave out. One whose answers are of another chain or branch is not among them.
   */
  #inOrder(): readonly RpcState[] {
    const nowMs = performance.now();
    const rest = (state: RpcState): number => Math.max(0, state.coolsDownUntilMs - nowMs);
    const isLastResort = (state: RpcState): number => (quarantineOf(state) === null ? 0 : 1);
    return this.#states
      .filter((state) => this.#mayBeAsked(state, nowMs))
      .sort((a, b) => isLastResort(a) - isLastResort(b) || rest(a) - rest(b));
  }

  #mayBeAsked(state: RpcState, nowMs: number): boolean {
    const aside = quarantineOf(state);
    if (aside?.kind === 'wrong_chain') return nowMs - (state.aside?.sinceMs ?? 0) >= WRONG_CHAIN_RETRY_MS;
    return aside?.kind !== 'contradicts';
  }

  /** How long until the first RPC that could be asked lets us ask again; 0 when one is not limited. */
  #restOfLimits(lacking: ReadonlySet<RpcState>): number {
    const nowMs = performance.now();
    const rests = this.#inOrder()
      .filter((state) => !lacking.has(state))
      .map((state) => (state.status === 'limited' ? Math.max(0, state.coolsDownUntilMs - nowMs) : 0));
    return rests.length === 0 ? 0 : Math.min(...rests);
  }

  /** With those that were not asked at all, and why. */
  #withQuarantined(failures: ReadonlyMap<RpcState, RpcFailure>): readonly RpcFailure[] {
    return this.#states.flatMap((state) => {
      const failure = failures.get(state);
      if (failure !== undefined) return [failure];
      const aside = quarantineOf(state);
      const { origin } = state.endpoint;
      return aside === null ? [] : [{ origin, message: aside.reason, timedOut: false }];
    });
  }

  #succeeded(state: RpcState): void {
    if (state.status === 'down') {
      this.#log?.info({ chainCode: this.chainCode, rpc: state.endpoint.origin }, 'RPC is back');
    }
    // It has just named its chain id, or it would not have answered.
    if (state.aside?.kind === 'wrong_chain') this.#takeBack(state);
    state.status = 'up';
    state.hangs = false;
    state.consecutiveFailures = 0;
    state.coolsDownUntilMs = 0;
    state.lastSuccessAtMs = Date.now();
  }

  #failed(state: RpcState, error: unknown): string {
    const message = state.endpoint.redact(error instanceof Error ? error.message : String(error));
    state.coolsDownUntilMs = performance.now() + coolDownMs(state.consecutiveFailures, error);
    state.consecutiveFailures += 1;
    state.lastError = message;
    state.hangs = error instanceof RpcTimeoutError;
    if (error instanceof WrongChainError) this.#quarantine(state, { kind: 'wrong_chain', reason: message });
    const status = isRateLimit(error) ? 'limited' : 'down';
    // Once for each outage: a node that is away for a day would fill the log otherwise.
    if (state.status !== status && state.aside?.kind !== 'wrong_chain') {
      this.#log?.warn(
        { chainCode: this.chainCode, rpc: state.endpoint.origin, reason: message },
        status === 'limited' ? 'RPC limits the rate' : 'RPC failed',
      );
    }
    state.status = status;
    return message;
  }
}

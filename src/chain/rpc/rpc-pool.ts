import { quarantineOf, hasNoVote } from './quarantine-expiry.js';
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
import { findLeaders, judgeRpcs, watchHead } from './judge-rpcs.js';
import { healthOf, untriedRpc, type RpcState } from './rpc-state.js';
import type { AskEachOptions, ChainLog, RpcAnswer } from './types.js';

/** An RPC of another chain is asked for its chain id again after this time, even when the RPCs are not compared. */
const WRONG_CHAIN_RETRY_MS = 60_000;
/** An RPC that does not offer a method is asked for it again after this time. */
const UNOFFERED_RECHECK_MS = 600_000;
/** An RPC that failed at a method in every round is asked for it again after this time. */
const FAILED_METHOD_RECHECK_MS = 30_000;

/** The questions to each RPC in a comparison of all RPCs. */
interface Questions {
  readonly observe: (state: RpcState) => Promise<RpcHeads>;
  readonly serves: (state: RpcState, number: number) => Promise<boolean>;
}

/** The RPCs of one chain. Decides which one is asked next, and what its failure means for the others. */
export class RpcPool {
  readonly chainCode: string;
  readonly #states: readonly RpcState[];
  readonly #maxRounds: number;
  readonly #healthIntervalMs: number;
  readonly #stallsAfterMs: number;
  readonly #log: ChainLog | undefined;
  #checkedAtMs: number | null = null;
  #isChecking = false;

  constructor(parts: {
    chainCode: string;
    endpoints: readonly RpcEndpoint[];
    maxRounds: number;
    healthIntervalMs: number;
    stallsAfterMs: number;
    log: ChainLog | undefined;
  }) {
    this.chainCode = parts.chainCode;
    this.#states = parts.endpoints.map(untriedRpc);
    this.#maxRounds = parts.maxRounds;
    this.#healthIntervalMs = parts.healthIntervalMs;
    this.#stallsAfterMs = parts.stallsAfterMs;
    this.#log = parts.log;
  }

  /** Runs the work on one RPC after the other until it succeeds. See `ChainClient.onOneRpc`. */
  async onOneRpc<T>(
    work: (state: RpcState) => Promise<T>,
    signal: AbortSignal | undefined,
    isExcluded: (state: RpcState) => boolean = () => false,
  ): Promise<T> {
    const excluded = new Set(this.#states.filter(isExcluded));
    const failures = new Map<RpcState, RpcFailure>();
    let refusal: unknown;
    let maxRounds = this.#maxRounds;
    for (let round = 0; round < maxRounds && excluded.size < this.#states.length; round++) {
      if (round > 0) await backOff(round, { atLeastMs: this.#rateLimitWaitMs(excluded), signal });
      for (const state of this.#inOrder().filter((each) => !excluded.has(each))) {
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
          if (reaction === 'elsewhere') excluded.add(state);
          // A narrower range is faster than waiting for an unavailable RPC that might accept the wide one.
          if (reaction === 'elsewhere' && isRangeTooWide(error)) maxRounds = round + 1;
          refusal = error;
        }
      }
    }
    // The answer of one RPC says more than the unavailability of another one.
    if (refusal !== undefined) throw refusal as Error;
    throw new RpcUnavailableError({ chainCode: this.chainCode, failures: this.#withQuarantined(failures) });
  }

  /** Runs the work on an RPC that offers the method. See `ChainClient.onOneOffering`. */
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
      const isRpcFailure =
        error instanceof RpcUnavailableError || error instanceof RpcError || error instanceof RpcMissingError;
      if (!isRpcFailure) throw error;
      // These failed in every round. Asking them again for each block would delay everything else that is read.
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
    // Logged once: an RPC that never offers the method is asked again and again.
    if (!state.unofferedUntilMs.has(method)) {
      const rpc = state.endpoint.origin;
      this.#log?.warn({ chainCode: this.chainCode, rpc, method, reason }, 'RPC does not offer a method');
    }
    state.unofferedUntilMs.set(method, performance.now() + recheckMs);
  }

  /** Asks every RPC. The answers tell which RPCs are quarantined. See `ChainClient.onEachRpc`. */
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
          return { ok: true, origin, quarantined: hasNoVote(state), value };
        } catch (error) {
          if (reactionTo(error) === 'fault') this.#failed(state, error);
          return { ok: false, origin, quarantined: hasNoVote(state), error };
        }
      }),
    );
  }

  health(): readonly RpcHealth[] {
    return this.#states.map(healthOf);
  }

  /** See `ChainClient.quarantine`. */
  quarantine(origin: string, reason: string, given: 'omits' | 'strays' | 'lies' = 'omits'): boolean {
    const states = this.#states.filter(({ endpoint }) => endpoint.origin === origin);
    // There is nobody to ask instead of the only one.
    const kind = given === 'lies' && states.length === this.#states.length ? 'omits' : given;
    const isIn = (state: RpcState): boolean => ['lies', kind].includes(quarantineOf(state)?.kind ?? '');
    const isNew = !states.every(isIn);
    for (const state of states) this.#quarantine(state, { kind, reason });
    return isNew;
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
    for (const { quarantine, endpoint } of this.#states) if (quarantine !== null) endpoint.distrust();
    const observations = await Promise.all(this.#states.map((state) => this.#observe(questions, state)));
    for (const index of findLeaders(observations)) {
      const [state, observed] = [this.#states[index], observations[index]];
      if (state === undefined || observed == null) continue;
      const servesHead = await this.#ask(state, () => questions.serves(state, observed.head.number));
      observations[index] = { ...observed, servesHead: servesHead ?? false };
    }
    const origins = this.#states.map(({ endpoint }) => endpoint.origin);
    const judgements = judgeRpcs(observations, { origins, known, stallsAfterMs: this.#stallsAfterMs });
    for (const [index, state] of this.#states.entries()) {
      const judgement = judgements[index] ?? null;
      state.headNumber = observations[index]?.head.number ?? null;
      state.behindBlocks = judgement?.behindBlocks ?? null;
      if (judgement === null) continue;
      state.behindSinceMs = judgement.isBehindMost ? (state.behindSinceMs ?? performance.now()) : null;
      if (judgement.quarantine === null) this.#release(state);
      else this.#quarantine(state, judgement.quarantine);
    }
  }

  /** Returns null when the RPC gave no answer, or is not asked now because of its rate limit. */
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

  #quarantine(state: RpcState, quarantine: Quarantine): void {
    // Otherwise it would end that one with a smaller fault: it could lag for a moment.
    if (quarantine.kind !== 'lies' && quarantineOf(state)?.kind === 'lies') return;
    if (state.quarantine?.kind !== quarantine.kind) {
      const { origin } = state.endpoint;
      const fields = { chainCode: this.chainCode, rpc: origin, reason: quarantine.reason };
      this.#log?.warn(fields, 'RPC is quarantined');
    }
    state.quarantine = { ...quarantine, sinceMs: performance.now() };
  }

  #release(state: RpcState): void {
    if (state.quarantine === null) return;
    // A comparison of heads does not show that an RPC no longer omits logs, strays or lies: these only expire.
    const kind = quarantineOf(state)?.kind;
    if (kind === 'omits' || kind === 'strays' || kind === 'lies') return;
    const fields = { chainCode: this.chainCode, rpc: state.endpoint.origin };
    this.#log?.info(fields, 'RPC is released from quarantine');
    state.quarantine = null;
  }

  /**
   * The RPCs that may be asked: first the healthy ones as configured, then those that failed lately, then those in
   * quarantine. An RPC that failed lately comes the earlier, the sooner it has cooled down. An RPC that lies, or answers
   * for another chain or branch, is not included.
   */
  #inOrder(): readonly RpcState[] {
    const nowMs = performance.now();
    const coolsDownForMs = (state: RpcState): number => Math.max(0, state.coolsDownUntilMs - nowMs);
    const isLastResort = (state: RpcState): number => (quarantineOf(state) === null ? 0 : 1);
    return this.#states
      .filter((state) => this.#mayBeAsked(state, nowMs))
      .sort((a, b) => isLastResort(a) - isLastResort(b) || coolsDownForMs(a) - coolsDownForMs(b));
  }

  #mayBeAsked(state: RpcState, nowMs: number): boolean {
    const quarantine = quarantineOf(state);
    if (quarantine?.kind === 'wrong_chain')
      return nowMs - (state.quarantine?.sinceMs ?? 0) >= WRONG_CHAIN_RETRY_MS;
    return quarantine?.kind !== 'contradicts' && quarantine?.kind !== 'lies';
  }

  /** The time until the first of the RPCs that could be asked allows it again; 0 when one has no rate limit now. */
  #rateLimitWaitMs(excluded: ReadonlySet<RpcState>): number {
    const nowMs = performance.now();
    const waitsMs = this.#inOrder()
      .filter((state) => !excluded.has(state))
      .map((state) => (state.status === 'limited' ? Math.max(0, state.coolsDownUntilMs - nowMs) : 0));
    return waitsMs.length === 0 ? 0 : Math.min(...waitsMs);
  }

  /** Adds to the failures the RPCs that were not asked because they are quarantined, with the reason. */
  #withQuarantined(failures: ReadonlyMap<RpcState, RpcFailure>): readonly RpcFailure[] {
    return this.#states.flatMap((state) => {
      const failure = failures.get(state);
      if (failure !== undefined) return [failure];
      const quarantine = quarantineOf(state);
      const { origin } = state.endpoint;
      return quarantine === null ? [] : [{ origin, message: quarantine.reason, timedOut: false }];
    });
  }

  #succeeded(state: RpcState): void {
    if (state.status === 'down') {
      this.#log?.info({ chainCode: this.chainCode, rpc: state.endpoint.origin }, 'RPC is back');
    }
    // It answered, so it has just named the right chain id.
    if (state.quarantine?.kind === 'wrong_chain') this.#release(state);
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
    state.lastErrorAtMs = Date.now();
    state.hangs = error instanceof RpcTimeoutError;
    if (error instanceof WrongChainError) this.#quarantine(state, { kind: 'wrong_chain', reason: message });
    const status = isRateLimit(error) ? 'limited' : 'down';
    // Logged once for each outage: otherwise a node that is down for a day would fill the log.
    if (state.status !== status && state.quarantine?.kind !== 'wrong_chain') {
      this.#log?.warn(
        { chainCode: this.chainCode, rpc: state.endpoint.origin, reason: message },
        status === 'limited' ? 'RPC limits the rate' : 'RPC failed',
      );
    }
    state.status = status;
    return message;
  }
}

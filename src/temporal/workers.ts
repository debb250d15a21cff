import { setTimeout as pause } from 'node:timers/promises';
import { Worker, type NativeConnection, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { TASK_QUEUES } from './messages.js';
import type { WorkerRole } from '../domain/core/worker-roles.js';
import { signerSlots } from '../domain/wallets/signer-slots.js';
import { ATTEMPTS_PER_WORKER } from '../domain/webhooks/webhook-fairness.js';
import { keepTrying } from './keep-trying.js';

export interface WorkersOptions {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly workflowBundle: { readonly codePath: string };
  /** The activities of each role that this process has. */
  readonly roles: ReadonlyMap<WorkerRole, object>;
  /** How many chains are configured. */
  readonly chainCount: number;
  readonly log: Logger;
}

export interface Workers {
  /** Resolves when each role polls for its tasks. */
  readonly ready: Promise<void>;
  /** Takes no more tasks, and waits for those under way, but not for ever. */
  stop(): Promise<void>;
}

/** Time after which workers are stopped by force, in ms, whatever still runs. */
const FORCE_AFTER_MS = 12_000;
const RESTART_PAUSE_MS = 2_000;

type RoleOptions = Omit<
  WorkerOptions,
  'connection' | 'namespace' | 'taskQueue' | 'activities' | 'workflowBundle'
>;

/** The options that differ between the roles. A workflow that is not cached is replayed from history when it wakes. */
const ROLE_OPTIONS: Readonly<Record<WorkerRole, RoleOptions & { readonly hasWorkflows: boolean }>> = {
  core: {
    hasWorkflows: true,
    maxCachedWorkflows: 100,
    // Not more at once than there are connections to the database.
    maxConcurrentLocalActivityExecutions: 16,
    maxConcurrentActivityTaskExecutions: 16,
    maxConcurrentActivityTaskPolls: 2,
    shutdownGraceTime: '3 seconds',
  },
  chain: {
    hasWorkflows: false,
    maxConcurrentActivityTaskExecutions: 100,
    maxConcurrentActivityTaskPolls: 2,
    // A follower never ends by itself.
    shutdownGraceTime: 0,
  },
  signer: {
    hasWorkflows: false,
    // How many activities run at once depends on the number of chains: see optionsOf.
    maxConcurrentActivityTaskPolls: 2,
    shutdownGraceTime: '5 seconds',
  },
  webhooks: {
    hasWorkflows: true,
    maxCachedWorkflows: 100,
    // A delivery that is started eagerly needs a free slot here. Without one, its task waits in the server's queue for
    // seconds, while other deliveries are started before it.
    maxConcurrentWorkflowTaskExecutions: 100,
    // Attempts mostly wait for receivers. There must be enough slots that dead receivers do not keep live ones waiting.
    maxConcurrentActivityTaskExecutions: ATTEMPTS_PER_WORKER,
    shutdownGraceTime: '3 seconds',
  },
};

/** Runs a worker for each role. A worker that fails is created again. */
export function runWorkers(options: WorkersOptions): Workers {
  const { log, roles } = options;
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  const running = new Set<Worker>();

  const create = (role: WorkerRole, activities: object): Promise<Worker> =>
    keepTrying(() => Worker.create(optionsOf(role, activities, options)), {
      what: `starting the worker of ${TASK_QUEUES[role]}`,
      log,
      signal: stopping.signal,
    });

  const keepRunning = async (role: WorkerRole, activities: object, onReady: () => void): Promise<void> => {
    while (!isStopping()) {
      const worker = await create(role, activities);
      running.add(worker);
      try {
        const ended = worker.run();
        onReady();
        // `stop` was called while this worker was being created.
        if (isStopping()) worker.shutdown();
        await ended;
      } catch (error) {
        log.error({ err: error }, `the worker of ${TASK_QUEUES[role]} failed`);
        if (!isStopping()) await pause(RESTART_PAUSE_MS);
      } finally {
        running.delete(worker);
      }
    }
  };

  const loops: Promise<void>[] = [];
  const readies = [...roles].map(
    ([role, activities]) =>
      new Promise<void>((onReady, onFailure) => {
        const loop = keepRunning(role, activities, onReady).catch((error: unknown) => {
          if (!isStopping()) throw error;
        });
        loop.catch(onFailure);
        loops.push(loop);
      }),
  );

  return {
    ready: Promise.all(readies).then(() => undefined),
    async stop() {
      stopping.abort();
      for (const worker of running) if (worker.getState() === 'RUNNING') worker.shutdown();
      await Promise.all(loops);
    },
  };
}

function optionsOf(role: WorkerRole, activities: object, options: WorkersOptions): WorkerOptions {
  const { hasWorkflows, ...tuning } = ROLE_OPTIONS[role];
  const slots = signerSlots(options.chainCount);
  return {
    connection: options.connection,
    namespace: options.namespace,
    taskQueue: TASK_QUEUES[role],
    activities,
    ...(hasWorkflows ? { workflowBundle: options.workflowBundle } : {}),
    shutdownForceTime: FORCE_AFTER_MS,
    ...tuning,
    ...(role === 'signer' ? { maxConcurrentActivityTaskExecutions: slots } : {}),
  };
}

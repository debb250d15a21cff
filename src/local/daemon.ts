import { rmSync } from 'node:fs';
import { choosePort, type WantedPort } from './ports.js';
import {
  findDaemon,
  isProcessOf,
  logTail,
  spawnDaemon,
  stopProcess,
  waitUntilReady,
  writePidFile,
  type Say,
} from './processes.js';

/** How many times a start is attempted if another program takes the port between our check and the program's bind. */
const START_ATTEMPTS_MAX = 3;
const ADOPTION_TIMEOUT_MS = 10_000;
const ADDRESS_IN_USE = /address (is )?already in use/i;

/** Describes how to start, recognise and stop a program that outlives this process. `PortName` names its ports. */
export interface DaemonPlan<PortName extends string> {
  /** Its name in messages, e.g. `Temporal`. */
  readonly name: string;
  readonly command: string;
  readonly args: (ports: Readonly<Record<PortName, number>>) => readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Parts of the command line that no other program has, such as its data file. */
  readonly commandParts: readonly string[];
  readonly pidFile: string;
  readonly logFile: string;
  readonly ports: Readonly<Record<PortName, WantedPort & { readonly usedBy: string }>>;
  /** Called before the program is started, but not when it is adopted. */
  readonly beforeStart?: () => void;
  readonly isReady: (ports: Readonly<Record<PortName, number>>) => Promise<boolean>;
  readonly readyTimeoutMs: number;
  readonly stopSignal: NodeJS.Signals;
  readonly stopTimeoutMs: number;
}

export interface Daemon<PortName extends string> {
  readonly pid: number;
  readonly ports: Readonly<Record<PortName, number>>;
  /** Whether it was already running. */
  readonly adopted: boolean;
  /** Stops it. No process is left. */
  stop(): Promise<void>;
}

/**
 * Starts the program in its own session, or adopts the one that still runs. A running program is not adopted if it has to
 * listen on another, fixed port. Throws with the end of its log when the program does not become ready.
 */
export async function startDaemon<PortName extends string>(
  plan: DaemonPlan<PortName>,
  log: Say,
): Promise<Daemon<PortName>> {
  const adopted = await adopt(plan);
  if (adopted !== null) return adopted;
  plan.beforeStart?.();
  for (let attempt = 1; ; attempt += 1) {
    const ports = await choosePorts(plan, log);
    const { pid } = spawnDaemon({ ...plan, args: plan.args(ports) });
    if (pid === undefined)
      throw new Error(`${plan.name} could not be started: ${plan.command} does not run.`);
    writePidFile(plan.pidFile, { pid, ports });
    const outcome = await waitUntilReady({
      isReady: () => plan.isReady(ports),
      isAlive: () => isProcessOf(pid, plan.commandParts),
      timeoutMs: plan.readyTimeoutMs,
    });
    if (outcome === 'ready') return { pid, ports, adopted: false, stop: () => stopDaemon(plan, pid) };
    const tail = logTail(plan.logFile);
    await stopDaemon(plan, pid);
    if (outcome === 'died' && attempt < START_ATTEMPTS_MAX && ADDRESS_IN_USE.test(tail)) continue;
    const what =
      outcome === 'died' ? 'ended at once' : `was not ready after ${plan.readyTimeoutMs / 1_000} s`;
    throw new Error(`${plan.name} ${what}. The end of its log, ${plan.logFile}:\n${tail}`);
  }
}

async function adopt<PortName extends string>(plan: DaemonPlan<PortName>): Promise<Daemon<PortName> | null> {
  const found = await findDaemon(plan.pidFile, plan.commandParts);
  if (found === null) return null;
  const { pid } = found;
  const ports = found.ports as Readonly<Record<PortName, number>>;
  const hasFixedPorts = portNames(plan).every(
    (name) => !plan.ports[name].isFixed || plan.ports[name].port === ports[name],
  );
  if (hasFixedPorts) {
    const outcome = await waitUntilReady({
      isReady: () => plan.isReady(ports),
      isAlive: () => isProcessOf(pid, plan.commandParts),
      timeoutMs: ADOPTION_TIMEOUT_MS,
    });
    if (outcome === 'ready') return { pid, ports, adopted: true, stop: () => stopDaemon(plan, pid) };
  }
  await stopDaemon(plan, pid);
  return null;
}

async function choosePorts<PortName extends string>(
  plan: DaemonPlan<PortName>,
  log: Say,
): Promise<Record<PortName, number>> {
  const taken = new Set<number>();
  const ports: Partial<Record<PortName, number>> = {};
  for (const name of portNames(plan)) {
    const { usedBy, ...wanted } = plan.ports[name];
    const port = await choosePort({ usedBy, wanted, taken, log });
    taken.add(port);
    ports[name] = port;
  }
  return ports as Record<PortName, number>;
}

function portNames<PortName extends string>(plan: DaemonPlan<PortName>): PortName[] {
  return Object.keys(plan.ports) as PortName[];
}

async function stopDaemon<PortName extends string>(plan: DaemonPlan<PortName>, pid: number): Promise<void> {
  if (await isProcessOf(pid, plan.commandParts)) {
    await stopProcess({ pid, signal: plan.stopSignal, timeoutMs: plan.stopTimeoutMs });
  }
  rmSync(plan.pidFile, { force: true });
}

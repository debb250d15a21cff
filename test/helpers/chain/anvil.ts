import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { RpcCall } from '../../../src/chain/rpc/types.js';
import { keptByWorker } from '../services/kept-by-worker.js';
import { postJson } from './post-json.js';

/** The mnemonic behind anvil's own accounts, known to everybody. */
export const ANVIL_MNEMONIC = 'test test test test test test test test test test test junk';
export const ANVIL_CHAIN_ID = 31337;

export interface AnvilOptions {
  /** Default 2: finalized is 4 blocks behind the head. A deeper reorganisation goes past finality. */
  readonly slotsInAnEpoch?: number;
  /** Default 0: the system picks a free one. */
  readonly port?: number;
  /** Further options of anvil's command line, such as `--no-mining`. */
  readonly args?: readonly string[];
}

export interface Anvil {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The ten unlocked accounts, 10 000 ETH each; lower-case. */
  readonly accounts: readonly string[];
  /** Calls anvil directly, without a proxy. */
  rpc<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>;
  /**
   * Asks anvil several questions in one request. It answers them at the same time, so none may depend on another.
   *
   * @returns the results, in the order of the calls.
   */
  rpcBatch<T = unknown>(calls: readonly RpcCall[]): Promise<T[]>;
  /** Makes blocks. */
  mine(blocks: number): Promise<void>;
  /**
   * Replaces the last `depth` blocks by the same number of empty ones. The transactions of the old blocks are gone,
   * except those given here: each is a raw transaction and the offset of its block, from 0.
   */
  reorg(
    depth: number,
    transactions?: readonly (readonly [rawTransaction: string, blockOffset: number])[],
  ): Promise<void>;
  stop(): Promise<void>;
}

/** Sets the base fee of the next block. */
export const setBaseFee = ({ rpc }: Pick<Anvil, 'rpc'>, wei: bigint): Promise<unknown> =>
  rpc('anvil_setNextBlockBaseFeePerGas', [`0x${wei.toString(16)}`]);

/** How many times forgotten transactions are sent again before a block. Once is nearly always enough. */
const READMITTED_TIMES_MAX = 100;
/** Running anvils, each with the folder where it keeps the states of old blocks: gigabytes in a long run. */
type Running = Map<ChildProcess, { readonly statesFolder: string }>;

const running = keptByWorker<Running>('running anvils', () => {
  const all: Running = new Map();
  // The process of the tests leaves no anvil and no folder behind.
  process.once('exit', () => {
    for (const [child, { statesFolder }] of all) {
      child.kill('SIGKILL');
      rmSync(statesFolder, { recursive: true, force: true });
    }
  });
  return all;
});

/**
 * Starts a real anvil on a free port and waits until it listens. It mines each transaction at once, in its own block.
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  const { slotsInAnEpoch = 2, port = 0, args = [] } = options;
  const statesFolder = mkdtempSync(path.join(tmpdir(), 'quittance-anvil-'));
  const child = spawn(anvilPath(), [
    ...['--port', String(port), '--slots-in-an-epoch', String(slotsInAnEpoch)],
    ...['--mnemonic', ANVIL_MNEMONIC, '--cache-path', statesFolder],
    ...args,
  ]);
  running.set(child, { statesFolder });
  const boundPort = await readPort(child);
  const url = `http://127.0.0.1:${boundPort}`;
  const rpcBatch = async <T>(calls: readonly RpcCall[]): Promise<T[]> =>
    calls.length === 0 ? [] : ((await callRpc(url, calls)) as T[]);
  const rpc = async <T>(method: string, params: readonly unknown[] = []): Promise<T> =>
    (await callRpc(url, [{ method, params }]))[0] as T;
  return {
    url,
    port: boundPort,
    pid: child.pid ?? 0,
    accounts: (await rpc<string[]>('eth_accounts')).map((account) => account.toLowerCase()),
    rpc,
    rpcBatch,
    mine: async (blocks) => {
      for (let times = 0; await readmitForgotten(rpc); times += 1) {
        if (times >= READMITTED_TIMES_MAX) throw new Error('anvil forgets its transactions again and again.');
      }
      await rpc('anvil_mine', [`0x${blocks.toString(16)}`]);
    },
    reorg: async (depth, transactions = []) => {
      await rpc('anvil_reorg', [depth, transactions]);
    },
    stop: () => stop(child),
  };
}

/**
 * Sends transactions again that are next in turn, but which anvil holds as if an earlier one were missing. A
 * transaction gets into this state when it arrives while the previous one is being mined: anvil has read the old nonce,
 * and nothing makes it read the new one (foundry-rs/foundry#10122). No real node does this.
 *
 * @returns whether there were any. When sent again, they may be forgotten again.
 */
async function readmitForgotten(rpc: Anvil['rpc']): Promise<boolean> {
  if (Number((await rpc<{ queued: string }>('txpool_status')).queued) === 0) return false;
  let found = false;
  const { queued } = await rpc<{ queued: Record<string, Record<string, { hash: string }>> }>(
    'txpool_content',
  );
  for (const [sender, byNonce] of Object.entries(queued)) {
    const next = await rpc<string>('eth_getTransactionCount', [sender, 'latest']);
    if (byNonce[Number(next)] === undefined) continue;
    found = true;
    const raws: string[] = [];
    for (const { hash } of Object.values(byNonce))
      raws.push(await rpc<string>('eth_getRawTransactionByHash', [hash]));
    await rpc('anvil_removePoolTransactions', [sender]);
    for (const raw of raws) await rpc('eth_sendRawTransaction', [raw]);
  }
  return found;
}

/** Returns the path of the binary in the package for this platform. */
function anvilPath(): string {
  const require = createRequire(import.meta.url);
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  return require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`);
}

async function readPort(child: ChildProcess): Promise<number> {
  if (child.stdout === null || child.stderr === null) throw new Error('anvil was started without pipes');
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^Listening on .*:(\d+)/.exec(line)?.[1];
    if (port !== undefined) {
      child.stdout.resume();
      return Number(port);
    }
  }
  throw new Error(`anvil ended before it listened: ${errors}`);
}

async function stop(child: ChildProcess): Promise<void> {
  const left = running.get(child);
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
  running.delete(child);
  if (left !== undefined) await rm(left.statesFolder, { recursive: true, force: true });
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Sends all calls in one request. @returns their results, in the order of the calls. */
async function callRpc(url: string, calls: readonly RpcCall[]): Promise<unknown[]> {
  const asked = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
  const answered = await postJson(url, JSON.stringify(asked.length === 1 ? asked[0] : asked));
  const answers = new Map(([answered].flat() as readonly Answer[]).map((answer) => [answer.id, answer]));
  return calls.map(({ method }, id) => {
    const answer = answers.get(id);
    if (answer === undefined) throw new Error(`${method}: not answered`);
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  });
}

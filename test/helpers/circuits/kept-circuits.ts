import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CircuitFollowerOptions } from './circuit-follower.js';
import type { KeptCircuit } from './kept-circuit.js';
import type { MoneyCircuit, MoneyCircuitOptions } from './money-circuit.js';

/** The options that change the state of a prepared circuit. */
const OF_THE_STATE = ['slotsInAnEpoch', 'proxies', 'oddTokens', 'funded'] as const;
/** The options that do not change it. */
const OF_THE_RUN = [
  'now',
  'log',
  'limits',
  'approvers',
  'localMode',
  'goesBySteps',
  'pollIntervalMs',
  'timeoutMs',
] as const;

/** The folder in which the circuits of one kind of preparation are kept. */
export interface KeptCircuits {
  /** Returns the circuit that was kept, or undefined when this one is the first. */
  find(): KeptCircuit | undefined;
  /** Keeps a circuit for later ones. Its follower must not run, because its database is closed meanwhile. */
  keep(circuit: MoneyCircuit): Promise<void>;
}

/**
 * Keeps circuits that were prepared in the same way, for all test files of a group: a copy of the database and of the
 * chain's blocks. Starting from a copy takes a tenth of the time of the preparation.
 *
 * @returns null when an option has an effect that a copy would not have.
 */
export function keptCircuits(
  options: MoneyCircuitOptions & CircuitFollowerOptions & { funded?: boolean },
): KeptCircuits | null {
  const known: readonly string[] = [...OF_THE_STATE, ...OF_THE_RUN];
  if (Object.keys(options).some((name) => !known.includes(name))) return null;
  const name = OF_THE_STATE.map((option) => `${option}-${options[option] ?? 'default'}`).join('_');
  const folder = path.join(tmpdir(), 'kept-circuits');
  const file = path.join(folder, `${name}.json`);
  return {
    find: () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as KeptCircuit) : undefined),
    keep: async ({ anvil, chain, database, merchantId }) => {
      const id = randomBytes(8).toString('hex');
      const template = `kept_${id}`;
      const state = await anvil.rpc<string>('anvil_dumpState', [true]);
      await database.keepAs(template);
      const tokens = Object.fromEntries(
        chain.assets.flatMap(({ tokenSymbol, address }) =>
          address === null ? [] : [[tokenSymbol, address]],
        ),
      );
      const kept: KeptCircuit = { template, merchantId, chain: { state, tokens }, rpcUrls: chain.rpcUrls };
      mkdirSync(folder, { recursive: true });
      // Two test files may prepare at the same time. Both results are good. The renaming keeps others from reading a
      // part of one.
      writeFileSync(`${file}.${id}`, JSON.stringify(kept));
      renameSync(`${file}.${id}`, file);
    },
  };
}

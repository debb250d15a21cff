import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { BENCHES } from '../../bench/benches.js';
import type { Bench } from '../../bench/harness/bench.js';
import { jsonLine } from '../../bench/harness/report.js';
import { runBench } from '../../bench/harness/run-bench.js';
import { Supervisor } from '../../src/local/supervisor.js';
import { existsSync } from 'node:fs';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe('npm run bench', () => {
  it('refuses an unknown name, and lists the known names', () => {
    const program = ['--import', 'tsx', 'bench/main.ts', '--json', '--only', 'memory,speed'];
    const { status, stdout, stderr } = spawnSync(process.execPath, program, {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('There is no bench called "speed".');
    for (const { name } of BENCHES) expect(stderr).toContain(`  ${name} `);
  });

  it('has no two benches with the same name', () => {
    expect(new Set(BENCHES.map(({ name }) => name)).size).toBe(BENCHES.length);
  });
});

describe('a bench', () => {
  const steps: string[] = [];
  const options = { signal: new AbortController().signal, say: (line: string) => void steps.push(line) };
  let folder = '';
  const tiny: Bench = {
    name: 'tiny',
    summary: 'nothing against half of it',
    run: (context) => {
      ({ folder } = context);
      context.onEnd(() => Promise.resolve(steps.push('ended first')));
      context.onEnd(() => Promise.reject(new Error('it would not end')));
      context.say('measuring');
      const reference = 'half of it';
      return Promise.resolve([
        { measure: 'all of it', value: 2 / 3, unit: 's', reference, referenceValue: 1 / 3 },
      ]);
    },
  };

  it('prints each figure beside its reference, as one JSON object', async () => {
    const [report, ...others] = await runBench(tiny, { ...options, supervisor: new Supervisor() });
    expect(others).toEqual([]);
    expect(report === undefined ? null : jsonLine(report)).toBe(
      '{"name":"tiny","value":0.6667,"unit":"s","reference":"half of it","referenceValue":0.3333,"ratio":2,"measure":"all of it"}',
    );
  });

  it('stops what it started, whatever fails while it stops, and leaves no folder behind', async () => {
    steps.length = 0;
    const failing: Bench = {
      ...tiny,
      run: async (context) => Promise.reject(new Error(String((await tiny.run(context)).length))),
    };
    await expect(runBench(failing, { ...options, supervisor: new Supervisor() })).rejects.toThrow('1');
    expect(steps).toEqual(['tiny: measuring', 'tiny: while it ended: it would not end', 'ended first']);
    expect(existsSync(folder)).toBe(false);
  });

  it('ignores the instance for which the shell is set up', async () => {
    process.env['DATABASE_URL'] = 'postgres://somebody:else@db.example/books';
    try {
      let seen: NodeJS.ProcessEnv = {};
      const looking: Bench = {
        ...tiny,
        run: ({ launch }) => {
          seen = launch.env;
          return Promise.resolve([]);
        },
      };
      await runBench(looking, { ...options, supervisor: new Supervisor() });
      expect(seen['DATABASE_URL']).toBeUndefined();
      expect(seen['PATH']).toBe(process.env['PATH']);
    } finally {
      delete process.env['DATABASE_URL'];
    }
  });
});

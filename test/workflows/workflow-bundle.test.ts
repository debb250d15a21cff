import { describe, expect, it } from '@jest/globals';
import { readFileSync, statSync } from 'node:fs';
import { prepareWorkflowBundle } from '../../src/temporal/workflow-bundle.js';
import { WORKFLOW_TYPES } from '../../src/temporal/messages.js';

describe('the bundle of workflows', () => {
  it('is built once for the same sources', async () => {
    const first = await prepareWorkflowBundle();
    const { mtimeMs } = statSync(first.codePath);
    const second = await prepareWorkflowBundle();
    expect(second.codePath).toBe(first.codePath);
    expect(statSync(second.codePath).mtimeMs).toBe(mtimeMs);
  });

  it('contains every workflow, and nothing that accesses the outside world', async () => {
    const { codePath } = await prepareWorkflowBundle();
    const modules = [...readFileSync(codePath, 'utf8').matchAll(/^\/\*\*\*\/ "(\.[^"]+)"/gm)].map(
      ([, name]) => name,
    );
    const ours = modules.filter((name) => name !== undefined && !name.includes('node_modules'));
    expect(ours).toEqual(expect.arrayContaining(['./workflows/index.ts', './workflows/invoice.ts']));
    expect(
      ours.filter(
        (name) => !/^\.\/(workflows|src\/domain)\/|^\.\/src\/temporal\/messages\.ts$/.test(name ?? ''),
      ),
    ).toEqual([]);
    expect(
      modules.filter((name) => /node_modules\/(knex|pg|viem|zod|pino|undici)\//.test(name ?? '')),
    ).toEqual([]);
  });

  it('exports the workflows under the names with which they are started', async () => {
    const workflows: object = await import('../../workflows/index.js');
    expect(Object.keys(workflows).sort()).toEqual(Object.values(WORKFLOW_TYPES).sort());
  });
});

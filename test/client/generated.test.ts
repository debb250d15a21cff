import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readText, ROOT } from '../house/source-files.js';
import { CLIENT_TYPES, generateTypes } from './generate-client.js';

describe("the client's types (regenerate with `WRITE_CLIENT=1 npm test -- test/client`)", () => {
  it('are those of the API', async () => {
    const generated = await generateTypes();
    if (process.env['WRITE_CLIENT'] === '1') writeFileSync(path.join(ROOT, CLIENT_TYPES), generated);
    expect(readText(CLIENT_TYPES) === generated).toBe(true);
  });
});

import { expect, it } from '@jest/globals';
import { readApplications } from '../../../src/pages/app-assets.js';

const KIB = 1_024;

it('the dashboard loads at most 250 KiB for its first page, and 60 KiB for each further one', () => {
  const built = readApplications();
  if (built === null) throw new Error('dist/pages/app is not built: run npm run prepare');
  const bytesOf = (file: string): number => {
    const asset = built.assets.get(file);
    return (asset?.compressed?.br ?? asset?.plain())?.length ?? 0;
  };
  const { script, modules, later, style, font } = built.applications.dashboard;
  const first = new Set([script, ...modules, ...later, style, font]);
  const others = [...built.assets.keys()].filter((file) => file.endsWith('.js') && !first.has(file));
  const sum = [...first].reduce((total, file) => total + bytesOf(file), 0);
  expect(sum).toBeLessThan(250 * KIB);
  expect(Math.max(...others.map(bytesOf))).toBeLessThan(60 * KIB);
});

import { describe, expect, it } from '@jest/globals';
import { listFiles, readText } from './source-files.js';

const PAGE = 'docs/architecture.md';
const STATIONS_MAX = 12;
const WALKS = ['A payment in', 'A payment out', 'A webhook'];
const SOURCE = /`((?:src|activities|workflows|test)\/[\w./-]+)`/g;

const page = readText(PAGE);
const files = new Set(listFiles());
const namedIn = (text: string): readonly string[] => [...text.matchAll(SOURCE)].map(([, name = '']) => name);

function stationsOf(walk: string): readonly string[] {
  const [, after = ''] = page.split(`## ${walk}\n`);
  const [section = ''] = after.split('\n## ');
  return section.split(/^\d+\. /m).slice(1);
}

describe('the architecture page', () => {
  it('names files and folders that exist', () => {
    const isThere = (name: string): boolean =>
      files.has(name) || [...files].some((file) => file.startsWith(`${name.replace(/\/$/, '')}/`));
    const named = namedIn(page);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });

  it.each(WALKS)(
    'describes %s in at most twelve stations, each with its file and what is committed',
    (walk) => {
      const stations = stationsOf(walk);
      expect(stations.length).toBeGreaterThan(5);
      expect(stations.length).toBeLessThanOrEqual(STATIONS_MAX);
      for (const station of stations) {
        expect(namedIn(station)).not.toEqual([]);
        expect(station).toContain('**Committed:**');
      }
    },
  );
});

import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findLongFunctions, listFiles, readText } from './source-files.js';

const LINES_MAX = 400;
const FUNCTION_LINES_MAX = 70;
const CODE = /\.(tsx?|mjs|js|css)$/;
const TEXT =
  /(\.(tsx?|mjs|js|css|json|ya?ml|md|sql|sol|html|svg|txt|example)|\/run|Dockerfile|\.npmrc|\.\w*ignore)$/;
/** Names that programs write or prescribe. */
const NAMED_BY_OTHERS = /^(LICENSE|README|CONTRIBUTING|CHANGELOG|SECURITY|Dockerfile)(\.md)?$/;
/** Generated files. A separate test keeps each one up to date with its sources. */
const GENERATED = ['src/client/api-types.ts'];
const KEBAB_CASE = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;

const files = listFiles();

describe('the style of the house', () => {
  it('names files and folders in kebab-case', () => {
    const names = new Set(files.flatMap((file) => file.split('/')));
    expect([...names].filter((name) => !KEBAB_CASE.test(name) && !NAMED_BY_OTHERS.test(name))).toEqual([]);
  });

  it(`keeps code files within ${LINES_MAX} lines`, () => {
    const lineCount = (file: string): number => readText(file).trimEnd().split('\n').length;
    expect(
      files.filter((file) => CODE.test(file) && !GENERATED.includes(file) && lineCount(file) > LINES_MAX),
    ).toEqual([]);
  });

  it(`keeps functions within ${FUNCTION_LINES_MAX} lines`, () => {
    const product = files.filter((file) => /^(src|workflows|activities|bench)\/.*\.tsx?$/.test(file));
    expect(product.flatMap((file) => findLongFunctions({ file, linesMax: FUNCTION_LINES_MAX }))).toEqual([]);
  });

  it('has no folder with a meaningless name', () => {
    const vague = ['util', 'utils', 'helper', 'misc', 'common', 'lib'];
    const folders = new Set(files.map((file) => path.posix.dirname(file)));
    expect([...folders].filter((folder) => folder.split('/').some((name) => vague.includes(name)))).toEqual(
      [],
    );
  });

  it('has each test in the folder of the code that it tests, or in one for a kind of tests', () => {
    const kinds = ['e2e', 'faults', 'fuzz', 'helpers', 'house', 'mutations', 'replay', 'walks'];
    const folders = new Set(files.map((file) => path.posix.dirname(file)));
    const tests = files.filter((file) => file.startsWith('test/') && file.endsWith('.test.ts'));
    const ofProduct = new Set(tests.map((file) => path.posix.dirname(file).slice('test/'.length)));
    expect(ofProduct.size).toBeGreaterThan(40);
    expect(
      [...ofProduct].filter(
        (folder) =>
          !kinds.includes(folder.split('/')[0] ?? '') &&
          !folders.has(folder) &&
          !folders.has(`src/${folder}`),
      ),
    ).toEqual([]);
  });

  it('leaves no to-do notes in the code', () => {
    const marks = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].join('|')})\\b`);
    expect(files.filter((file) => CODE.test(file) && marks.test(readText(file)))).toEqual([]);
  });

  it('skips no test and focuses on none', () => {
    const tests = files.filter((file) => file.endsWith('.test.ts'));
    const left = new RegExp(`^\\s*(f(it|describe)|(it|test|describe)\\.(only|skip))\\(`, 'm');
    expect(tests.filter((file) => left.test(readText(file)))).toEqual([]);
  });

  it('gives each property test a seed, so that its run can be repeated', () => {
    const properties = files.filter((file) => readText(file).includes('fc.' + 'assert('));
    const isSeeded = (text: string): boolean =>
      /\/properties\.js';$/m.test(text) || /\bseed: [A-Z_]*SEED\b/.test(text);
    expect(properties.length).toBeGreaterThan(20);
    expect(properties.filter((file) => !isSeeded(readText(file)))).toEqual([]);
  });

  it('mentions nothing that only the makers have', () => {
    const places = ['.libr' + 'ary', '../sha' + 'red', '/wo' + 'rk/main', '/wo' + 'rk/sha' + 'red'];
    const mentions = (file: string): boolean => {
      const text = readText(file);
      return places.some((place) => text.includes(place));
    };
    expect(files.filter((file) => TEXT.test(file) && mentions(file))).toEqual([]);
  });
});

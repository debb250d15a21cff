import path from 'node:path';
import type { Import } from './source-files.js';

/** Files or folders that import each other in a circle, sorted. */
export type Circle = readonly string[];

/** Circles of files: each file reaches every other one of its circle by imports, those of types included. */
export function findFileCircles(imports: readonly Import[]): readonly Circle[] {
  return findCircles(imports.map(({ from, to }) => [from, to] as const));
}

/**
 * Circles of the folders and files that stand side by side in one folder. An import counts between those two of them
 * that it leads from and to, however deep below.
 */
export function findFolderCircles(imports: readonly Import[]): readonly Circle[] {
  const steps = new Map<string, (readonly [string, string])[]>();
  for (const { from, to } of imports) {
    const parent = commonFolder(from, to);
    steps.set(parent, [...(steps.get(parent) ?? []), [childOf(parent, from), childOf(parent, to)]]);
  }
  return [...steps.values()].flatMap(findCircles);
}

/** The folder or file, below `parent`, that `file` stands in. */
export function childOf(parent: string, file: string): string {
  const name = path.posix.relative(parent, file).split('/')[0] ?? '';
  return path.posix.join(parent, name);
}

function commonFolder(one: string, other: string): string {
  let folder = path.posix.dirname(one);
  while (folder !== '.' && !other.startsWith(`${folder}/`)) folder = path.posix.dirname(folder);
  return folder;
}

/** Two things are in one circle when each of them reaches the other. */
function findCircles(steps: readonly (readonly [string, string])[]): readonly Circle[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of steps) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const reached = new Map([...next.keys()].map((start) => [start, reachFrom(start, next)]));
  const circles = new Map<string, Circle>();
  for (const [start, others] of reached) {
    if (!others.has(start)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(start) === true).sort();
    circles.set(circle.join(' '), circle);
  }
  return [...circles.values()];
}

function reachFrom(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...(next.get(start) ?? [])];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    waiting.push(...(next.get(at) ?? []));
  }
  return reached;
}

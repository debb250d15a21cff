import path from 'node:path';
import type { Import } from './source-files.js';

/** Files or folders that import each other in a circle, sorted. */
export type Circle = readonly string[];

/** Finds circles of files. In a circle each file reaches every other one by imports, type imports included. */
export function findFileCircles(imports: readonly Import[]): readonly Circle[] {
  return findCircles(imports.map(({ from, to }) => [from, to] as const));
}

/**
 * Finds circles of folders and files that are side by side in one folder. An import from a file anywhere below one of
 * them to a file anywhere below another counts as a step between the two.
 */
export function findFolderCircles(imports: readonly Import[]): readonly Circle[] {
  const steps = new Map<string, (readonly [string, string])[]>();
  for (const { from, to } of imports) {
    const parent = commonFolder(from, to);
    steps.set(parent, [...(steps.get(parent) ?? []), [childOf(parent, from), childOf(parent, to)]]);
  }
  return [...steps.values()].flatMap(findCircles);
}

/** Returns the direct child of `parent` that is or contains `file`. */
export function childOf(parent: string, file: string): string {
  const name = path.posix.relative(parent, file).split('/')[0] ?? '';
  return path.posix.join(parent, name);
}

function commonFolder(one: string, other: string): string {
  let folder = path.posix.dirname(one);
  while (folder !== '.' && !other.startsWith(`${folder}/`)) folder = path.posix.dirname(folder);
  return folder;
}

/** Finds circles: two nodes are in one circle when each of them reaches the other. */
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

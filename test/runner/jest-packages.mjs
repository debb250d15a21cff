/** Finds packages of Jest's own, which are not ours to install: wherever npm has put them. */
import { createRequire } from 'node:module';

const MAIN = createRequire(import.meta.url).resolve('jest/package.json');
/** Each depends on the next. */
const WAYS = ['@jest/core', 'jest-config', 'jest-environment-node'];

/** Returns the path of a module that one of Jest's packages depends on. */
export function resolveOfJest(name) {
  let from = createRequire(MAIN);
  for (const way of WAYS) {
    try {
      return from.resolve(name);
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
      from = createRequire(from.resolve(way));
    }
  }
  return from.resolve(name);
}

export function requireOfJest(name) {
  return createRequire(import.meta.url)(resolveOfJest(name));
}

import { afterEach } from '@jest/globals';

interface Stoppable {
  stop(): unknown;
}

/** Returns a function that keeps what a test has started. It is stopped after the test, also when that fails. */
export function stopAfterEach(): <Started extends Stoppable>(one: Started) => Started {
  const started: Stoppable[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((one) => one.stop()));
  });
  return (one) => {
    started.push(one);
    return one;
  };
}

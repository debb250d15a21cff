import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createChainSlots, type InChainSlot } from '../../../activities/signer/chain-slots.js';

/** Longer than any test. */
const PATIENT_MS = 3_600_000;
const quick = (): Promise<string> => Promise.resolve('done');

/** Does work in a slot until the test says how it ends. */
function hold(
  inPlace: InChainSlot,
  chainCode = 'base',
): { end: (how?: Promise<string>) => Promise<unknown> } {
  let resolveWith: (how: Promise<string>) => void = () => undefined;
  const outcome = new Promise<string>((resolve) => {
    resolveWith = resolve;
  });
  const underWay = inPlace(chainCode, () => outcome);
  return {
    end: (how = quick()) => {
      resolveWith(how);
      return Promise.allSettled([underWay]);
    },
  };
}

afterEach(() => {
  jest.useRealTimers();
});

describe('the slots of a chain', () => {
  it('are separate: when a chain has no free slot its next task is handed back, and other chains continue', async () => {
    const inPlace = createChainSlots({ what: 'withdrawals', most: 2, patienceMs: 0 });
    const held = [hold(inPlace), hold(inPlace)];
    await expect(inPlace('base', quick)).rejects.toMatchObject({
      type: 'NoChainSlot',
      nonRetryable: false,
      category: 'BENIGN',
      message: expect.stringContaining('for withdrawals on base'),
    });
    expect(await inPlace('other', quick)).toBe('done');
    for (const { end } of held) await end();
  });

  it.each([
    ['is done', quick],
    ['fails', () => Promise.reject<string>(new Error('the RPC is away'))],
  ])('are freed when the task in them %s, and go to waiting tasks in order', async (_, outcome) => {
    const inPlace = createChainSlots({ what: 'sweeps', most: 1, patienceMs: PATIENT_MS });
    const done: number[] = [];
    const first = hold(inPlace);
    const waiting = [1, 2, 3].map((number) =>
      inPlace('base', () => {
        done.push(number);
        return outcome();
      }),
    );
    expect(done).toEqual([]);
    await first.end(outcome());
    await Promise.allSettled(waiting);
    expect(done).toEqual([1, 2, 3]);
    expect(await inPlace('base', quick)).toBe('done');
  });

  it('let no further task wait after one has waited in vain, until a slot is free', async () => {
    jest.useFakeTimers();
    const inPlace = createChainSlots({ what: 'withdrawals', most: 1, patienceMs: PATIENT_MS });
    const first = hold(inPlace);
    const inVain = expect(inPlace('base', quick)).rejects.toThrow('withdrawals on base');
    jest.advanceTimersByTime(PATIENT_MS);
    await inVain;
    // The clock stands still: work that waited now would wait for ever.
    await expect(inPlace('base', quick)).rejects.toThrow('withdrawals on base');
    await first.end();
    const second = hold(inPlace);
    const waiting = inPlace('base', quick);
    await second.end();
    expect(await waiting).toBe('done');
  });
});

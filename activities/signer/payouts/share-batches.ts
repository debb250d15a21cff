/**
 * Collects items into batches, and processes one batch at a time ("group commit"): many items cost little more than
 * one. Items that arrive while a batch is under way wait for the next one, in the order in which they came. A batch has
 * at most `most` items. When a batch throws, all of its items are rejected with that error: none of them waits again
 * for what has just failed.
 */
export function shareBatches<Item, Outcome>({
  most,
  take,
}: {
  readonly most: number;
  /** Processes one batch. Returns an outcome for each item, in their order. */
  readonly take: (items: readonly [Item, ...Item[]]) => Promise<readonly Outcome[]>;
}): (item: Item) => Promise<Outcome> {
  const waiting: { item: Item; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }[] = [];
  let isUnderWay = false;

  async function processAll(): Promise<void> {
    isUnderWay = true;
    for (let batch = waiting.splice(0, most); batch.length > 0; batch = waiting.splice(0, most)) {
      try {
        const outcomes = await take(batch.map(({ item }) => item) as [Item, ...Item[]]);
        for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isUnderWay = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isUnderWay) void processAll();
    });
}

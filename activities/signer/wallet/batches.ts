/**
 * Work that only one may do at a time, and that does many things for little more than one ("group commit"): those who
 * come while a turn is under way wait, and are all taken into the next one, in the order in which they came, `most` at
 * once. What a turn throws, all that it took are told: none of them begins to wait anew for what has just failed.
 */
export function shareBatches<Item, Outcome>({
  most,
  take,
}: {
  readonly most: number;
  /** Gives an outcome to each of the items, in their order. */
  readonly take: (items: readonly [Item, ...Item[]]) => Promise<readonly Outcome[]>;
}): (item: Item) => Promise<Outcome> {
  const waiting: { item: Item; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }[] = [];
  let isUnderWay = false;

  async function takeAll(): Promise<void> {
    isUnderWay = true;
    for (let taken = waiting.splice(0, most); taken.length > 0; taken = waiting.splice(0, most)) {
      try {
        const outcomes = await take(taken.map(({ item }) => item) as [Item, ...Item[]]);
        for (const [index, { resolve }] of taken.entries()) resolve(outcomes[index] as Outcome);
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    isUnderWay = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isUnderWay) void takeAll();
    });
}

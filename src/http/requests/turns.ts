interface Line {
  inside: number;
  readonly waiting: (() => void)[];
}

/** Lets a few pieces of work of one name run at the same time. The others wait in line. */
export class Turns {
  readonly #atOnce: number;
  readonly #lines = new Map<string, Line>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(name) ?? { inside: 0, waiting: [] };
    this.#lines.set(name, line);
    if (line.inside < this.#atOnce) line.inside += 1;
    else
      await new Promise<void>((resolve) => {
        line.waiting.push(resolve);
      });
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      // The next one takes over the place of this one.
      if (next !== undefined) next();
      else if ((line.inside -= 1) === 0) this.#lines.delete(name);
    }
  }
}

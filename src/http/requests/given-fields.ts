type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the fields that have a value. A filter that was not given is left out instead of being undefined. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** Fields of one type, as EIP-712 lists them. */
export const typed = (type: string, ...names: readonly string[]) => names.map((name) => ({ name, type }));

/** How a page compares messages. */
interface Names {
  /** The page's names for the fields. A message must not have any other field. */
  readonly names: Readonly<Record<string, string>>;
  /** The path of the address, whose case is ignored. */
  readonly address: string;
}

/** Returns every value inside a value, with its path. */
function valuesBelow(
  value: unknown,
  address: string,
  path = '',
): readonly (readonly [path: string, value: string])[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, below]) =>
      valuesBelow(below, address, path === '' ? name : `${path}.${name}`),
    );
  const text = JSON.stringify(value);
  return [[path, path === address ? text.toLowerCase() : text]];
}

/** Names the fields in which two messages for a wallet (EIP-712) differ. Empty: they are the same. */
export function differencesOf(one: object, other: object, { names, address }: Names): readonly string[] {
  const [a, b] = [new Map(valuesBelow(one, address)), new Map(valuesBelow(other, address))];
  const paths = [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path));
  return [...new Set(paths.map((path) => names[path] ?? 'form'))];
}

/** A signed message may be valid for at most this many seconds. */
const SECONDS_MAX = 7 * 24 * 60 * 60;

/** Says whether a message ends soon enough to be signed. */
export const endsInTime = (validUntil: number, nowMs: number): boolean =>
  Number.isSafeInteger(validUntil) && validUntil <= nowMs / 1_000 + SECONDS_MAX;

import { normalizePassword } from '../../domain/people/password.js';

/** Loaded with the first password, so a process without passwords does not need its memory. */
const loadLibrary = () => import('@node-rs/argon2');

/** Argon2id, the library's default, with the least cost that OWASP names: 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password that nobody knows, at the same cost. */
const OF_NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$gwjYdFlODoqy3kLeWIPuKw$tVYSeVooLxawkNgptPkcNZIHB0ZnjANEG5YdHztlWBI';

/** Returns the hash of a password, with its parameters and its salt. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await loadLibrary();
  return hash(normalizePassword(password), COST);
}

/** Compares a password with a hash. Without one it takes the same time, so nobody learns which accounts there are. */
export async function isPasswordOf(passwordHash: string | undefined, password: string): Promise<boolean> {
  const { verify } = await loadLibrary();
  const matches = await verify(passwordHash ?? OF_NOBODY, normalizePassword(password));
  return matches && passwordHash !== undefined;
}

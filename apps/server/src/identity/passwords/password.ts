import { hash, verify } from "@node-rs/argon2";
import { ConcurrencyLimit } from "../../core/limits/concurrency.ts";

/**
 * OWASP's parameters for argon2id: 9 ms each. Raise them here: a sign-in rehashes what is weaker.
 */
const MEMORY_KIB = 19_456;
const TIME_COST = 2;
const PARALLELISM = 1;
const PARAMETERS = `m=${MEMORY_KIB},t=${TIME_COST},p=${PARALLELISM}`;

/** Two at a time: hashing must never starve betting of the machine. */
const HASHES = { name: "hashes", turns: { atOnce: 2, inLine: 50 } };
const limit = new ConcurrencyLimit(Number.POSITIVE_INFINITY);

/** A hash that no password matches, so that an unknown user name takes as long as a known one. */
const DUMMY_HASH = `$argon2id$v=19$${PARAMETERS}$c2FsdHNhbHRzYWx0c2FsdA$OwxQB2V9QYkyzFC3sYQk6Dtm6o5zzz6WwxTqOuNYQrE`;

let counted = 0;

/** How many hashes this process has computed; tests compare it between ways of being refused. */
export function hashCount(): number {
  return counted;
}

/** @throws club.busy when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() =>
    hash(password, { memoryCost: MEMORY_KIB, timeCost: TIME_COST, parallelism: PARALLELISM }),
  );
}

/**
 * @param stored - null where there is no such user: returns false, after the same work. @throws
 *   club.busy
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await inTurn(() => verify(stored ?? DUMMY_HASH, password));
  return stored !== null && isRight;
}

/** True for a hash made with weaker parameters than today's. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$${PARAMETERS}$`);
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return await limit.run(HASHES, "", async () => {
    counted += 1;
    return await work();
  });
}

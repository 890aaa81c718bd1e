import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "@club/domain";

/** OWASP's argon2id: 9 ms each. Raise them here; sign-in hashes anew what is weaker. */
const MEMORY_KIB = 19_456;
const TIME_COST = 2;
const PARALLELISM = 1;
const PARAMETERS = `m=${MEMORY_KIB},t=${TIME_COST},p=${PARALLELISM}`;

const MOST_AT_ONCE = 2;
const MOST_WAITING = 50;

/** The hash of a password that nobody has: an unknown user name costs the same time as a known one. */
const DUMMY_HASH = `$argon2id$v=19$${PARAMETERS}$c2FsdHNhbHRzYWx0c2FsdA$OwxQB2V9QYkyzFC3sYQk6Dtm6o5zzz6WwxTqOuNYQrE`;

const waiting: (() => void)[] = [];
let atWork = 0;
let counted = 0;

/** How many hashes were computed in this process; tests compare it between ways to be refused. */
export function hashCount(): number {
  return counted;
}

/** @throws club.busy when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() =>
    hash(password, { memoryCost: MEMORY_KIB, timeCost: TIME_COST, parallelism: PARALLELISM }),
  );
}

/** @param stored - null where there is nobody: false, after the same work. @throws club.busy */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await inTurn(() => verify(stored ?? DUMMY_HASH, password));
  return stored !== null && isRight;
}

/** True for a hash made with weaker parameters than today's. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$${PARAMETERS}$`);
}

/** Two at a time: hashing must never take the machine from betting. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (atWork >= MOST_AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new Refusal("club.busy");
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    atWork += 1;
  }
  counted += 1;
  try {
    return await work();
  } finally {
    // The place goes to whoever waits longest.
    const next = waiting.shift();
    if (next === undefined) atWork -= 1;
    else next();
  }
}

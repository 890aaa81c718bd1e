import { Refusal } from "@club/domain";

/** How many calls of one account may run at the same time, and how many more may wait. */
export interface Turns {
  readonly atOnce: number;
  readonly inLine: number;
}

/** Each kind of work has its own lines. */
interface Kind {
  readonly name: string;
  readonly turns: Turns;
}

interface Line {
  working: number;
  readonly waiting: (() => void)[];
}

/** Whoever waited longer is refused: the answer would come too late for anybody to use. */
const MOST_WAIT_MS = 2000;

/**
 * Limits the work of one account: a few calls run, a few more wait in line, the others are refused.
 * A call that waits here holds no database connection, so one account cannot take them all (promise
 * P24). Unlike rates, it also holds where rates are turned off.
 */
export class ConcurrencyLimit {
  readonly #lines = new Map<string, Line>();
  readonly #mostWaitMs: number;

  constructor(mostWaitMs = MOST_WAIT_MS) {
    this.#mostWaitMs = mostWaitMs;
  }

  /**
   * Does the work in its turn.
   *
   * @throws club.busy when the line is full or the wait was too long; what the work throws.
   */
  async run<T>(kind: Kind, who: string, work: () => Promise<T>): Promise<T> {
    const key = `${kind.name}:${who}`;
    const line = this.#lines.get(key) ?? { working: 0, waiting: [] };
    this.#lines.set(key, line);
    const asked = performance.now();
    await takeTurn(line, kind.turns);
    try {
      if (performance.now() - asked > this.#mostWaitMs) throw new Refusal("club.busy");
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next === undefined) line.working -= 1;
      else next();
      if (line.working === 0) this.#lines.delete(key);
    }
  }
}

async function takeTurn(line: Line, { atOnce, inLine }: Turns): Promise<void> {
  if (line.working < atOnce) {
    line.working += 1;
    return;
  }
  if (line.waiting.length >= inLine) throw new Refusal("club.busy");
  await new Promise<void>((resolve) => line.waiting.push(resolve));
}

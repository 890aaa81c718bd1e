import { pause } from "../kit/pause.ts";

const LATE_MS = 2000;
/** How many answers are held back: a held request counts as in flight, and those are limited. */
const MOST_OF_ONE = 24;
const MOST_IN_ALL = 500;

/**
 * Holds back the answer to an account that asks too often. A refusal costs as much as an answer,
 * and a program that is refused at once asks again at once, so it would still take time from
 * others' bets (promise P24). Beyond the limits below the answer is not held back.
 */
export class Tarpit {
  readonly #ofOne = new Map<string, number>();
  #inAll = 0;

  async wait(who: string, ms = LATE_MS): Promise<void> {
    const held = this.#ofOne.get(who) ?? 0;
    if (held >= MOST_OF_ONE || this.#inAll >= MOST_IN_ALL) return;
    this.#count(who, 1);
    await pause(ms);
    this.#count(who, -1);
  }

  #count(who: string, more: 1 | -1): void {
    const held = (this.#ofOne.get(who) ?? 0) + more;
    this.#inAll += more;
    if (held === 0) this.#ofOne.delete(who);
    else this.#ofOne.set(who, held);
  }
}

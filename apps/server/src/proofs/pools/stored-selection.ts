import { type WireSelections, fromWireSelections } from "@club/contract";
import type { BetTypeIndex, Selection } from "@club/domain";

const MOST = 20_000;

/** Parses each stored selection once: in a big pool most are the same few thousand. */
export class StoredSelections {
  readonly #known = new Map<string, Selection>();

  parse(betType: number, selections: string): Selection {
    const key = `${betType}${selections}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const type = betType as BetTypeIndex;
    const slots = fromWireSelections(type, JSON.parse(selections) as WireSelections);
    const selection = { betType: type, slots };
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(key, selection);
    return selection;
  }
}

import type { FoundMoney } from "../api/bank.ts";
import { pathOf } from "../core/paths.ts";
import { textOfCents } from "../core/typed.ts";

/** Something that the palette can open or do. */
export interface Findable {
  readonly id: string;
  readonly label: string;
  readonly meta?: string | undefined;
  /** Words that find it besides its label: a code, an English name. */
  readonly words?: string | undefined;
}

/** Text without case and accents, so that "etoile" finds "Étoile". */
export function plain(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase();
}

const START = 0;
const WORD_START = 1;
const INSIDE = 2;

/** How well a text matches one word of the query, lower being better; undefined: not at all. */
function rankOf(word: string, text: string): number | undefined {
  const at = text.indexOf(word);
  if (at === -1) return undefined;
  if (at === 0) return START;
  return text.includes(` ${word}`) ? WORD_START : INSIDE;
}

/**
 * What a query finds, best first, at most `most`. Every word of it must be found somewhere; a word
 * at the beginning of the label counts more than one inside. "wr 5" finds "Wattle Ridge R5" by its
 * code and number.
 */
export function search<T extends Findable>(items: readonly T[], query: string, most: number): T[] {
  const words = plain(query)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return items.slice(0, most);
  const found = items.flatMap((item, index) => {
    const text = plain(`${item.label} ${item.words ?? ""} ${item.meta ?? ""}`);
    const ranks = words.map((word) => rankOf(word, text));
    if (ranks.includes(undefined)) return [];
    return [{ item, index, rank: ranks.reduce<number>((sum, rank) => sum + (rank ?? 0), 0) }];
  });
  return found
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, most)
    .map(({ item }) => item);
}

const WAITING: ReadonlySet<string> = new Set(["created", "submitted", "requested"]);

type Found = Pick<FoundMoney, "kind" | "status" | "reference" | "amount_cents" | "player_id">;

/**
 * Where money that was found is shown. What waits is decided in the queue; payments and arrivals are
 * listed on their page, movements at the bank; a bet stands among its player's of the same cost, and
 * the rest on the player's page.
 */
export function placeOfMoney({ kind, status, reference, ...found }: Found): string {
  const player = pathOf("player", found.player_id ?? "");
  const cost = textOfCents(Math.abs(found.amount_cents));
  switch (kind) {
    case "bank_line":
      return withQuery("bank", { q: reference.split(" · ")[0] ?? "" });
    case "payment":
      return withQuery("payments", { tab: "payments" });
    case "payment_arrival":
      return withQuery("payments", { tab: "arrivals" });
    case "bet":
      return `${player}?${new URLSearchParams({ least: cost, most: cost }).toString()}`;
    case "sport_bet":
      return player;
    case "top_up":
    case "withdrawal":
    case "shop_order":
      return WAITING.has(status) ? pathOf("approvals") : player;
  }
}

function withQuery(page: "bank" | "payments", query: Readonly<Record<string, string>>): string {
  return `${pathOf(page)}?${new URLSearchParams(query).toString()}`;
}

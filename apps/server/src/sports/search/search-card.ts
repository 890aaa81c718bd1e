import { SEARCH_KINDS, type SearchHit, type SearchKind } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import { rememberList } from "../../proofs/log/race-cache.ts";
import { listMatches, listRides } from "./card.queries.ts";
import { namesOf, type CardName } from "./card-names.ts";
import { fold } from "./fold.ts";

const MOST_OF_A_KIND = 8;

export interface SearchResult {
  readonly data: { readonly found: Partial<Record<SearchKind, number>> };
  readonly list: readonly SearchHit[];
}

/** Every name of the open and coming card, read once a second at most, however many look for one. */
export async function cardNames(ctx: AppContext): Promise<ReadonlyMap<string, CardName>> {
  return await rememberList(ctx, "names", async () =>
    namesOf(await listRides(ctx.db.browsing), await listMatches(ctx.db.browsing)),
  );
}

/** Names that hold every word of the question, by kind, the best first. */
export async function searchCard(ctx: AppContext, asked: string): Promise<SearchResult> {
  const question = fold(asked);
  if (question === "") return { data: { found: {} }, list: [] };
  const names = [...(await cardNames(ctx)).values()];
  const ranked = names
    .map(({ hit, folded }) => ({ hit, rank: Math.min(...folded.map(rankOf(question))) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .toSorted((a, b) => a.rank - b.rank || orderOf(a.hit).localeCompare(orderOf(b.hit)))
    .map(({ hit }) => hit);
  const byKind = Map.groupBy(ranked, ({ kind }) => kind);
  const kinds = SEARCH_KINDS.filter((kind) => byKind.has(kind));
  return {
    data: { found: Object.fromEntries(kinds.map((kind) => [kind, byKind.get(kind)?.length ?? 0])) },
    list: kinds.flatMap((kind) => byKind.get(kind)?.slice(0, MOST_OF_A_KIND) ?? []),
  };
}

const NOT_FOUND = 4;

/** Whole, from its beginning, from the beginning of its words, or within them. */
function rankOf(question: string): (name: string) => number {
  const words = question.split(" ");
  return (name) => {
    if (name === question) return 0;
    if (name.startsWith(question)) return 1;
    if (!words.every((word) => name.includes(word))) return NOT_FOUND;
    return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 2 : 3;
  };
}

/** Among the equally good the next to start comes first. */
function orderOf({ race, match, name }: SearchHit): string {
  return `${race?.start_time ?? match?.start_time ?? ""} ${name}`;
}

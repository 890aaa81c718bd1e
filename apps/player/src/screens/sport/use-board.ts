import { dayAt } from "@club/i18n";
import { useClock } from "@club/ui";
import { useEffect, useState } from "react";
import { go, useQueryOfAddress } from "../../core/address.ts";
import { pathOf } from "../../core/routes.ts";
import { deviceZone } from "../../device/zone.ts";
import { useSportEvents, useSportFavourites, type SportFilter } from "../../api/sport.ts";

/** "live", "favourites", or a day. */
export type BoardView = string;

const SEARCH_WAIT_MS = 300;
const LEAST_LETTERS = 2;

/** What the board shows and how it is changed; view and sport are in the address. */
export function useBoard() {
  const place = usePlaceOfBoard();
  const favourites = useSportFavourites();
  const [typed, setTyped] = useState<string | null>(null);
  const asked = useRested(typed ?? "", SEARCH_WAIT_MS).trim();
  const isSearching = typed !== null;
  const filter = isSearching ? searchOf(asked) : filterOf(place.view, favourites);
  const query = useSportEvents(filter);
  const days = query.data?.data.days ?? [];
  useFirstDay({ ...place, isAtStart: place.isAtStart && !isSearching, days });
  return {
    ...place,
    days,
    query,
    isDay: isDay(place.view) && !isSearching,
    isNoFavourites: filter === null && !isSearching,
    isSearching,
    isAsking: filter !== null,
    typed: typed ?? "",
    search: setTyped,
  };
}

/** The address of the board: which view of which sport. */
function usePlaceOfBoard() {
  const address = useQueryOfAddress();
  const today = useClock((nowMs) => dayAt(nowMs, deviceZone()));
  const sport = address.get("sport") ?? "";
  const chosen = address.get("view");
  const open = (to: { readonly sport: string; readonly view: BoardView | undefined }) => {
    go(pathOf("sports", to), { replace: true });
  };
  return {
    today,
    sport,
    view: chosen ?? today,
    isAtStart: chosen === null,
    show: (view: BoardView) => open({ sport, view: view === today ? undefined : view }),
    choose: (next: string) => open({ sport: next, view: chosen ?? undefined }),
  };
}

const isDay = (view: BoardView): boolean => view !== "live" && view !== "favourites";

export type BoardState = ReturnType<typeof useBoard>;

function filterOf(view: BoardView, favourites: readonly string[]): SportFilter | null {
  if (view === "live") return { live: "true" };
  if (view !== "favourites") return { day: view };
  return favourites.length === 0 ? null : { ids: favourites.join(",") };
}

function searchOf(asked: string): SportFilter | null {
  return asked.length < LEAST_LETTERS ? null : { q: asked };
}

/** Without a choice the board begins at the first day that has matches. */
function useFirstDay(facts: {
  readonly isAtStart: boolean;
  readonly today: string;
  readonly days: readonly string[];
  readonly sport: string;
}): void {
  const { isAtStart, today, days, sport } = facts;
  const first = days.find((day) => day >= today);
  const isElsewhere = isAtStart && first !== undefined && !days.includes(today);
  useEffect(() => {
    if (isElsewhere) go(pathOf("sports", { sport, view: first }), { replace: true });
  }, [isElsewhere, first, sport]);
}

/** A text once typing has paused. */
function useRested(text: string, waitMs: number): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), waitMs);
    return () => clearTimeout(timer);
  }, [text, waitMs]);
  return rested;
}

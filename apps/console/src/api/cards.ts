import type { BodyInputOf, CardDiff, importCard } from "@club/contract";
import { defineAct } from "./ask.ts";
import { MEETINGS_KEY } from "./meetings.ts";
import { readAnew } from "./query-client.ts";
import { useData, useWhole } from "./read.ts";

/** What a card is brought in with. */
export type CardWish = BodyInputOf<typeof importCard> & {
  /** A card that a program sent: the server has its contents. */
  readonly arrival_id?: string | undefined;
};

const ARRIVALS_KEY = "card-arrivals";
const HOOK_KEY = "card-hook";
const AGAIN_MS = 5000;
const MOST = 50;

const sendFile = defineAct("POST /api/operator/cards/import");
const takeArrival = defineAct("POST /api/operator/cards/arrivals/:arrival_id/import");

/** Imports a card, or with `dry_run` shows what it would do. */
export async function sendCard({ arrival_id, ...wish }: CardWish): Promise<CardDiff> {
  const { dry_run, confirm, first_race_at } = wish;
  const data = await (arrival_id === undefined
    ? sendFile(wish)
    : takeArrival({ arrival_id, dry_run, confirm, first_race_at }));
  if (dry_run !== true) await readAnew(MEETINGS_KEY, ARRIVALS_KEY);
  return data;
}

/** Cards that programs sent; new ones show within seconds. */
export const useArrivals = () =>
  useWhole(
    [ARRIVALS_KEY],
    "/api/operator/cards/arrivals",
    { limit: MOST },
    { refetchInterval: AGAIN_MS },
  );

export const discardArrival = defineAct("POST /api/operator/cards/arrivals/:arrival_id/discard", [
  ARRIVALS_KEY,
]);

export const useCardHook = () =>
  useData([HOOK_KEY], "/api/operator/cards/hook", {}, { refetchInterval: AGAIN_MS });

/** The secret is only in this answer. */
export const newCardSecret = defineAct("POST /api/operator/cards/hook", [HOOK_KEY]);
export const removeCardHook = defineAct("DELETE /api/operator/cards/hook", [HOOK_KEY]);

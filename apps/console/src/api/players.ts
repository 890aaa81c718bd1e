import type {
  DataOf,
  getPlayer,
  getPlayerFile,
  getPlayerProtection,
  PLAYER_SORTS,
  Sort,
} from "@club/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { defineAct } from "./ask.ts";
import { download } from "./client.ts";
import { queryClient, readAnew } from "./query-client.ts";
import { useData, useList, usePages } from "./read.ts";

const PLAYERS_KEY = "players";
const PLAYER_KEY = "player";
export const PLAYER_FILE_KEY = "player-file";
const PROTECTION_KEY = "player-protection";
const PAGE = 50;

export type PlayerDetail = DataOf<typeof getPlayer>;
export type PlayerOrder = PlayerDetail["orders"][number];

/** The first players that match a few letters; without letters nothing is fetched. */
export const useFoundPlayers = (q: string, { enabled, most }: { enabled: boolean; most: number }) =>
  useList(
    ["palette-players", q],
    "/api/operator/players",
    { q, limit: most },
    { enabled, staleTime: 10_000, retry: false },
  );

export type PlayerSort = Sort<(typeof PLAYER_SORTS)[number]>;

/** Players whose user name or name begins with `q`; without it all of them. */
export const usePlayers = (q: string, sort: PlayerSort) =>
  usePages(
    [PLAYERS_KEY, q, sort],
    "/api/operator/players",
    { q, sort, limit: PAGE },
    { placeholderData: keepPreviousData },
  );

export const usePlayer = (player_id: string) =>
  useData([PLAYER_KEY, player_id], "/api/operator/players/:player_id", { player_id });

function refresh(): void {
  void readAnew(PLAYER_KEY);
  void readAnew(PLAYERS_KEY);
}

/** With an idempotency key, one for each opened form: sent twice, the form is booked once. */
export const adjust = defineAct("POST /api/operator/players/:player_id/adjust", refresh);
export const freeze = defineAct("POST /api/operator/players/:player_id/freeze", refresh);
export const unfreeze = defineAct("POST /api/operator/players/:player_id/unfreeze", refresh);
/** Cancels a bet; `pending` waits for a second operator. */
export const voidOrder = defineAct("POST /api/operator/orders/:order_id/void", refresh);

export type PlayerProtection = DataOf<typeof getPlayerProtection>;

/** A player's time-out, exclusion, review and identity; the read is in the audit log. */
export const usePlayerProtection = (player_id: string) =>
  useData([PROTECTION_KEY, player_id], "/api/operator/players/:player_id/protection", {
    player_id,
  });

export const clearReviewOf = defineAct("POST /api/operator/players/:player_id/review/clear", [
  PROTECTION_KEY,
]);
export const noteIdentity = defineAct("POST /api/operator/players/:player_id/identity", [
  PROTECTION_KEY,
]);

export type PlayerFile = DataOf<typeof getPlayerFile>;

/** Fetched only while the tab is open, since each read is in the audit log. */
export const usePlayerFile = (player_id: string) =>
  useData([PLAYER_FILE_KEY, player_id], "/api/operator/players/:player_id/file", { player_id });

export const addNote = defineAct("POST /api/operator/players/:player_id/notes", [PLAYER_FILE_KEY]);
export const erase = defineAct("POST /api/operator/players/:player_id/erase", () =>
  queryClient.invalidateQueries(),
);

/** Saves a player's data on this device. */
export async function saveExport(playerId: string, format: "json" | "csv"): Promise<void> {
  const path = `/api/operator/players/${playerId}/export?format=${format}`;
  await download(path, `player-${playerId}.${format}`);
}

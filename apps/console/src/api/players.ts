import type {
  addPlayerNote,
  checkIdentity,
  clearReview,
  erasePlayer,
  getPlayerFile,
  getPlayerProtection,
  AdjustmentKind,
  adjustPlayer,
  DataOf,
  freezePlayer,
  getPlayer,
  listPlayers,
  unfreezePlayer,
  voidOrder as voidCall,
} from "@club/contract";
import { keepPreviousData, type UseQueryResult } from "@tanstack/react-query";
import { call, download } from "./client.ts";
import { queryClient, readAnew, send } from "./query-client.ts";
import { useData, useList, usePages } from "./read.ts";

const PLAYERS_KEY = "players";
const PLAYER_KEY = "player";
export const PLAYER_FILE_KEY = "player-file";
const PROTECTION_KEY = "player-protection";
const PAGE = 50;

export type PlayerDetail = DataOf<typeof getPlayer>;
export type PlayerOrder = PlayerDetail["orders"][number];

/** The first players that match a few letters; without letters nothing is fetched. */
export function useFoundPlayers(
  q: string,
  options: { readonly enabled: boolean; readonly most: number },
) {
  return useList<typeof listPlayers>(
    ["palette-players", q],
    { path: "/api/operator/players", query: { q, limit: options.most } },
    { enabled: options.enabled, staleTime: 10_000, retry: false },
  );
}

/** Players whose user name or name begins with `q`, newest first; without it all of them. */
export function usePlayers(q: string) {
  return usePages<typeof listPlayers>(
    [PLAYERS_KEY, q],
    { path: "/api/operator/players", query: { q, limit: PAGE } },
    { placeholderData: keepPreviousData },
  );
}

export function usePlayer(playerId: string): UseQueryResult<PlayerDetail> {
  return useData<typeof getPlayer>([PLAYER_KEY, playerId], {
    path: "/api/operator/players/:player_id",
    params: { player_id: playerId },
  });
}

function refreshPlayer(playerId: string): void {
  void readAnew([PLAYER_KEY, playerId]);
  void readAnew(PLAYERS_KEY);
}

export interface Adjustment {
  readonly kind: AdjustmentKind;
  readonly amountCents: number;
  readonly reason: string;
  /** The idempotency key, one for each opened form: sent twice, the form is booked once. */
  readonly key: string;
}

export async function adjust(
  playerId: string,
  adjustment: Adjustment,
): Promise<DataOf<typeof adjustPlayer>> {
  const { data } = await call<typeof adjustPlayer>({
    method: "POST",
    path: "/api/operator/players/:player_id/adjust",
    params: { player_id: playerId },
    idempotencyKey: adjustment.key,
    body: {
      kind: adjustment.kind,
      amount_cents: adjustment.amountCents,
      reason: adjustment.reason,
    },
  });
  refreshPlayer(playerId);
  return data;
}

export async function setFrozen(
  playerId: string,
  isFrozen: boolean,
  reason: string,
): Promise<void> {
  const wish = { method: "POST", params: { player_id: playerId }, body: { reason } } as const;
  if (isFrozen) {
    await call<typeof freezePlayer>({
      ...wish,
      path: "/api/operator/players/:player_id/freeze",
    });
  } else {
    await call<typeof unfreezePlayer>({
      ...wish,
      path: "/api/operator/players/:player_id/unfreeze",
    });
  }
  refreshPlayer(playerId);
}

/** Cancels a bet; `pending` waits for a second operator. */
export async function voidOrder(
  orderId: string,
  playerId: string,
  reason: string,
): Promise<DataOf<typeof voidCall>> {
  const { data } = await call<typeof voidCall>({
    method: "POST",
    path: "/api/operator/orders/:order_id/void",
    params: { order_id: orderId },
    body: { reason },
  });
  refreshPlayer(playerId);
  return data;
}

export type PlayerProtection = DataOf<typeof getPlayerProtection>;

/** A player's time-out, exclusion, review and identity; the read is in the audit log. */
export function usePlayerProtection(playerId: string): UseQueryResult<PlayerProtection> {
  return useData<typeof getPlayerProtection>([PROTECTION_KEY, playerId], {
    path: "/api/operator/players/:player_id/protection",
    params: { player_id: playerId },
  });
}

export async function clearReviewOf(playerId: string, reason: string): Promise<void> {
  await send<typeof clearReview>([[PROTECTION_KEY, playerId]], {
    method: "POST",
    path: "/api/operator/players/:player_id/review/clear",
    params: { player_id: playerId },
    body: { reason },
  });
}

export async function noteIdentity(playerId: string, evidence: string): Promise<void> {
  await send<typeof checkIdentity>([[PROTECTION_KEY, playerId]], {
    method: "POST",
    path: "/api/operator/players/:player_id/identity",
    params: { player_id: playerId },
    body: { evidence },
  });
}

export type PlayerFile = DataOf<typeof getPlayerFile>;

/** Fetched only while the tab is open, since each read is in the audit log. */
export function usePlayerFile(playerId: string) {
  return useData<typeof getPlayerFile>([PLAYER_FILE_KEY, playerId], {
    path: "/api/operator/players/:player_id/file",
    params: { player_id: playerId },
  });
}

export async function addNote(playerId: string, text: string): Promise<void> {
  await send<typeof addPlayerNote>([PLAYER_FILE_KEY], {
    method: "POST",
    path: "/api/operator/players/:player_id/notes",
    params: { player_id: playerId },
    body: { text },
  });
}

export async function erase(playerId: string, userName: string, reason: string): Promise<void> {
  await call<typeof erasePlayer>({
    method: "POST",
    path: "/api/operator/players/:player_id/erase",
    params: { player_id: playerId },
    body: { user_name: userName, reason },
  });
  await queryClient.invalidateQueries();
}

/** Saves a player's data on this device. */
export async function saveExport(playerId: string, format: "json" | "csv"): Promise<void> {
  const path = `/api/operator/players/${playerId}/export?format=${format}`;
  await download(path, `player-${playerId}.${format}`);
}

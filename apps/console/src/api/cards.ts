import type {
  CardDiff,
  DataOf,
  discardCardArrival,
  getCardHook,
  importCard,
  listCardArrivals,
  makeCardHook,
  removeCardHook as removeCall,
  takeCardArrival,
} from "@club/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { call } from "./client.ts";
import { MEETINGS_KEY } from "./meetings.ts";
import { readAnew, send } from "./query-client.ts";
import { useData, useWhole, type Whole } from "./read.ts";

export interface CardWish {
  readonly format: string;
  readonly payload: unknown;
  readonly dryRun: boolean;
  readonly confirm: boolean;
  readonly firstRaceAt: string | null;
  /** A card that a program sent: the server has its contents. */
  readonly arrivalId?: string | undefined;
}

const ARRIVALS_KEY = "card-arrivals";
const HOOK_KEY = "card-hook";
const AGAIN_MS = 5000;
const MOST = 50;

/** Imports a card, or with `dryRun` shows what it would do. */
export async function sendCard(wish: CardWish): Promise<CardDiff> {
  const data = await (wish.arrivalId === undefined ? sendFile(wish) : take(wish, wish.arrivalId));
  if (!wish.dryRun) await readAnew(MEETINGS_KEY);
  return data;
}

async function sendFile(wish: CardWish): Promise<CardDiff> {
  const { data } = await call<typeof importCard>({
    method: "POST",
    path: "/api/operator/cards/import",
    body: {
      format: wish.format,
      payload: wish.payload,
      dry_run: wish.dryRun,
      confirm: wish.confirm,
      first_race_at: wish.firstRaceAt,
    },
  });
  return data;
}

async function take(wish: CardWish, arrivalId: string): Promise<CardDiff> {
  const { dryRun: dry_run, confirm, firstRaceAt: first_race_at } = wish;
  const { data } = await call<typeof takeCardArrival>({
    method: "POST",
    path: "/api/operator/cards/arrivals/:arrival_id/import",
    params: { arrival_id: arrivalId },
    body: { dry_run, confirm, first_race_at },
  });
  if (!dry_run) await readAnew(ARRIVALS_KEY);
  return data;
}

export type ArrivalList = Whole<typeof listCardArrivals>;

/** Cards that programs sent; new ones show within seconds. */
export function useArrivals(): UseQueryResult<ArrivalList> {
  return useWhole<typeof listCardArrivals>(
    [ARRIVALS_KEY],
    { path: "/api/operator/cards/arrivals", query: { limit: MOST } },
    { refetchInterval: AGAIN_MS },
  );
}

export async function discardArrival(arrivalId: string, reason: string): Promise<void> {
  await send<typeof discardCardArrival>([ARRIVALS_KEY], {
    method: "POST",
    path: "/api/operator/cards/arrivals/:arrival_id/discard",
    params: { arrival_id: arrivalId },
    body: reason === "" ? {} : { reason },
  });
}

export function useCardHook(): UseQueryResult<DataOf<typeof getCardHook>> {
  return useData<typeof getCardHook>(
    [HOOK_KEY],
    { path: "/api/operator/cards/hook" },
    { refetchInterval: AGAIN_MS },
  );
}

/** The secret is only in this answer. */
export async function newCardSecret(): Promise<string> {
  const wish = { method: "POST", path: "/api/operator/cards/hook" } as const;
  const data = await send<typeof makeCardHook>([HOOK_KEY], wish);
  return data.secret;
}

export async function removeCardHook(): Promise<void> {
  await send<typeof removeCall>([HOOK_KEY], { method: "DELETE", path: "/api/operator/cards/hook" });
}

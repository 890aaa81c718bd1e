import type { CardDiff, importCard } from "@club/contract";
import { call } from "./client.ts";
import { MEETINGS_KEY } from "./meetings.ts";
import { queryClient } from "./query-client.ts";

export interface CardWish {
  readonly format: string;
  readonly payload: unknown;
  readonly dryRun: boolean;
  readonly confirm: boolean;
  readonly firstRaceAt: string | null;
}

/** Imports a card, or with `dryRun` shows what it would do. */
export async function sendCard(wish: CardWish): Promise<CardDiff> {
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
  if (!wish.dryRun) await queryClient.invalidateQueries({ queryKey: [MEETINGS_KEY] });
  return data;
}

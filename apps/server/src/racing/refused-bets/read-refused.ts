import { type Cents, parseAmountCents } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { isId } from "../../core/kit/ids.ts";
import type { RefusedBet } from "./refused-bets.ts";

const MOST_CENTS = 1_000_000_000_000n;
const MOST_TYPE = 99;

/** What a refused request asked for, however malformed; null when nobody was signed in. */
export function readRefused(request: FastifyRequest, code: string): RefusedBet | null {
  const player = request.people?.player;
  if (player === undefined) return null;
  const form = (request.body ?? {}) as Record<string, unknown>;
  const legs = Array.isArray(form["legs"]) ? (form["legs"] as unknown[]) : [];
  const type = form["bet_type"];
  return {
    playerId: player.id,
    code,
    raceId: idOf(form["race_id"]),
    eventId: idOf((legs[0] as Record<string, unknown> | undefined)?.["event_id"]),
    betType:
      typeof type === "number" && Number.isInteger(type) && type > 0 && type <= MOST_TYPE
        ? type
        : null,
    stakeCents: stakeOf(form),
  };
}

function stakeOf(form: Record<string, unknown>): Cents | null {
  const unit = form["unit_stake_cents"];
  const cents =
    typeof unit === "number" && Number.isSafeInteger(unit)
      ? BigInt(unit)
      : parseAmountCents(form["betAmount"]);
  return cents === null || cents < 0n || cents > MOST_CENTS ? null : cents;
}

const idOf = (value: unknown): string | null =>
  typeof value === "string" && isId(value) ? value : null;

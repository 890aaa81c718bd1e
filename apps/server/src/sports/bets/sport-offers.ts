import type { ListItemOf, listSportOffers } from "@club/contract";
import type { SportBetKind } from "@club/domain";
import { besideGroups } from "../../racing/bets/beside-groups.ts";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { knownId, newId } from "../../core/kit/ids.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import type { PendingSportBet, SportVerdict } from "./sport-bet-group.ts";

/*
 * A bet over a limit of the book is refused with the largest stake that fits. What was asked and
 * offered is stored, so the desk sees where its limits cost bets.
 */

type Scope = ListItemOf<typeof listSportOffers>["scope"];

const MOST_OFFERS = 20;
const KEEP_DAYS = 90;

/** Once per key, and once in ten seconds for the same request, so repeated taps make one line. */
const KEEP = `INSERT INTO sport_offer (id, player_id, idem_key, kind, lines, scope, asked_cents, offered_cents, event_ids,
    outcome_ids)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
  WHERE NOT EXISTS (SELECT FROM sport_offer o WHERE o.player_id = $2 AND o.id >= uuid_floor(club_now() - interval '1 hour')
    AND o.at > club_now() - interval '10 seconds' AND o.kind = $4 AND o.outcome_ids = $10 AND o.asked_cents = $7)
  ON CONFLICT DO NOTHING`;

/** Stores what a refused bet was offered; the bet itself wrote nothing. */
export async function keepOffer(
  ctx: AppContext,
  bet: PendingSportBet,
  { params }: SportVerdict,
): Promise<void> {
  const { scope, max_stake_cents } = params as { scope: Scope; max_stake_cents: number };
  const offer = [
    newId(),
    bet.playerId,
    bet.idempotencyKey,
    bet.kind,
    bet.lines,
    scope,
    bet.unitCents,
    max_stake_cents,
    [...new Set(bet.legs.map((leg) => leg.eventId))],
    bet.legs.map((leg) => leg.outcomeId),
  ];
  await besideGroups(ctx, async (db) => await db.query(KEEP, offer));
}

interface OfferRow {
  id: string;
  at: Date;
  player_id: string;
  user_name: string;
  kind: SportBetKind;
  lines: number;
  scope: Scope;
  asked_cents: bigint;
  offered_cents: bigint;
  taken_cents: bigint | null;
  outcomes: { key: string; name: string | null; market_id: string }[];
}

/**
 * With the bet that followed on the same outcomes within ten minutes. Served by sport_offer_event.
 */
const LIST = `SELECT o.id, o.at, o.player_id, p.user_name, o.kind, o.lines, o.scope, o.asked_cents, o.offered_cents,
    t.unit_stake_cents AS taken_cents,
    (SELECT json_agg(json_build_object('key', c.key, 'name', c.name, 'market_id', c.market_id))
      FROM sport_outcome c WHERE c.id = ANY (o.outcome_ids) AND c.event_id = $1) AS outcomes
  FROM sport_offer o
  JOIN player p ON p.id = o.player_id
  LEFT JOIN LATERAL (
    SELECT b.unit_stake_cents FROM sport_bet b
    WHERE b.player_id = o.player_id AND b.id >= uuid_floor(o.at - interval '15 minutes')
      AND b.id < uuid_floor(o.at + interval '25 minutes')
      AND b.accepted_at >= o.at AND b.accepted_at <= o.at + interval '10 minutes' AND b.kind = o.kind
      AND (SELECT array_agg(l.outcome_id ORDER BY l.leg) FROM sport_leg l WHERE l.bet_id = b.id) = o.outcome_ids
    ORDER BY b.id LIMIT 1) t ON true
  WHERE o.event_ids @> ARRAY[$1::uuid]
  ORDER BY o.id DESC LIMIT $2`;

/** The newest bets on an event that were offered less than they had asked for. */
export async function offersOf(
  ctx: AppContext,
  eventId: string,
): Promise<ListItemOf<typeof listSportOffers>[]> {
  const { rows } = await ctx.db.operators.query<OfferRow>(LIST, [knownId(eventId), MOST_OFFERS]);
  return rows.map(({ id, at, asked_cents, offered_cents, taken_cents, ...row }) => ({
    ...row,
    offer_id: id,
    at: wireInstant(at),
    asked_cents: wireCents(asked_cents),
    offered_cents: wireCents(offered_cents),
    taken_cents: wireCents(taken_cents),
  }));
}

/** Offers are kept for a quarter of a year. Served by the primary key. */
export async function forgetOldOffers(db: Queryable): Promise<void> {
  await db.query(
    "DELETE FROM sport_offer WHERE id < uuid_floor(club_now() - make_interval(days => $1))",
    [KEEP_DAYS],
  );
}

import { POOL_CODES } from "@club/domain";
import { explainOrder } from "../../proofs/bets/explain-order.ts";
import { dueOfOrder } from "./all-ups.ts";
import type { Model } from "./model.ts";
import type { WalkClub } from "./rig.ts";

/** House amounts at the start of a walk, which it is measured from. */
export type House = Readonly<Record<string, bigint>>;

const HOUSE = ["takeout", "breakage", "house_topup", "book_result", "adjustments", "sports_book"];

export async function readHouse(club: WalkClub): Promise<House> {
  const rows = await club.asAdmin(
    `SELECT a.kind, (SELECT coalesce(sum(amount_cents), 0) FROM posting p WHERE p.account_id = a.id)::text AS cents
     FROM account a WHERE a.kind = ANY ($1)`,
    [HOUSE],
  );
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, BigInt(cents)]));
}

/** Everything that the model also knows, in one statement, as text for readable differences. */
const STATE = `
  SELECT
    (SELECT jsonb_object_agg(w.player_id, w.cash_cents || ' ' || w.held_cents) FROM wallet w WHERE w.player_id = ANY ($1)) AS players,
    (SELECT coalesce(jsonb_object_agg(b.id, b.status || ' ' || b.payout_cents || ' ' || b.refund_cents), '{}')
      FROM bet_view b WHERE b.id = ANY ($2)) AS bets,
    (SELECT coalesce(jsonb_object_agg(b.id, b.status || ' ' || b.payout_cents || ' ' || b.refund_cents), '{}')
      FROM sport_bet_view b WHERE b.id = ANY ($3)) AS sport_bets,
    (SELECT coalesce(jsonb_object_agg(o.id, o.status || ' ' || o.payout_cents || ' ' || o.refund_cents), '{}')
      FROM order_view o WHERE o.id = ANY ($6)) AS all_ups,
    (SELECT coalesce(jsonb_object_agg(p.code || ' ' || p.race_id || coalesce(' ' || p.race_id2, ''),
        p.status || ' ' || (SELECT coalesce(sum(amount_cents), 0) FROM posting l WHERE l.account_id = p.escrow_account)), '{}')
      FROM pool p WHERE p.race_id = ANY ($4)
        -- A double's pool is there before its first bet is taken.
        AND (p.race_id2 IS NULL OR p.name IS NOT NULL OR EXISTS (SELECT FROM bet b WHERE b.pool_id = p.id))) AS pools,
    (SELECT jsonb_object_agg(a.pool_code, (SELECT coalesce(sum(amount_cents), 0) FROM posting l WHERE l.account_id = a.id)::text)
      FROM account a WHERE a.kind = 'jackpot') AS jackpots,
    (SELECT jsonb_object_agg(a.kind, (SELECT coalesce(sum(amount_cents), 0) FROM posting l WHERE l.account_id = a.id)::text)
      FROM account a WHERE a.kind = ANY ($5)) AS house,
    (SELECT jsonb_object_agg(r.id, r.status || ' ' || r.scratched_mask) FROM race r WHERE r.id = ANY ($4)) AS races,
    (SELECT coalesce(sum(amount_cents), 0)::text FROM posting) AS trial_balance`;

/** The state of the club, in the model's form. */
export async function observe(club: WalkClub, model: Model, from: House): Promise<unknown> {
  const about = [
    club.players.map(({ id }) => id),
    model.bets.map(({ id }) => id),
    model.sportBets.map(({ id }) => id),
    model.races.map(({ id }) => id),
    HOUSE,
    model.allUps.map(({ bets }) => bets[0]!.id),
  ];
  const [row] = await club.asAdmin(STATE, about);
  const house = Object.fromEntries(
    HOUSE.map((kind) => [kind, String(BigInt(row.house[kind]) - (from[kind] ?? 0n))]),
  );
  return { ...row, house };
}

/** The same state by the model. */
export function expected(club: WalkClub, model: Model): unknown {
  return model.unchanged(() => tellAll(club, model));
}

function tellAll(club: WalkClub, model: Model): unknown {
  const house = model.house();
  return {
    players: Object.fromEntries(
      model.players.map(({ cash, held }, i) => [club.players[i]!.id, `${cash} ${held}`]),
    ),
    bets: Object.fromEntries(
      model.bets.map((bet) => {
        const { payout, refund } = model.dueOf(bet);
        return [bet.id, `${model.statusOfBet(bet)} ${payout} ${refund}`];
      }),
    ),
    sport_bets: Object.fromEntries(
      model.sportBets.map((bet) => {
        const { status, payout, refund } = model.sportDueOf(bet);
        return [bet.id, `${status} ${payout} ${refund}`];
      }),
    ),
    all_ups: Object.fromEntries(
      model.allUps.map((allUp) => {
        const { status, payout, refund } = dueOfOrder(model, allUp);
        return [allUp.bets[0]!.id, `${status} ${payout} ${refund}`];
      }),
    ),
    pools: Object.fromEntries(
      model.pools.map((pool) => [
        `${pool.code} ${pool.race.id}${pool.race2 === null ? "" : ` ${pool.race2.id}`}`,
        `${model.statusOf(pool)} ${model.escrowOf(pool)}`,
      ]),
    ),
    jackpots: Object.fromEntries(POOL_CODES.map((code) => [code, String(model.jackpotOf(code))])),
    house: Object.fromEntries(HOUSE.map((kind) => [kind, String(house[kind] ?? 0n)])),
    races: Object.fromEntries(
      model.races.map(({ id, status, scratched }) => [
        id,
        `${status} ${[...scratched].reduce((mask, number) => mask + 2 ** number, 0)}`,
      ]),
    ),
    trial_balance: "0",
  };
}

/** Explanations that do not end at what the bet was paid. */
export async function faultsOfExplanations(club: WalkClub, model: Model): Promise<string[]> {
  const faults: string[] = [];
  const rows = await club.asAdmin(
    "SELECT id, bet_type, selections, status, payout_cents::text AS payout FROM bet_view WHERE id = ANY ($1)",
    [model.bets.map(({ id }) => id)],
  );
  for (const row of rows) {
    const steps = await explainOrder(club.ctx, row);
    if (row.status === "accepted") continue;
    const last = steps.at(-1);
    const bet = model.bets.find(({ id }) => id === row.id)!;
    const paid = model.dueOf(bet).payout;
    if (last?.key === "payout" && BigInt(last.amount_cents ?? -1) === paid) continue;
    faults.push(
      `the explanation of ${row.id} ends at ${last?.key} ${last?.amount_cents}, paid are ${paid}`,
    );
  }
  return faults;
}

import type { OperatorMeeting, OperatorRace } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { knownId } from "../../core/kit/ids.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import { listWaitingDoubles } from "../settlement/settle-doubles.ts";
import {
  countRaceBets,
  listRunSheet,
  readRaceRecords,
  type RunSheetRow,
} from "./operator-races.queries.ts";
import { readPoolViews, readRaceRow } from "./race-views.queries.ts";
import { toDividendLines, toMeetingFace, toRaceFace, toRaceLine } from "./race-views.ts";

/** The meetings of a day, drafts too, in order of their first race. */
export async function runSheet(ctx: AppContext, day: string): Promise<OperatorMeeting[]> {
  const rows = await listRunSheet(ctx.db.operators, day);
  return [...Map.groupBy(rows, (row) => row.event_id).values()].map((races) => {
    const [first] = races as [RunSheetRow];
    return {
      ...toMeetingFace(first),
      currency: first.currency,
      rule_set: first.rule_set,
      dividends: first.dividends,
      races: races.map((race) => ({
        ...toRaceLine(race),
        opened_at: wireInstant(race.opened_at),
        closed_at: wireInstant(race.closed_at),
        runners: race.runners,
        scratched: race.scratched,
        bets: race.bets,
        gross_cents: wireCents(race.gross_cents),
        result_waits_of: race.result_waits_of,
      })),
    };
  });
}

/** One race as an operator sees it, drafts too, never cached. @throws not_found */
export async function operatorRace(ctx: AppContext, raceId: string): Promise<OperatorRace> {
  const id = knownId(raceId);
  const db = ctx.db.operators;
  const row = await readRaceRow(db, id);
  if (row === null) throw new Refusal("not_found");
  const pools = await readPoolViews(db, id);
  const own = pools.filter((pool) => pool.race_id === id);
  const waiting = row.status === "abandoned" ? await listWaitingDoubles(ctx.db.jobs, id) : [];
  return {
    ...toRaceFace({ row, pools }),
    rule_set: row.rule_set,
    dividends: row.dividends,
    dividend_list: toDividendLines(pools),
    opened_at: wireInstant(row.opened_at),
    bets: await countRaceBets(db, id),
    gross_cents: wireCents(own.reduce((sum, pool) => sum + pool.gross_cents, 0n)),
    ...(await readRaceRecords(db, id)),
    waiting_doubles: [...waiting],
  };
}

import type { Inquiry } from "@club/contract";
import { present, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { knownId, newId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { actOnRace, requireNoSettlement, requireStatus, tellRace } from "../races/race-act.ts";
import { numbersIn } from "../races/race-locks.ts";
import { readRaceField } from "./results.queries.ts";
import { oneRow, oneValue } from "../../core/db/statements.ts";

export interface NewInquiry {
  readonly raceId: string;
  readonly kind: Inquiry["kind"];
  readonly runners: readonly number[];
  readonly reason: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/**
 * Lodges an inquiry or a protest under the race's lock: until it is decided the result does not
 * become final and nothing is settled. Players are told that there is one.
 *
 * @throws not_found, race.state, settlement.begun, result.invalid for an unknown runner
 */
export async function lodgeInquiry(ctx: AppContext, asked: NewInquiry): Promise<Inquiry> {
  return await actOnRace(ctx, asked, async ({ tx, race }) => {
    requireStatus(race, ["closed", "interim", "final"]);
    await requireNoSettlement(tx, race.id);
    const { runner_mask } = await readRaceField(tx, race.id);
    const known = numbersIn(runner_mask);
    const stranger = asked.runners.find((number) => !known.includes(number));
    if (stranger !== undefined) {
      throw new Refusal("result.invalid", { field: "runners", runner: stranger });
    }
    const id = newId();
    const { kind, runners, reason, operator, request } = asked;
    await tx.query(
      `INSERT INTO inquiry (id, race_id, kind, runners, reason, lodged_by)
       VALUES ($1, $2, $3, $4::jsonb, $5, $6)`,
      [id, race.id, kind, JSON.stringify(runners), reason, operator.id],
    );
    const after = { inquiry_id: id, kind, runners };
    await audit(tx, { action: `race.${kind}`, operator, request, target: race.id, after, reason });
    await tellRace(tx, race.id);
    return present(await readInquiry(tx, id), "an inquiry that was lodged is there");
  });
}

export interface Decision {
  readonly inquiryId: string;
  readonly outcome: NonNullable<Inquiry["outcome"]>;
  readonly decision: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/** Decides it. @throws not_found, inquiry.decided for the second of two deciding at once */
export async function decideInquiry(ctx: AppContext, asked: Decision): Promise<Inquiry> {
  const id = knownId(asked.inquiryId);
  const raceId = await raceOf(ctx.db.operators, id);
  if (raceId === null) throw new Refusal("not_found");
  const { outcome, decision, operator, request } = asked;
  return await actOnRace(ctx, { raceId }, async ({ tx, race }) => {
    const { rowCount } = await tx.query(
      `UPDATE inquiry SET outcome = $2, decision = $3, decided_by = $4, decided_at = club_now_ms()
       WHERE id = $1 AND decided_at IS NULL`,
      [id, outcome, decision, operator.id],
    );
    const inquiry = present(await readInquiry(tx, id), "an inquiry is never taken away");
    if (rowCount === 0) {
      throw new Refusal("inquiry.decided", { name: inquiry.decided_by, outcome: inquiry.outcome });
    }
    await audit(tx, {
      action: "race.inquiry_decide",
      operator,
      request,
      target: race.id,
      after: { inquiry_id: id, outcome },
      reason: decision,
    });
    await tellRace(tx, race.id);
    return inquiry;
  });
}

/** By primary key. */
const raceOf = oneValue<string, [id: string]>("SELECT race_id FROM inquiry WHERE id = $1");

const readInquiry = oneRow<Inquiry, [id: string]>(`
  SELECT q.id AS inquiry_id, q.kind, q.runners, q.reason, l.user_name AS lodged_by,
    iso_ms(q.lodged_at) AS lodged_at, q.outcome, q.decision, d.user_name AS decided_by,
    iso_ms(q.decided_at) AS decided_at
  FROM inquiry q JOIN operator l ON l.id = q.lodged_by LEFT JOIN operator d ON d.id = q.decided_by
  WHERE q.id = $1`);

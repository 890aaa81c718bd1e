import type { Day } from "@club/domain";
import type { ComplaintTopic } from "@club/contract";
import { assert, Refusal, addDays, weekdayOf } from "@club/domain";
import { clubDay } from "../protection/age.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { lockOpenPlayer } from "../player-lock/lock-player.ts";
import {
  countWaiting,
  findByKey,
  insertComplaint,
  isOwnBet,
  readComplaint,
} from "./complaints.queries.ts";
import type { ComplaintRow } from "./complaints.queries.ts";

export interface ComplaintForm {
  readonly playerId: string;
  readonly key: string;
  readonly topic: ComplaintTopic;
  readonly orderId: string | null;
  readonly text: string;
}

const ANSWER_WITHIN = 10;
const MOST_WAITING = 5;

/**
 * Accepts a complaint and says when it will be answered. A repeat with the same key is the same
 * complaint.
 *
 * @throws not_found for a bet of somebody else, complaint.too_many, session.expired
 */
export async function fileComplaint(ctx: AppContext, form: ComplaintForm): Promise<ComplaintRow> {
  return await withTransaction(ctx.db.browsing, async (tx) => {
    await lockOpenPlayer(tx, form.playerId);
    const known = await findByKey(tx, form.playerId, form.key);
    if (known !== null) return known;
    if (form.orderId !== null && !(await isOwnBet(tx, form.playerId, form.orderId))) {
      throw new Refusal("not_found");
    }
    if ((await countWaiting(tx, form.playerId)) >= MOST_WAITING) {
      throw new Refusal("complaint.too_many");
    }
    const id = newId();
    const dueDay = addWorkingDays(await clubDay(tx), ANSWER_WITHIN);
    await insertComplaint(tx, { ...form, id, dueDay });
    const made = await readComplaint(tx, id);
    assert(made !== null, "a complaint that was just written is there");
    return made;
  });
}

const SATURDAY = 5;

/**
 * The day that is `count` working days, Monday to Friday, after another. Public holidays count as
 * working days: the club may answer earlier than it promised, never later.
 */
export function addWorkingDays(day: Day, count: number): Day {
  let at = day;
  let left = count;
  while (left > 0) {
    at = addDays(at, 1);
    if (weekdayOf(at) < SATURDAY) left -= 1;
  }
  return at;
}

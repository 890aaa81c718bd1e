import { isDeepStrictEqual } from "node:util";
import type { RaceTip } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { manyValues, theValue } from "../../core/db/statements.ts";
import { actOnRace, type RaceAct, recordAct, requireStatus } from "../races/race-act.ts";

const readTips = theValue<readonly RaceTip[], [raceId: string]>(
  "SELECT tips FROM race WHERE id = $1",
);
const readNumbers = manyValues<number, [raceId: string]>(
  "SELECT number FROM runner WHERE race_id = $1",
);

export interface TipsChange extends RaceAct {
  readonly tips: readonly RaceTip[];
}

/**
 * What tipsters say of a race before its start, in place of what stood there: of a card, or of the
 * desk. Players see it at once; no money moves.
 *
 * @throws not_found, race.state, bet.runner_unknown
 */
export async function changeTips(ctx: AppContext, change: TipsChange): Promise<void> {
  await actOnRace(ctx, change, async (on) => {
    const { tx, race } = on;
    requireStatus(race, ["draft", "open"]);
    if (race.status === "open" && race.has_started) {
      throw new Refusal("race.state", { race_id: race.id, status: "closed", needs: ["open"] });
    }
    const known = new Set(await readNumbers(tx, race.id));
    const stranger = change.tips.flatMap(({ numbers }) => numbers).find((one) => !known.has(one));
    if (stranger !== undefined) {
      throw new Refusal("bet.runner_unknown", { field: "tips", runner: stranger });
    }
    const before = await readTips(tx, race.id);
    if (isDeepStrictEqual(before, change.tips)) return;
    await tx.query("UPDATE race SET tips = $2 WHERE id = $1", [
      race.id,
      JSON.stringify(change.tips),
    ]);
    const row = { action: "race.tips", before: { tips: before }, after: { tips: change.tips } };
    await recordAct(on, change, row);
  });
}

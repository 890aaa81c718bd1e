import type { OperatorMeeting } from "@club/contract";
import { showToast } from "@club/ui";
import type { KeyMap } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { declareNoRace, declareWalkOver } from "../../api/race-changes.ts";
import { actOnRace } from "../../api/race.ts";
import { useAct, type Act } from "../../api/use-act.ts";
import { useT, type T } from "../../core/lang.ts";
import { mayCall, useSession } from "../../core/session.ts";
import { ActDialog } from "./ActDialog.tsx";
import { type ActAnswer, actsOfRace, type ActRace, type ActRule } from "./race-acts.ts";

export interface OfferedAct {
  readonly name: ActRule["name"];
  readonly label: string;
  readonly keyCap: string | undefined;
  readonly isDanger: boolean;
  readonly onPress: () => void;
}

export interface RaceActState {
  readonly race: ActRace | undefined;
  readonly raceName: string;
  readonly offered: readonly OfferedAct[];
  readonly keys: KeyMap;
  readonly busy: boolean;
  readonly asking: ActRule | undefined;
  readonly act: Act<[ActRule, ActAnswer]>;
  readonly stop: () => void;
}

/** The acts of a race as buttons and keys; `RaceActs` draws what they ask. */
export function useRaceActs(
  race: ActRace | undefined,
  meeting: Pick<OperatorMeeting, "meetings"> | undefined,
): RaceActState {
  const t = useT();
  const [asking, setAsking] = useState<ActRule | undefined>(undefined);
  const raceName =
    race === undefined ? "" : `${meeting?.meetings ?? ""} ${t("race.short", { n: race.raceNo })}`;
  const act = useAct(
    async (rule: ActRule, body: ActAnswer) => {
      if (race === undefined) return;
      const outcome = await carryOut(rule.name, race.race_id, body);
      setAsking(undefined);
      showToast(
        outcome === "pending" ? t("adjust.pending") : t(`acted.${rule.name}`, { race: raceName }),
      );
    },
    { toast: asking === undefined },
  );
  const session = useSession();
  const rules = (race === undefined ? [] : actsOfRace(race)).filter(({ name }) =>
    mayCall(session, `POST /api/operator/races/:race_id/${name}`),
  );
  const begin = (rule: ActRule) => {
    act.clear();
    if (rule.asks === "nothing") void act.run(rule, {});
    else setAsking(rule);
  };
  const offered = rules.map((rule) => ({
    name: rule.name,
    label: labelOf(t, rule),
    keyCap: rule.key?.toUpperCase(),
    isDanger: rule.isDanger,
    onPress: () => begin(rule),
  }));
  const keys: KeyMap = Object.fromEntries(
    rules.flatMap((rule) => (rule.key === undefined ? [] : [[rule.key, () => begin(rule)]])),
  );
  const stop = () => setAsking(undefined);
  return { race, raceName, offered, keys, busy: act.busy, asking, act, stop };
}

async function carryOut(
  name: ActRule["name"],
  raceId: string,
  { runner = 0, ...body }: ActAnswer,
): Promise<"done" | "pending"> {
  if (name !== "walk-over" && name !== "no-race") return await actOnRace(name, raceId, body);
  const fields = { race_id: raceId, reason: body.reason ?? "" };
  await (name === "walk-over"
    ? declareWalkOver({ ...fields, horse_id: runner })
    : declareNoRace(fields));
  return "done";
}

function labelOf(t: T, rule: ActRule): string {
  if (rule.name === "open" && rule.asks !== "nothing") return t("act.reopen");
  return t(`raceAct.${rule.name}`);
}

/** The dialog of an act, shown before it is done. */
export function RaceActs({ acts }: { readonly acts: RaceActState }): ReactNode {
  const { asking, race } = acts;
  if (asking === undefined || race === undefined) return null;
  return (
    <ActDialog
      key={`${race.race_id} ${asking.name}`}
      rule={asking}
      race={race}
      raceName={acts.raceName}
      act={acts.act}
      onClose={acts.stop}
    />
  );
}

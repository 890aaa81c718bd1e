import { formatTime } from "@club/i18n";
import { clubNow, Notice } from "@club/ui";
import { ConsoleButton, ConsoleDialog, ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import type { ActBody } from "../api/race.ts";
import type { Act } from "../api/use-act.ts";
import { useT } from "../lang.ts";
import { deviceZone } from "../zone.ts";
import { localInput, instantOfInput } from "./local-time.ts";
import type { ActRule } from "./race-acts.ts";
import type { ActRace } from "./RaceActs.tsx";

const DELAY_MS = 5 * 60_000;

/** Asks for what an act needs: a reason, a new start, or only whether it is meant. */
export function ActDialog(props: {
  readonly rule: ActRule;
  readonly race: ActRace;
  readonly raceName: string;
  readonly act: Act<[ActRule, ActBody]>;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { rule, race, act } = props;
  const [reason, setReason] = useState("");
  const proposed = Math.max(Date.parse(race.start_time), clubNow()) + DELAY_MS;
  const [start, setStart] = useState(() => localInput(proposed));
  const asksReason = rule.asks !== "confirm";
  const asksStart = rule.asks === "reason-and-start";
  const missing = asksReason && reason.trim() === "" ? t("act.reasonMissing") : undefined;
  const startTime = instantOfInput(start);
  const submit = () => {
    if (missing !== undefined || (asksStart && startTime === undefined)) return;
    void act.run(rule, {
      ...(reason.trim() !== "" && { reason: reason.trim() }),
      ...(asksStart && startTime !== undefined && { start_time: startTime }),
    });
  };
  return (
    <ConsoleDialog
      title={t(`actTitle.${rule.name}`, { race: props.raceName })}
      onClose={props.onClose}
      onSubmit={submit}
      acts={
        <>
          <ConsoleButton onPress={props.onClose}>{t("act.cancel")}</ConsoleButton>
          <ConsoleButton
            kind={rule.isDanger ? "danger" : "primary"}
            type="submit"
            busy={act.busy}
            reason={missing}
            keyCap="⏎"
          >
            {t(`raceAct.${rule.name}`)}
          </ConsoleButton>
        </>
      }
    >
      <p className="mute">
        {t(`actText.${rule.name}`, {
          time: formatTime(race.start_time, deviceZone(), t.language),
        })}
      </p>
      {asksStart && (
        <ConsoleField
          label={t("act.newStart")}
          type="datetime-local"
          value={start}
          onChange={setStart}
          hint={deviceZone()}
        />
      )}
      <ConsoleField
        label={asksReason ? t("act.reason") : t("act.reasonOptional")}
        value={reason}
        onChange={setReason}
        autoFocus
        hint={t("act.reasonHint")}
      />
      {act.error !== undefined && (
        <Notice tone="loss" alert>
          {act.error}
        </Notice>
      )}
    </ConsoleDialog>
  );
}

import type { RunnerLine } from "@club/contract";
import { formatTime } from "@club/i18n";
import { clubNow } from "@club/ui";
import { ConsoleField, ConsoleSelect } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import type { Act } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { deviceZone } from "../../core/time.ts";
import { instantOfInput, localInput } from "../../core/typed.ts";
import { AskForm } from "../../shell/AskDialog.tsx";
import type { ActAnswer, ActRace, ActRule } from "./race-acts.ts";

const DELAY_MS = 5 * 60_000;

/** Asks for what an act needs: a reason, a new start, or only a confirmation. */
export function ActDialog(props: {
  readonly rule: ActRule;
  readonly race: ActRace;
  readonly raceName: string;
  readonly act: Act<[ActRule, ActAnswer]>;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { rule, race, act } = props;
  const proposed = Math.max(Date.parse(race.start_time), clubNow()) + DELAY_MS;
  const [start, setStart] = useState(() => localInput(proposed));
  const asksStart = rule.asks === "reason-and-start";
  const live = liveOf(race);
  const [runner, setRunner] = useState(() => String(live[0]?.horse_id ?? ""));
  const asksRunner = rule.asks === "reason-and-runner";
  const startTime = asksStart ? instantOfInput(start) : undefined;
  const submit = (reason: string) =>
    void act.run(rule, {
      ...(reason !== "" && { reason }),
      ...(startTime !== undefined && { start_time: startTime }),
      ...(asksRunner && { runner: Number(runner) }),
    });
  const time = formatTime(race.start_time, deviceZone(), t.language);
  return (
    <AskForm
      title={t(`actTitle.${rule.name}`, { race: props.raceName })}
      text={t(`actText.${rule.name}`, { time })}
      label={t(`raceAct.${rule.name}`)}
      danger={rule.isDanger}
      reason={rule.asks === "confirm" ? "optional" : "needed"}
      missing={asksStart && startTime === undefined ? t("act.startMissing") : undefined}
      act={act}
      onSubmit={submit}
      onClose={props.onClose}
    >
      {asksRunner && <RunnerChoice runners={live} value={runner} onChange={setRunner} />}
      {asksStart && (
        <ConsoleField
          label={t("act.newStart")}
          type="datetime-local"
          value={start}
          onChange={setStart}
          hint={deviceZone()}
        />
      )}
    </AskForm>
  );
}

const liveOf = ({ runners }: ActRace): readonly RunnerLine[] =>
  typeof runners === "number" ? [] : runners.filter(({ scratched }) => !scratched);

/** The runner who alone came to the start. */
function RunnerChoice(props: {
  readonly runners: readonly RunnerLine[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}): ReactNode {
  const t = useT();
  return (
    <ConsoleSelect
      label={t("walkOver.runner")}
      value={props.value}
      onChange={props.onChange}
      options={props.runners.map(({ horse_id: id, name }) => ({
        id: String(id),
        label: `${id} ${name}`,
      }))}
    />
  );
}

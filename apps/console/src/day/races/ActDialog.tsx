import type { RunnerLine } from "@club/contract";
import { formatTime } from "@club/i18n";
import { clubNow } from "@club/ui";
import { ConsoleButton, ConsoleField, ConsoleSelect } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import type { Act } from "../../api/use-act.ts";
import { useT, type T } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { instantOfInput, localInput } from "../../core/typed.ts";
import { AskForm } from "../../shell/AskDialog.tsx";
import type { ActAnswer, ActRace, ActRule } from "./race-acts.ts";

const MINUTE_MS = 60_000;
const DELAYS = [1, 2, 5] as const;
const PROPOSED = 5;
/** Why it is done, as a rule. */
const REASONS = {
  delay: ["gate", "shoe", "vet", "track"],
  abandon: ["weather", "track"],
} as const;

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
  const [from] = useState(() => Math.max(Date.parse(race.start_time), clubNow()));
  const [start, setStart] = useState(() => laterBy(from, PROPOSED));
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
  const time = formatTime(race.start_time, clubZone(), t.language);
  return (
    <AskForm
      title={t(`actTitle.${rule.name}`, { race: props.raceName })}
      text={t(`actText.${rule.name}`, { time })}
      label={t(`raceAct.${rule.name}`)}
      danger={rule.isDanger}
      reason={rule.asks === "confirm" ? "optional" : "needed"}
      reasons={reasonsOf(t, rule)}
      missing={asksStart && startTime === undefined ? t("act.startMissing") : undefined}
      act={act}
      onSubmit={submit}
      onClose={props.onClose}
    >
      {asksRunner && <RunnerChoice runners={live} value={runner} onChange={setRunner} />}
      {asksStart && <NewStart from={from} value={start} onChange={setStart} />}
    </AskForm>
  );
}

const laterBy = (from: number, minutes: number): string => localInput(from + minutes * MINUTE_MS);

/** A start that is later by a minute, two or five, or as it is typed. */
function NewStart(props: {
  readonly from: number;
  readonly value: string;
  readonly onChange: (start: string) => void;
}): ReactNode {
  const t = useT();
  const { from, value, onChange } = props;
  return (
    <>
      <div className="acts">
        {DELAYS.map((n) => (
          <ConsoleButton
            key={n}
            kind={value === laterBy(from, n) ? "primary" : undefined}
            onPress={() => onChange(laterBy(from, n))}
          >
            {t("delay.by", { n })}
          </ConsoleButton>
        ))}
      </div>
      <ConsoleField
        label={t("act.newStart")}
        type="datetime-local"
        value={value}
        onChange={onChange}
        hint={clubZone()}
      />
    </>
  );
}

function reasonsOf(t: T, { name }: ActRule): readonly string[] | undefined {
  if (name !== "delay" && name !== "abandon") return undefined;
  return REASONS[name].map((why) => t(`readyReason.${why}`));
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

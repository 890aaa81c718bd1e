import type { OperatorRace, UnplacedRunner } from "@club/contract";
import { formatTimeSeconds } from "@club/i18n";
import { Notice } from "@club/ui";
import {
  ClothLine,
  ConsoleButton,
  ConsoleField,
  KeyCap,
  Panel,
  PlacingList,
} from "@club/ui/console";
import { useState, type ReactNode, type Ref } from "react";
import { useIsOnline, useOfflineText, roleNeeded } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { RaceLog } from "../pools/RaceLog.tsx";
import { CorrectDialog } from "./CorrectDialog.tsx";
import { DividendFields } from "./DividendFields.tsx";
import { Inquiries } from "./Inquiries.tsx";
import { placesOf, faultText } from "./parse-result.ts";
import { ResultActs } from "./ResultActs.tsx";
import { useRaceNames } from "./use-dividends.ts";
import { RunsAct } from "./RunsDialog.tsx";
import type { ResultState } from "./use-result.ts";

export interface ResultPanelProps {
  readonly race: OperatorRace;
  readonly result: ResultState;
  readonly fieldRef: Ref<HTMLInputElement>;
}

const WITH_RUNS: readonly string[] = ["interim", "final", "settled"];

/** The typed result, read back in cloths and names, and who entered it. */
export function ResultPanel(props: ResultPanelProps): ReactNode {
  const t = useT();
  const isOnline = useIsOnline();
  const { race, result } = props;
  const isOver = ["settled", "abandoned"].includes(race.status);
  const reason = reasonOf(t, result, isOnline);
  return (
    <Panel
      title={t(result.waiting === undefined || result.isMine ? "result.title" : "result.second")}
      end={
        isOver ? undefined : (
          <>
            <KeyCap>R</KeyCap> {t("result.edit")}
          </>
        )
      }
      padded
    >
      <div className="form">
        {!isOver && <ResultField {...props} reason={reason} />}
        <Placings race={race} result={result} />
        {!isOver && race.dividends === "declared" && <Declared race={race} result={result} />}
        <Entries race={race} result={result} />
        <ErrorNotice text={result.enter.error} />
        {!isOver && <ResultActs race={race} result={result} reason={reason} />}
        {race.status !== "settled" && <Inquiries race={race} />}
        {race.status === "settled" && <Correct race={race} result={result} />}
        {WITH_RUNS.includes(race.status) && <RunsAct race={race} />}
      </div>
      <RaceLog race={race} />
    </Panel>
  );
}

/** Only two operators together can give a settled race another result. */
function Correct({ race, result }: { readonly race: OperatorRace; readonly result: ResultState }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const offline = useOfflineText();
  const reason = offline ?? roleNeeded(t, result.mayEnter, "results_clerk");
  return (
    <div className="acts">
      <ConsoleButton reason={reason} onPress={() => setIsOpen(true)}>
        {t("correct.open")}
      </ConsoleButton>
      {isOpen && result.newest !== undefined && (
        <CorrectDialog race={race} now={result.newest} onClose={() => setIsOpen(false)} />
      )}
    </div>
  );
}

function ResultField(props: ResultPanelProps & { readonly reason: string | undefined }): ReactNode {
  const t = useT();
  const { result, reason } = props;
  const fault = result.parsed.faults.find(({ kind }) => kind !== "empty");
  return (
    <ConsoleField
      label={t("result.field")}
      value={result.typed}
      onChange={result.setTyped}
      look="figure"
      placeholder={t("result.example")}
      hint={t("result.unplacedHint")}
      inputRef={props.fieldRef}
      disabled={!result.mayEnter}
      error={fault === undefined ? undefined : faultText(t, fault)}
      onEnter={() => reason === undefined && void result.enter.run("final")}
    />
  );
}

/** The official dividends that the dry run asked for; the next entry sends them. */
function Declared({ race, result }: { readonly race: OperatorRace; readonly result: ResultState }) {
  const t = useT();
  const { draft, type } = result.dividends;
  const raceName = useRaceNames(race, draft.pools);
  if (draft.pools.length === 0) return <p className="mute">{t("declare.first")}</p>;
  return <DividendFields draft={draft} raceName={raceName} onType={type} />;
}

const UNPLACED = ["disqualified", "did_not_finish"] as const;

function Placings(props: { readonly race: OperatorRace; readonly result: ResultState }): ReactNode {
  const t = useT();
  const { race, result } = props;
  const names = new Map(race.runners.map((runner) => [runner.horse_id, runner.name]));
  const scratched = race.runners.filter((runner) => runner.scratched).map((r) => r.horse_id);
  const { groups } = result.parsed;
  const places = placesOf(groups);
  const out = result.parsed.unplaced;
  const named = new Set([...groups.flat(), ...out.map(({ number }) => number)]);
  const outFor = (why: UnplacedRunner["why"]) =>
    out.filter((runner) => runner.why === why).map(({ number }) => number);
  const others = race.runners
    .filter((runner) => !runner.scratched && !named.has(runner.horse_id))
    .map((runner) => runner.horse_id);
  const faultOf = (number: number) =>
    result.parsed.faults.find((fault) => "at" in fault && fault.at === String(number));
  return (
    <div>
      {groups.length > 0 && (
        <PlacingList
          label={t("result.title")}
          deadHeat={t("race.deadHeat").toLocaleLowerCase(t.language)}
          groups={groups.map((group, index) => ({
            place: places[index] ?? index + 1,
            runners: group.map((number) => {
              const fault = faultOf(number);
              return {
                number,
                name: names.get(number) ?? "–",
                fault: fault === undefined ? undefined : t(`fault.${fault.kind}`),
              };
            }),
          }))}
        />
      )}
      {others.length > 0 && <ClothLine label={t("result.others")} numbers={others} />}
      {UNPLACED.filter((why) => outFor(why).length > 0).map((why) => (
        <ClothLine key={why} label={t(`result.${why}`)} numbers={outFor(why)} />
      ))}
      {scratched.length > 0 && <ClothLine label={t("race.scratched")} numbers={scratched} struck />}
    </div>
  );
}

/** Who entered what, and who may take the next step. */
function Entries({ race, result }: { readonly race: OperatorRace; readonly result: ResultState }) {
  const t = useT();
  const { waiting, isMine, newest } = result;
  if (waiting !== undefined) {
    const name = waiting.entered_by ?? "";
    return (
      <Notice tone="brass">
        {isMine ? t("result.waitsForOther") : t("result.waitsForYou", { name })}
      </Notice>
    );
  }
  if (newest === undefined || race.status === "closed") return null;
  const time = (at: string) => formatTimeSeconds(at, clubZone(), t.language);
  const entered = t("result.entered", {
    name: newest.entered_by ?? t("state.unknown"),
    time: time(newest.entered_at),
    version: newest.version,
  });
  const confirmed =
    newest.confirmed_by === null ? "" : ` ${t("result.confirmed", { name: newest.confirmed_by })}`;
  return <p className="mute">{`${entered}${confirmed}`}</p>;
}

function reasonOf(t: T, result: ResultState, isOnline: boolean): string | undefined {
  if (!isOnline) return t("offline.bar");
  if (!result.mayEnter) return t("role.needed", { role: t("role.results_clerk") });
  const fault = result.parsed.faults[0];
  return fault === undefined ? undefined : faultText(t, fault);
}

import type { DayMeeting, RaceDetail } from "@club/contract";
import type { CheckLine } from "@club/domain";
import { formatDividend, formatMoney } from "@club/i18n";
import { Icon, ListRow, Notice, SelectionLine } from "@club/ui";
import type { ReactNode } from "react";
import { useDayTable } from "../api/races.ts";
import { useT, type T } from "../core/lang.ts";
import { hrefOf } from "../core/routes.ts";
import { CheckFrame } from "./CheckFrame.tsx";
import { EqualNotice } from "./EqualNotice.tsx";
import { countEqual } from "./unchecked-in.ts";
import { raceRange } from "../slip/race/multi-pools.ts";
import { combinationParts } from "../slip/race/selection-parts.ts";
import type { OpenCheck } from "./CheckRow.tsx";
import { type Checked, checkRaceFileHere, loadRaceFile } from "./check-race-file.ts";
import { reasonsOf } from "./ProofFrame.tsx";
import { SealedList } from "./SealedList.tsx";
import "./check.css";

export interface CheckSheetProps extends OpenCheck {
  readonly race: RaceDetail;
}

/** A race's dividends computed again on this phone, line by line equal, or the difference. */
export function CheckSheet({ race, ...check }: CheckSheetProps): ReactNode {
  const t = useT();
  const version = String(race.result?.version ?? 0);
  const { list = [] } = useDayTable(race.date);
  return (
    <CheckFrame
      check={check}
      title={t("check.title")}
      failed={t("check.failed")}
      fileName={`${race.code}-${race.date}-${race.raceNo}.json`}
      subject={["race", race.race_id, version]}
      load={async () => await loadRaceFile(race.race_id, version)}
      compute={checkRaceFileHere}
    >
      {(checked) => (
        <>
          <div className="check-verdict" role="status">
            <Summary checked={checked} />
          </div>
          {checked.root !== null && <SealedList root={checked.root} zone={race.timezone} />}
          {checked.pools.map(({ pool, status, races }, index) => (
            <Pool
              key={`${pool} ${index}`}
              race={race}
              title={[t(`pool.${pool}`), legsOf(t, races, list)].filter(Boolean).join(" · ")}
              isOpen={status === "OPEN" || status === "CLOSED"}
              lines={checked.lines.filter(({ at }) => at === index)}
            />
          ))}
          <ListRow icon="shield" title={t("route.books")} href={hrefOf("books")} />
        </>
      )}
    </CheckFrame>
  );
}

function Summary({ checked }: { readonly checked: NonNullable<Checked> }): ReactNode {
  const t = useT();
  const wrong = checked.lines.filter(({ verdict }) => verdict === "differs");
  if (wrong.length > 0) {
    const others = wrong.filter(({ pool }) => pool === null);
    return (
      <Notice tone="loss" title={t("check.differs")}>
        <p>{t("check.differsText")}</p>
        {others.length > 0 && reasonsOf(t, others).map((reason) => <p key={reason}>{reason}</p>)}
      </Notice>
    );
  }
  return (
    <EqualNotice lines={checked.lines}>
      <p>{t("check.equalText", { n: countEqual(checked.lines) })}</p>
    </EqualNotice>
  );
}

/** "R5–R8": of two pools of one kind they say which; empty where the day does not know them. */
function legsOf(t: T, ids: readonly string[], day: readonly DayMeeting[]): string {
  const races = day.flatMap((meeting) => meeting.races);
  const numbers = ids.flatMap((id) => races.find(({ race_id }) => race_id === id)?.raceNo ?? []);
  return numbers.length > 0 && numbers.length === ids.length ? raceRange(t, numbers) : "";
}

interface PoolProps {
  readonly race: RaceDetail;
  readonly title: string;
  readonly isOpen: boolean;
  readonly lines: readonly CheckLine[];
}

const FIGURES = ["gross", "takeout", "net", "paid", "breakage", "house_topup", "jackpot_out"];

function Pool({ race, title, isOpen, lines }: PoolProps): ReactNode {
  const t = useT();
  const dividends = lines.filter(({ check }) => check === "dividend");
  const figures = lines.filter(
    ({ check, verdict, stated }) =>
      FIGURES.includes(check) && (verdict !== "equal" || stated !== "0"),
  );
  const others = lines.filter(
    ({ check, verdict }) =>
      verdict === "differs" && check !== "dividend" && !FIGURES.includes(check),
  );
  const rows = [...dividends, ...figures, ...others];
  if (rows.length === 0) return null;
  return (
    <section className="check-pool">
      <h3>
        {title}
        {isOpen && <span className="mute">{t("check.openPool")}</span>}
      </h3>
      {dividends.map((line) => (
        <Line key={line.item} race={race} line={line} />
      ))}
      <div className="check-figures">
        {[...figures, ...others].map((line, index) => (
          <Line key={index} race={race} line={line} />
        ))}
      </div>
    </section>
  );
}

function Line({ race, line }: { readonly race: RaceDetail; readonly line: CheckLine }): ReactNode {
  const t = useT();
  const isEqual = line.verdict === "equal";
  const isDividend = line.check === "dividend";
  const kind = { check: line.check, currency: race.currency };
  const [computed, stated] = [line.computed, line.stated].map((text) => shown(t, kind, text));
  return (
    <>
      <p className="check-line" data-verdict={line.verdict}>
        {isDividend ? (
          <SelectionLine parts={combinationParts(t, line.item ?? "")} />
        ) : (
          <span className="mute">
            {t.find(`check.line.${line.check}`) ?? t("check.line.other")}
          </span>
        )}
        <b className="fig">{computed}</b>
        <Icon
          name={isEqual ? "check" : "alert"}
          label={t(isEqual ? "check.equal" : "check.differs")}
        />
      </p>
      {!isEqual && (
        <p className="check-said">
          {t("check.stated", { stated: stated ?? "", computed: computed ?? "" })}
        </p>
      )}
    </>
  );
}

function shown(t: T, { check, currency }: { check: string; currency: string }, text: string) {
  if (!/^-?\d+$/.test(text)) return text === "none" ? t("check.noDividend") : text;
  if (check === "dividend") return formatDividend(Number(text), t.language);
  return formatMoney(Number(text), currency, t.language);
}

import type { RaceDetail, RunnerLine } from "@club/contract";
import { formatDividend, formatTime } from "@club/i18n";
import { Button, Cloth, clubNow, Figure, Sheet, Silk, StepPlot } from "@club/ui";
import type { ReactNode } from "react";
import { useRaceForm } from "../../api/race-form.ts";
import { pickPrice } from "../../slip/race/pick.ts";
import { raceRefOf } from "../../slip/race/form-store.ts";
import { useT, type T } from "../../core/lang.ts";
import { FollowStar } from "../../shell/FollowStar.tsx";
import { PastRuns, RunnerComment } from "./PastRuns.tsx";
import { priceLine, type PriceAt } from "./price-line.ts";
import "./runner-sheet.css";

interface Props {
  readonly race: RaceDetail;
  /** undefined: the sheet is closed. */
  readonly runner: RunnerLine | undefined;
  readonly onClose: () => void;
}

/** One runner: its jockey and trainer, its last runs, and the history of its price. */
export function RunnerSheet({ race, runner, onClose }: Props): ReactNode {
  const canBet = runner !== undefined && race.status === "open" && !runner.scratched;
  return (
    <Sheet
      open={runner !== undefined}
      onClose={onClose}
      title={runner?.name ?? ""}
      titleStart={runner && <Cloth number={runner.horse_id} scratched={runner.scratched} />}
      headEnd={
        runner && <FollowStar one={{ kind: "runner", scope: race.event_type, name: runner.name }} />
      }
      foot={canBet ? <Bets {...{ race, runner, onClose }} /> : undefined}
    >
      {runner !== undefined && <Facts race={race} runner={runner} />}
    </Sheet>
  );
}

type Known = Pick<Props, "race"> & { readonly runner: RunnerLine };

function Facts({ race, runner }: Known): ReactNode {
  const t = useT();
  const past = useRaceForm(race.race_id).get(runner.horse_id);
  const facts = [
    ["jockey", runner.jockey],
    ["trainer", runner.trainer],
    ["barrier", runner.barrier === null ? null : String(runner.barrier)],
    [
      "weight",
      runner.weight_kg === null ? null : t("runner.kg", { kg: runner.weight_kg.toFixed(1) }),
    ],
  ] as const;
  return (
    <div className="runner-sheet">
      <div className="runner-sheet-top">
        <Silk seed={runner.name} size="large" />
        <dl>
          {facts.map(([fact, value]) =>
            value === null || value === "" ? null : (
              <div key={fact}>
                <dt>{t(`runner.${fact}`)}</dt>
                <dd>
                  {value}
                  {(fact === "jockey" || fact === "trainer") && (
                    <FollowStar one={{ kind: fact, scope: race.event_type, name: value }} />
                  )}
                </dd>
              </div>
            ),
          )}
        </dl>
      </div>
      <Form form={runner.form ?? ""} />
      {past !== undefined && <RunnerComment form={past} />}
      {past !== undefined && past.runs.length > 0 && <PastRuns form={past} />}
      {!runner.scratched && <Prices race={race} runner={runner} />}
    </div>
  );
}

/** Figures of the last runs, each in its box, the first three places marked. */
function Form({ form }: { readonly form: string }): ReactNode {
  const t = useT();
  if (form === "") return null;
  return (
    <section aria-label={t("runner.form")}>
      <h3>{t("runner.form")}</h3>
      <p className="form-runs fig">
        {form.split("").map((figure, index) => (
          // The runs of a line: their place is their identity.
          <span key={index} data-placed={/[123]/.test(figure) || undefined}>
            {figure}
          </span>
        ))}
      </p>
      <p className="mute">{t("runner.formHint")}</p>
    </section>
  );
}

function Prices({ race, runner }: Known): ReactNode {
  const t = useT();
  const line = priceLine(race, runner, clubNow());
  return (
    <section aria-label={t("runner.prices")}>
      <h3>{t("runner.prices")}</h3>
      {line.length < 2 ? (
        <p className="mute">{t("runner.noPrices")}</p>
      ) : (
        <Plot line={line} zone={race.timezone} />
      )}
    </section>
  );
}

function Plot(props: { readonly line: readonly PriceAt[]; readonly zone: string }): ReactNode {
  const t = useT();
  const { line, zone } = props;
  const said = sayLine(t, line);
  const time = (at: number | undefined) => formatTime(at ?? 0, zone, t.language);
  const ends = [line[0], line.at(-1)].map((point) => point?.at);
  const [from, to] = ends;
  return (
    <>
      <div className="runner-figures">
        <Figure label={t("runner.first")} value={said.first} />
        <Figure label={t("runner.low")} value={said.low} />
        <Figure label={t("runner.high")} value={said.high} />
        <Figure label={t("runner.now")} value={said.now} />
      </div>
      <StepPlot
        points={line.map(({ at, cents }) => ({ x: at, y: cents / 100 }))}
        label={t("runner.plot", said)}
        xLabels={[
          { x: from ?? 0, label: time(from) },
          ...(time(from) === time(to) ? [] : [{ x: to ?? 0, label: time(to) }]),
        ]}
        yLabel={(value) => formatDividend(Math.round(value * 100), t.language)}
      />
    </>
  );
}

function sayLine(t: T, line: readonly PriceAt[]) {
  const cents = line.map((point) => point.cents);
  const say = (value: number | undefined) => formatDividend(value ?? 0, t.language);
  return {
    first: say(cents[0]),
    low: say(Math.min(...cents)),
    high: say(Math.max(...cents)),
    now: say(cents.at(-1)),
  };
}

/** From here into a bet, as from the row. */
function Bets({ race, runner, onClose }: Known & Pick<Props, "onClose">): ReactNode {
  const t = useT();
  const pick = (price: "win" | "place") => {
    onClose();
    pickPrice(raceRefOf(race), runner.horse_id, price);
  };
  const say = (cents: number | null) => (cents === null ? "–" : formatDividend(cents, t.language));
  return (
    <div className="acts">
      <div className="side-by-side">
        <Button kind="primary" wide money={say(runner.win_approx)} onPress={() => pick("win")}>
          {t("pool.WIN")}
        </Button>
        <Button wide money={say(runner.place_approx)} onPress={() => pick("place")}>
          {t("pool.PLACE")}
        </Button>
      </div>
    </div>
  );
}

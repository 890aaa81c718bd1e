import type { RaceDetail } from "@club/contract";
import { DRAWS_PER_LEG, drawRunners } from "@club/domain";
import { formatMoney, formatTime } from "@club/i18n";
import {
  CostBar,
  ErrorState,
  LegHead,
  Notice,
  SelectionGrid,
  Skeleton,
  type CostCell,
} from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import type { ChosenForm, MultiRef } from "./bet-form.state.ts";
import { ClearButton } from "./BoxButton.tsx";
import { changeForm } from "./change-form.ts";
import { gridRows } from "./grid-rows.ts";
import { LegsWithTabs } from "./LegsWithTabs.tsx";
import { tapHead, takeDraw } from "./take-out.ts";
import type { SlipFacts } from "./use-slip.ts";

interface Props {
  readonly slip: SlipFacts;
  readonly form: ChosenForm;
  readonly multi: MultiRef;
}

/** A pool over several races: all legs one below the other, and tabs that lead to each. */
export function MultiLegs({ slip, form, multi }: Props): ReactNode {
  const t = useT();
  const { isFailed, retry } = slip;
  return (
    <>
      <PoolMoney slip={slip} />
      <LegsWithTabs
        races={multi.races}
        picks={form.picks}
        acts={<DrawActs slip={slip} form={form} />}
      >
        {multi.races.map(({ raceId }, at) => (
          <Leg key={raceId} {...{ slip, form, multi, at }} />
        ))}
      </LegsWithTabs>
      {isFailed && (
        <ErrorState title={t("detail.failed")} text={t("state.moneySafe")} onRetry={retry} />
      )}
    </>
  );
}

/** A quick pick of so many runners a leg, drawn anew by each tap, and the slip cleared. */
function DrawActs({ slip, form }: Omit<Props, "multi">): ReactNode {
  const t = useT();
  // Of a smaller field all are drawn.
  const drawn = form.isDrawn === true ? Math.max(...form.picks.map((leg) => leg.length)) : 0;
  return (
    <>
      <div className="slip-draw">
        <div role="group" aria-label={t("slip.quickPick")}>
          <span className="mute">{t("slip.quickPickLegs")}</span>
          {DRAWS_PER_LEG.map((n) => (
            <button
              key={n}
              type="button"
              className="choice"
              aria-label={t("slip.quickPickOf", { n })}
              aria-pressed={drawn === n}
              onClick={() => drawAll(t, slip.legs, n)}
            >
              {n}
            </button>
          ))}
        </div>
        <ClearButton form={form} />
      </div>
      {drawn > 0 && (
        <div className="slip-pad">
          <Notice tone="brass">
            <p>{t("slip.quickPickNote", { n: drawn })}</p>
          </Notice>
        </div>
      )}
    </>
  );
}

/** What is in the pool, what waits for its winners, what they share at least. */
function PoolMoney({ slip: { pool, currency } }: { readonly slip: SlipFacts }): ReactNode {
  const t = useT();
  if (pool === undefined) return null;
  const money = (cents: number) =>
    formatMoney(cents - (cents % 100), currency, t.language, { decimals: "whole" });
  const cells: CostCell[] = [
    { label: t("pools.board.pool"), value: money(pool.gross_cents) },
    ...(pool.jackpot_cents > 0
      ? [{ label: t("multi.jackpot"), value: money(pool.jackpot_cents), tone: "amber" as const }]
      : []),
    ...(pool.guarantee_cents > 0
      ? [{ label: t("multi.guarantee"), value: money(pool.guarantee_cents) }]
      : []),
  ];
  return (
    <div className="slip-pad">
      <CostBar label={t("pools.board.pool")} cells={cells} />
    </div>
  );
}

function Leg({ slip, form, multi, at }: Props & { readonly at: number }): ReactNode {
  const t = useT();
  const race = slip.legs[at];
  const name = t("slip.leg", { n: at + 1 });
  const ref = multi.races[at];
  const number = t("race.short", { n: ref?.raceNo ?? 0 });
  return (
    <section className="multi-leg" aria-label={`${name}, ${number}`} tabIndex={-1}>
      <LegHead
        title={`${name} · ${number}`}
        note={race && `${formatTime(race.start_time, race.timezone, t.language)} · ${race.name}`}
        acts={race && <LegActs form={form} race={race} at={at} />}
      />
      {race === undefined ? (
        !slip.isFailed && <Skeleton kind="row" rows={4} />
      ) : (
        <SelectionGrid
          label={`${name}, ${number}`}
          hasHead={false}
          columns={[{ id: String(at), label: name }]}
          rows={gridRows(t, { form, race, columns: [at], hasSilks: true })}
          onToggle={(runner) => changeForm({ do: "toggle", column: at, runner: Number(runner) })}
        />
      )}
    </section>
  );
}

/** The favourite of the WIN pool, and the whole field, in one tap each. */
function LegActs(props: {
  readonly form: ChosenForm;
  readonly race: RaceDetail;
  readonly at: number;
}): ReactNode {
  const t = useT();
  const { form, race, at } = props;
  const chosen = form.picks[at] ?? [];
  const open = race.runners.filter(({ scratched }) => !scratched).map(({ horse_id }) => horse_id);
  const name = t("slip.leg", { n: at + 1 });
  const { favourite } = race;
  return (
    <>
      {favourite !== null && (
        <button
          type="button"
          className="choice"
          aria-label={`${t("slip.favourite", { n: favourite })}, ${name}`}
          aria-pressed={chosen.includes(favourite)}
          onClick={() => changeForm({ do: "toggle", column: at, runner: favourite })}
        >
          {t("slip.favourite", { n: favourite })}
        </button>
      )}
      <button
        type="button"
        className="choice"
        aria-label={t("slip.wholeField", { column: name })}
        aria-pressed={open.length > 0 && open.every((runner) => chosen.includes(runner))}
        onClick={() => tapHead(t, { column: at, runners: open, name })}
      >
        {t("bet.field")}
      </button>
    </>
  );
}

/** Draws runners for every leg; what was chosen before can be had back. */
function drawAll(t: T, legs: SlipFacts["legs"], perLeg: number): void {
  const fields = legs.map((race) =>
    (race?.runners ?? []).filter(({ scratched }) => !scratched).map(({ horse_id }) => horse_id),
  );
  if (fields.some((field) => field.length === 0)) return;
  takeDraw(t, drawRunners(fields, perLeg, Math.random));
}

import type { RaceDetail } from "@club/contract";
import { ALL_UP_LEGS, ALL_UP_POOL_CODES, betTypeNamed } from "@club/domain";
import { formatTime } from "@club/i18n";
import { ErrorState, FilterChips, IconButton, LegHead, SelectionGrid, Skeleton } from "@club/ui";
import { useRef, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import type { AllUpLegRef, BetFormState } from "./bet-form.state.ts";
import { ClearButton } from "./BoxButton.tsx";
import { changeForm } from "./change-form.ts";
import { gridRows, raceName } from "./grid-rows.ts";
import { LegsWithTabs } from "./LegsWithTabs.tsx";
import { offersPool } from "./offered.ts";
import { NextLeg } from "./RaceSelect.tsx";
import { takeLegOut } from "./take-out.ts";
import type { SlipFacts } from "./use-slip.ts";

interface Props {
  readonly slip: SlipFacts;
  readonly legs: readonly AllUpLegRef[];
}

/** An All Up: its legs in order of start, and the races that a further one may be of. */
export function AllUpForm({ slip, legs }: Props): ReactNode {
  const t = useT();
  const { form, isFailed, retry } = slip;
  const added = useRef<string>(undefined);
  // The focus goes to a leg that was just added, wherever its start puts it.
  const show = (raceId: string) => (element: HTMLElement | null) => {
    if (element === null || added.current !== raceId) return;
    added.current = undefined;
    element.focus();
  };
  const next = (
    <div className="slip-pad">
      <NextLeg
        legs={legs}
        onChosen={(race) => {
          added.current = race.raceId;
          changeForm({ do: "choose race", race });
        }}
      />
    </div>
  );
  // The race of a leg that it lacks is asked for first, that of a further one last.
  const isLacking = legs.length < ALL_UP_LEGS[0];
  return (
    <>
      {isLacking && next}
      {legs.length > 0 && (
        <LegsWithTabs races={legs.map(({ race }) => race)} picks={form.picks}>
          {legs.map((leg, at) => (
            <Leg
              key={leg.race.raceId}
              {...{ form, leg, at }}
              race={slip.legs[at]}
              isFailed={isFailed}
              show={show(leg.race.raceId)}
            />
          ))}
        </LegsWithTabs>
      )}
      {isFailed && (
        <ErrorState title={t("detail.failed")} text={t("state.moneySafe")} onRetry={retry} />
      )}
      {!isLacking && next}
      <div className="slip-end">
        <ClearButton form={form} />
      </div>
    </>
  );
}

function Leg(props: {
  readonly form: BetFormState;
  readonly leg: AllUpLegRef;
  readonly at: number;
  /** undefined: on its way. */
  readonly race: RaceDetail | undefined;
  readonly isFailed: boolean;
  readonly show: (element: HTMLElement | null) => void;
}): ReactNode {
  const t = useT();
  const { form, leg, at, race } = props;
  const name = raceName(t, leg.race);
  const title = `${t("allUp.leg", { n: at + 1 })} · ${name}`;
  return (
    <section className="multi-leg" aria-label={title} tabIndex={-1} ref={props.show}>
      <LegHead
        title={title}
        note={race && `${formatTime(race.start_time, race.timezone, t.language)} · ${race.name}`}
        acts={
          <IconButton
            icon="trash"
            label={t("slip.remove", { name })}
            onPress={() => takeLegOut(t, at, name)}
          />
        }
      />
      <LegPools {...{ leg, at, race, title }} />
      {race === undefined ? (
        !props.isFailed && <Skeleton kind="row" rows={4} />
      ) : (
        <SelectionGrid
          label={`${t(`pool.${leg.pool}`)}, ${title}`}
          hasHead={false}
          columns={[{ id: String(at), label: t(`pool.${leg.pool}`) }]}
          rows={gridRows(t, {
            form: { ...form, betType: SINGLE_WIN },
            race,
            columns: [at],
            hasSilks: true,
          })}
          onToggle={(runner) => changeForm({ do: "toggle", column: at, runner: Number(runner) })}
        />
      )}
    </section>
  );
}

/** The pools of an All Up that the race has. */
function LegPools(props: {
  readonly leg: AllUpLegRef;
  readonly at: number;
  readonly race: RaceDetail | undefined;
  readonly title: string;
}): ReactNode {
  const t = useT();
  const { leg, at, race, title } = props;
  return (
    <FilterChips
      label={`${t("pools.board.pool")}, ${title}`}
      chips={ALL_UP_POOL_CODES.filter((pool) => offersPool(race, pool)).map((pool) => {
        return { id: pool, label: t(`pool.${pool}`) };
      })}
      selectedId={leg.pool}
      onSelect={(id) => {
        const pool = ALL_UP_POOL_CODES.find((each) => each === id) ?? leg.pool;
        changeForm({ do: "leg pool", leg: at, pool });
      }}
    />
  );
}

/** Its rows are those of any bet on runners of one race. */
const SINGLE_WIN = betTypeNamed("single_win").index;

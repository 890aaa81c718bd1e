import type { RaceDetail } from "@club/contract";
import { betTypeOf } from "@club/domain";
import { formatDividend } from "@club/i18n";
import { Button, Cloth, IconButton, Segmented, SelectionGrid, Silk, Skeleton } from "@club/ui";
import { useState, type ReactNode } from "react";
import { usePath } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { findRoute } from "../../core/routes.ts";
import { AllUpForm } from "./AllUpForm.tsx";
import { BoxButton, ClearButton } from "./BoxButton.tsx";
import type { ChosenForm, RaceRef } from "./bet-form.state.ts";
import { changeForm } from "./change-form.ts";
import { gridColumns, gridRows, raceName } from "./grid-rows.ts";
import { MultiLegs } from "./MultiLegs.tsx";
import { RaceSelect, SecondRaces } from "./RaceSelect.tsx";
import { columnsOf, typeLikeBox } from "./selection-columns.ts";
import { StakeFields } from "./StakeFields.tsx";
import { takeOut, tapHead } from "./take-out.ts";
import type { SlipFacts } from "./use-slip.ts";

/** The runners: the few of a win bet, the grid, the legs; for doubles also the second race. */
export function SlipBody({ slip }: { readonly slip: SlipFacts }): ReactNode {
  const isHome = findRoute(usePath())?.id === "home";
  const { form, race } = slip;
  if (form.allUp !== undefined) return <AllUpForm slip={slip} legs={form.allUp} />;
  if (form.betType === 0) return null;
  const chosen: ChosenForm = { ...form, betType: form.betType };
  const { layout } = betTypeOf(form.betType);
  if (form.multi !== undefined) return <MultiLegs slip={slip} form={chosen} multi={form.multi} />;
  return (
    <>
      {(isHome || form.race === null) && (
        <div className="slip-pad">
          <RaceSelect form={form} />
        </div>
      )}
      {layout === "legs" && <DoubleGrid slip={slip} form={chosen} />}
      {layout === "each" && <EachRunners slip={slip} form={chosen} />}
      {layout !== "legs" && layout !== "each" && (
        <>
          <BoxButton form={chosen} />
          <Grid race={race} form={chosen} columns={allColumns(chosen)} />
        </>
      )}
      {layout !== "each" && (
        <div className="slip-end">
          <ClearButton form={chosen} />
        </div>
      )}
    </>
  );
}

function allColumns({ betType, isBoxed }: ChosenForm): number[] {
  return columnsOf(betType, isBoxed).map((_, index) => index);
}

interface GridProps {
  readonly race: RaceDetail | undefined;
  readonly form: ChosenForm;
  readonly columns: readonly number[];
}

function Grid({ race, form, columns }: GridProps): ReactNode {
  const t = useT();
  if (race === undefined) return <Skeleton kind="row" rows={6} />;
  const open = race.runners.filter(({ scratched }) => !scratched).map(({ horse_id }) => horse_id);
  const grid = { form, race, columns };
  const heads = gridColumns(t, grid);
  return (
    <SelectionGrid
      label={t(`betType.${form.betType}`)}
      hint={t(`bet.hint.${form.isBoxed ? typeLikeBox(form.betType) : form.betType}`)}
      columns={heads}
      rows={gridRows(t, grid)}
      onToggle={(runner, column) =>
        changeForm({ do: "toggle", column: Number(column), runner: Number(runner) })
      }
      onHead={(column) => {
        const name = heads.find(({ id }) => id === column)?.label ?? "";
        tapHead(t, { column: Number(column), runners: open, name });
      }}
    />
  );
}

type Leg = "1" | "2";

/** A double: one race after the other, each with its own runners. */
function DoubleGrid(props: { readonly slip: SlipFacts; readonly form: ChosenForm }): ReactNode {
  const t = useT();
  const { slip, form } = props;
  const [leg, setLeg] = useState<Leg>("1");
  const name = (race: RaceRef | null) => (race === null ? "–" : raceName(t, race));
  const hasFirst = form.picks[0]?.length !== 0;
  return (
    <>
      <div className="slip-pad">
        <SecondRaces form={form} onChosen={() => hasFirst && setLeg("2")} />
        <div>
          <Segmented<Leg>
            label={t("slip.legs")}
            value={leg}
            onChange={setLeg}
            options={[
              { id: "1", label: name(form.race), count: form.picks[0]?.length },
              { id: "2", label: name(form.race2), count: form.picks[1]?.length },
            ]}
          />
        </div>
      </div>
      {leg === "2" && form.race2 === null ? (
        <p className="slip-pad slip-note">{t("slip.need.secondRace")}</p>
      ) : (
        <Grid race={slip.legs[leg === "1" ? 0 : 1]} form={form} columns={[leg === "1" ? 0 : 1]} />
      )}
    </>
  );
}

/** Win, place, each way: the chosen runners with their stake; the grid to add others. */
function EachRunners(props: { readonly slip: SlipFacts; readonly form: ChosenForm }): ReactNode {
  const t = useT();
  const { slip, form } = props;
  const [isAdding, setAdding] = useState(false);
  const chosen = form.picks[0] ?? [];
  const runners = slip.race?.runners.filter(({ horse_id }) => chosen.includes(horse_id)) ?? [];
  const showsGrid = isAdding || chosen.length === 0;
  return (
    <>
      {showsGrid && <Grid race={slip.race} form={form} columns={[0]} />}
      {!showsGrid &&
        runners.map((runner) => (
          <div className="slip-runner" key={runner.horse_id}>
            <Cloth number={runner.horse_id} size="large" />
            <Silk seed={runner.name} size="large" />
            <span>
              <b>{runner.name}</b>
              <span className="slip-note">{approxText(t, runner)}</span>
            </span>
            <IconButton
              icon="trash"
              label={t("slip.remove", { name: runner.name })}
              onPress={() => takeOut(t, { column: 0, runner: runner.horse_id, name: runner.name })}
            />
          </div>
        ))}
      <div className="slip-pad">
        {chosen.length > 0 && (
          <div>
            <Button
              kind="text"
              icon={showsGrid ? "check" : "add"}
              onPress={() => setAdding(!isAdding)}
            >
              {t(showsGrid ? "act.done" : "slip.addRunner")}
            </Button>
            <ClearButton form={form} />
          </div>
        )}
        {!showsGrid && <StakeFields slip={slip} />}
      </div>
    </>
  );
}

function approxText(t: ReturnType<typeof useT>, runner: RaceDetail["runners"][number]): string {
  const price = (cents: number | null) =>
    cents === null ? "–" : formatDividend(cents, t.language);
  return t("slip.approx", { win: price(runner.win_approx), place: price(runner.place_approx) });
}

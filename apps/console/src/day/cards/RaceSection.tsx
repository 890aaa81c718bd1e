import type { RaceColumn } from "@club/domain";
import { showToast } from "@club/ui";
import { ConsoleButton, ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { addRunners, cellOf, isFreeNumber, removeRace, setRace } from "./card-sheet.ts";
import { cellSelector, type RaceProps, raceSelector } from "./form-act.ts";
import { RunnerGrid } from "./RunnerGrid.tsx";
import { SheetField } from "./SheetField.tsx";

/** A race of the form: its fields, and its runners as rows. */
export function RaceSection(props: RaceProps & { readonly isOnly: boolean }): ReactNode {
  const t = useT();
  const { race, at, act } = props;
  const named = { race: race.number === "" ? "–" : race.number };
  const rows = race.lines.length;
  return (
    <section className="card-race" data-race={at} aria-label={t("hand.race", named)}>
      <div className="card-race-head">
        <h3>{t("hand.race", named)}</h3>
        <span className="mute">{t("hand.runners", { n: rows })}</span>
        {!props.isOnly && (
          <ConsoleButton
            kind="text"
            icon="trash"
            onPress={() =>
              props.takeOut(
                removeRace(at),
                t("hand.raceOut", named),
                raceSelector(Math.max(0, at - 1)),
              )
            }
          >
            {t("hand.removeRace", named)}
          </ConsoleButton>
        )}
      </div>
      <RaceFields {...props} />
      <RunnerGrid {...props} />
      <div className="card-race-foot">
        <ConsoleButton
          kind="text"
          icon="add"
          label={t("hand.addRunnerOf", named)}
          onPress={() => act(addRunners(at), cellSelector({ race: at, row: rows, column: "name" }))}
        >
          {t("hand.addRunner")}
        </ConsoleButton>
      </div>
    </section>
  );
}

/** In the order in which a race is told: what it is called and when it starts come first. */
const FIELDS: readonly RaceColumn[] = [
  "race_name",
  "start_time",
  "distance_m",
  "class",
  "handicap",
  "going",
  "pools",
];

function RaceFields({ sheet, race, at, act }: RaceProps): ReactNode {
  const [first] = race.lines;
  return (
    <div className="card-fields">
      <NumberField
        number={race.number}
        isFree={(number) => isFreeNumber(sheet, at, number)}
        onChange={(number) => act(setRace(at, { race: number }))}
      />
      {FIELDS.map((column) => (
        <SheetField
          key={column}
          column={column}
          value={cellOf(sheet, first, column)}
          zone={cellOf(sheet, first, "timezone")}
          onChange={(value) => act(setRace(at, { [column]: value }))}
        />
      ))}
    </div>
  );
}

/**
 * A race's number is what holds its lines together. So it is written when the field is left: on the
 * way to 12 a race would be one with race 1, and could not be told from it again.
 */
function NumberField(props: {
  readonly number: string;
  readonly isFree: (number: string) => boolean;
  readonly onChange: (number: string) => void;
}): ReactNode {
  const t = useT();
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const keep = () => {
    const number = typed?.trim() ?? "";
    setTyped(undefined);
    if (number === "" || number === props.number) return;
    if (props.isFree(number)) props.onChange(number);
    else showToast(t("hand.numberTaken", { race: number }));
  };
  return (
    <div data-field="race" onBlur={keep}>
      <ConsoleField
        label={t("hand.number")}
        value={typed ?? props.number}
        onChange={setTyped}
        onEnter={keep}
      />
    </div>
  );
}

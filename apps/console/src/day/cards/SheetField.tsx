import type { DividendMode, EventType } from "@club/contract";
import { type CardColumn, isDay } from "@club/domain";
import { ConsoleField, ConsoleSelect } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { inputOfStart, startOfInput } from "./card-start.ts";

/** What the columns of a card are called in its form. */
export const LABELS = {
  meeting_code: "hand.code",
  meeting_name: "races.name",
  country: "hand.country",
  date: "hand.date",
  timezone: "hand.timezone",
  currency: "withdrawals.currency",
  event_type: "hand.kind",
  rule_set: "races.rules",
  dividends: "hand.dividends",
  race: "hand.number",
  race_name: "races.name",
  distance_m: "hand.distance",
  class: "hand.class",
  handicap: "hand.handicap",
  going: "race.going",
  start_time: "hand.start",
  pools: "pools.title",
  number: "field.number",
  name: "races.name",
  barrier: "field.barrier",
  jockey: "field.jockey",
  trainer: "field.trainer",
  weight_kg: "field.weight",
  form: "hand.form",
  scratched: "hand.scratched",
  comment: "runner.comment",
} as const satisfies Record<CardColumn, string>;

export interface Option {
  readonly id: string;
  readonly label: string;
}

const KINDS: readonly EventType[] = ["Races", "Harness", "Greyhounds"];
const DIVIDENDS: readonly DividendMode[] = ["club", "declared"];

/**
 * What a column can hold. A word that is none of these is a choice too: it stays until somebody
 * chooses another, and the comparison says what is wrong with it.
 */
export function optionsOf(t: T, column: CardColumn, value: string): readonly Option[] | undefined {
  const options = knownOptions(t, column);
  if (options === undefined || options.some(({ id }) => id === value)) return options;
  return [...options, { id: value, label: value === "" ? "–" : value }];
}

function knownOptions(t: T, column: CardColumn): readonly Option[] | undefined {
  if (column === "handicap" || column === "scratched") {
    return (["no", "yes"] as const).map((id) => ({ id, label: t(`say.${id}`) }));
  }
  if (column === "event_type") return KINDS.map((id) => ({ id, label: t(`event.${id}`) }));
  if (column !== "dividends") return undefined;
  return DIVIDENDS.map((id) => ({ id, label: t(`dividends.${id}`) }));
}

export interface SheetFieldProps {
  readonly column: CardColumn;
  readonly value: string;
  /** Of the meeting: a start is its local time. */
  readonly zone: string;
  readonly onChange: (value: string) => void;
}

/** One field of a meeting or a race. What a field of a kind cannot show is shown as it is written. */
export function SheetField(props: SheetFieldProps): ReactNode {
  const t = useT();
  const { column, value, onChange } = props;
  const label = t(LABELS[column]);
  const options = optionsOf(t, column, value);
  return (
    <div data-field={column}>
      {options === undefined ? (
        <TypedField {...props} label={label} />
      ) : (
        <ConsoleSelect label={label} value={value} options={options} onChange={onChange} />
      )}
    </div>
  );
}

function TypedField(props: SheetFieldProps & { readonly label: string }): ReactNode {
  const { column, value, label, onChange } = props;
  const start = column === "start_time" ? inputOfStart(value, props.zone) : undefined;
  if (start !== undefined) {
    return (
      <ConsoleField
        label={label}
        type="datetime-local"
        value={start}
        onChange={(typed) => onChange(startOfInput(typed))}
      />
    );
  }
  const isDate = column === "date" && (value === "" || isDay(value));
  return (
    <ConsoleField label={label} type={isDate ? "date" : "text"} value={value} onChange={onChange} />
  );
}

import type { CardChange, CardDiff, CardProblem } from "@club/contract";

/** One line of the diff: a field of a row, or a row that is new as a whole. */
export interface DiffRow {
  readonly id: string;
  readonly kind: CardChange["kind"] | "problem";
  readonly race: number | null;
  readonly runner: number | null;
  readonly name: string;
  /** A pool of several races. */
  readonly pool?: CardChange["pool"];
  /** null: the row as a whole. */
  readonly field: string | null;
  readonly before: string | null;
  readonly after: string | null;
  /** An operator changed the present value in place. */
  readonly byHand: boolean;
  readonly problem: CardProblem | null;
}

type Value = CardChange["fields"][number]["after"];

/** How a value reads: instants by the club's clock, the rest as the file has it. */
export type Say = (field: string, value: string) => string;
const asItIs: Say = (_, value) => value;

/** A changed row has a line per field; an added or removed one has a single line. */
function rowsOfChange(change: CardChange, index: number, say: Say): DiffRow[] {
  const text = (field: string, value: Value) => (value === null ? null : say(field, String(value)));
  const base = {
    kind: change.kind,
    race: change.race,
    runner: change.runner,
    name: change.name,
    ...(change.pool !== undefined && { pool: change.pool }),
    byHand: false,
    problem: null,
  };
  if (change.kind === "changed") {
    return change.fields.map((field) => ({
      ...base,
      id: `${index} ${field.field}`,
      field: field.field,
      before: text(field.field, field.before),
      after: text(field.field, field.after),
      byHand: field.by_hand === true,
    }));
  }
  const values = (side: "before" | "after") =>
    change.fields
      .flatMap(({ field, ...both }) => {
        const value = text(field, both[side]);
        return value === null ? [] : [`${field} ${value}`];
      })
      .join(" · ");
  return [
    {
      ...base,
      id: String(index),
      field: null,
      before: change.kind === "removed" ? values("before") : null,
      after: change.kind === "added" ? values("after") : null,
    },
  ];
}

/** Every line of a diff in order of race and runner, problems where they belong. */
export function diffRows(diff: CardDiff, say: Say = asItIs): DiffRow[] {
  const problems = diff.problems.map((problem, index): DiffRow => ({
    id: `problem ${index}`,
    kind: "problem",
    race: problem.race,
    runner: problem.runner,
    name: "",
    field: problem.field,
    before: null,
    after: null,
    byHand: false,
    problem,
  }));
  const order = (value: number | null) => value ?? 0;
  const changes = diff.changes.flatMap((change, index) => rowsOfChange(change, index, say));
  return [...changes, ...problems].toSorted(
    (a, b) => order(a.race) - order(b.race) || order(a.runner) - order(b.runner),
  );
}

export interface RaceSummary {
  readonly race: number;
  readonly added: number;
  readonly changed: number;
  readonly problems: number;
}

/** How many lines of each kind a race has; races without any are not in the diff. */
export function summaries(rows: readonly DiffRow[]): RaceSummary[] {
  const byRace = Map.groupBy(
    rows.filter((row) => row.race !== null),
    (row) => row.race ?? 0,
  );
  return [...byRace].map(([race, lines]) => ({
    race,
    added: lines.filter(({ kind }) => kind === "added").length,
    changed: lines.filter(({ kind }) => kind === "changed" || kind === "removed").length,
    problems: lines.filter(({ kind }) => kind === "problem").length,
  }));
}

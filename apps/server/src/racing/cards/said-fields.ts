import type { CardChange, CardRun, RaceTip } from "@club/contract";
import type { CardRace, CardRunner } from "./card.ts";
import type { StoredRace, StoredRunner } from "./stored-card.ts";

type Field = CardChange["fields"][number];

/* What a card says of runners and races beyond their entries. What it does not say is no difference. */

export function runnerSaid(card: CardRunner, stored: StoredRunner | null): Field[] {
  const before = stored?.comment ?? null;
  const isSame = card.comment === undefined || card.comment === before;
  const comment = isSame ? [] : [{ field: "comment", before, after: card.comment ?? null }];
  const runs = listField("past_runs", {
    before: stored?.past_runs.map(runText) ?? null,
    after: card.past_runs?.map(runText),
  });
  return [...comment, ...runs];
}

export function raceSaid(card: CardRace, stored: StoredRace | null): Field[] {
  return listField("tips", {
    before: stored?.tips.map(tipText) ?? null,
    after: card.tips?.map(tipText),
  });
}

/** A new row says how many; a changed one which lines went and which came. */
function listField(
  field: string,
  lists: {
    readonly before: readonly string[] | null;
    readonly after: readonly string[] | undefined;
  },
): Field[] {
  const { before, after } = lists;
  if (after === undefined) return [];
  if (before === null) return after.length === 0 ? [] : [{ field, before, after: after.length }];
  const gone = before.filter((line) => !after.includes(line));
  const come = after.filter((line) => !before.includes(line));
  if (gone.length + come.length === 0) return [];
  return [{ field, before: shortened(gone), after: shortened(come) }];
}

const SHOWN = 3;

/** The log of imports keeps it: some lines say what the file changes. */
function shortened(lines: readonly string[]): string | null {
  const more = lines.length > SHOWN ? ` + ${lines.length - SHOWN}` : "";
  return lines.length === 0 ? null : lines.slice(0, SHOWN).join("; ").concat(more);
}

function runText(run: CardRun): string {
  const placed = `${run.place ?? "–"}/${run.starters ?? "–"}`;
  const facts = [run.distance_m, run.going, run.margin, run.time_ms, run.positions.join("-")];
  const carried = [run.weight_kg, run.jockey, run.price, run.comment];
  return [run.date, run.track, placed, ...facts, ...carried]
    .filter((fact) => fact !== null && fact !== "")
    .join(" ");
}

function tipText({ by, numbers, text }: RaceTip): string {
  return [`${by}:`, numbers.join("-"), text ?? ""].join(" ").trim();
}

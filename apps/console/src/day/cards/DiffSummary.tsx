import type { CardDiff } from "@club/contract";
import { formatCount } from "@club/i18n";
import { DataTable, Figure, Panel } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { diffRows, summaries, type RaceSummary } from "./diff-rows.ts";
import type { CardFile } from "./read-card.ts";

/** How many rows of each kind, and race by race. */
export function DiffSummary(props: {
  readonly file: CardFile;
  readonly diff: CardDiff;
}): ReactNode {
  const t = useT();
  const { diff } = props;
  const count = (value: number) => formatCount(value, t.language);
  const races = summaries(diffRows(diff));
  return (
    <>
      <Panel title={meetingName(props.file.payload) ?? props.file.name} padded>
        <div className="four">
          <Figure label={t("cards.added")} value={count(diff.added)} tone="turf" size="board" />
          <Figure
            label={t("cards.changed")}
            value={count(diff.changed + diff.removed)}
            tone="brass"
            size="board"
          />
          <Figure label={t("cards.unchanged")} value={count(diff.unchanged)} size="board" />
          <Figure
            label={t("cards.problems")}
            value={count(diff.problems.length)}
            tone={diff.problems.length > 0 ? "loss" : undefined}
            size="board"
          />
        </div>
      </Panel>
      {races.length > 0 && (
        <Panel title={t("nav.races")}>
          <DataTable
            label={t("nav.races")}
            rows={races}
            rowId={(race) => String(race.race)}
            columns={[
              {
                id: "race",
                label: t("route.race"),
                kind: "strong",
                cell: (race) => t("race.short", { n: race.race }),
              },
              { id: "what", label: t("cards.changes"), kind: "end", cell: (r) => wordsOf(t, r) },
            ]}
          />
        </Panel>
      )}
    </>
  );
}

function wordsOf(t: T, race: RaceSummary): ReactNode {
  return (
    <span className="words">
      {race.problems > 0 && <b className="loss">{t("cards.nProblems", { n: race.problems })}</b>}
      {race.changed > 0 && <b className="brass">{t("cards.nChanged", { n: race.changed })}</b>}
      {race.added > 0 && <b className="turf">{t("cards.nAdded", { n: race.added })}</b>}
    </span>
  );
}

/** The name in the file, in either format; the file's own name stands in for it. */
function meetingName(payload: unknown): string | undefined {
  const { meeting, venue_code: venue } = payload as {
    readonly meeting?: { readonly name?: unknown };
    readonly venue_code?: unknown;
  };
  if (typeof meeting?.name === "string") return meeting.name;
  return typeof venue === "string" ? venue : undefined;
}

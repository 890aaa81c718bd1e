import type { DataOf, getSportForm, PlayedMatch, SportEvent } from "@club/contract";
import { formatDay, teamName } from "@club/i18n";
import { FormFacts, FormMatches, FormSides, type FormFactRow, type FormMatch } from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { deviceZone } from "../../device/zone.ts";
import { averageOf, FORM_FACTS, outcomeFor } from "./form.ts";

type Form = DataOf<typeof getSportForm>;

interface Props {
  readonly event: SportEvent;
  readonly form: Form;
}

/** The last matches of both sides, what they make in a match, and their meetings. */
export function MatchForm({ event, form }: Props): ReactNode {
  const t = useT();
  const [home, away] = [teamName(t, event, "home"), teamName(t, event, "away")];
  const named = namer(t, event);
  const rows = factRows(t, { event, form });
  return (
    <>
      <FormSides
        none={t("sport.form.none")}
        sides={[
          { name: home, last: lastOf(t, event.home, form.home) },
          { name: away, last: lastOf(t, event.away, form.away) },
        ]}
      />
      {rows.length > 0 && (
        <FormFacts label={t("sport.form.average")} home={home} away={away} rows={rows} />
      )}
      {form.meetings.length > 0 && (
        <FormMatches
          title={t("sport.form.meetings")}
          matches={form.meetings.map((match) => toRow(t, match, { named, side: undefined }))}
        />
      )}
      {(["home", "away"] as const).map(
        (side) =>
          form[side].length > 0 && (
            <FormMatches
              key={side}
              title={t("sport.form.last", { name: named(event[side]) })}
              matches={form[side].map((match) => toRow(t, match, { named, side: event[side] }))}
            />
          ),
      )}
    </>
  );
}

/** The two sides by the names used here; any other name unchanged. */
function namer(t: T, event: SportEvent): (name: string) => string {
  return (name) =>
    name === event.home
      ? teamName(t, event, "home")
      : name === event.away
        ? teamName(t, event, "away")
        : name;
}

const SHOWN_LETTERS = 5;

function lastOf(t: T, side: string, played: readonly PlayedMatch[]) {
  return played.slice(0, SHOWN_LETTERS).map((match) => {
    const tone = outcomeFor(side, match);
    return {
      id: idOf(match),
      tone,
      letter: t(`sport.form.letter.${tone}`),
      label: t(`sport.form.word.${tone}`),
    };
  });
}

const idOf = ({ at, home, away }: PlayedMatch): string => `${at} ${home} ${away}`;

function factRows(t: T, { event, form }: Props): FormFactRow[] {
  const figure = new Intl.NumberFormat(t.language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const written = (value: number | undefined) => (value === undefined ? "–" : figure.format(value));
  return FORM_FACTS.flatMap((fact): FormFactRow[] => {
    const home = averageOf(fact, event.home, form.home);
    const away = averageOf(fact, event.away, form.away);
    if (home === undefined && away === undefined) return [];
    const sum = (home ?? 0) + (away ?? 0);
    return [
      {
        id: fact,
        label: t(`sport.form.fact.${fact}`),
        home: written(home),
        away: written(away),
        share: sum === 0 ? 0.5 : (home ?? 0) / sum,
      },
    ];
  });
}

function toRow(
  t: T,
  match: PlayedMatch,
  { named, side }: { readonly named: (name: string) => string; readonly side: string | undefined },
): FormMatch {
  return {
    id: idOf(match),
    day: formatDay(match.at, deviceZone(), t.language),
    home: named(match.home),
    away: named(match.away),
    score: `${match.score.home}–${match.score.away}`,
    tone: side === undefined ? undefined : outcomeFor(side, match),
  };
}

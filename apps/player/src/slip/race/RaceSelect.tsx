import type { NextRace } from "@club/contract";
import { dayAt, formatTime } from "@club/i18n";
import { clubNow, SelectField, StakeChips } from "@club/ui";
import type { ReactNode } from "react";
import { useDayTable, useNextRaces } from "../../api/races.ts";
import { useT, type T } from "../../core/lang.ts";
import { deviceZone } from "../../device/zone.ts";
import { mayJoin } from "./form-legs.ts";
import type { AllUpLegRef, BetFormState, RaceRef } from "./bet-form.state.ts";
import { changeForm } from "./change-form.ts";
import { raceRefOf } from "./form-store.ts";
import { raceName } from "./grid-rows.ts";
import { openRacesOf } from "./multi-pools.ts";

/** On home, the form may be for any open race. */
export function RaceSelect({ form }: { readonly form: BetFormState }): ReactNode {
  const t = useT();
  const races = useNextRaces().list ?? [];
  return (
    <SelectField
      label={t("slip.race")}
      name="race"
      value={form.race?.raceId ?? ""}
      options={optionsOf(t, races, form.race === null ? t("betType.select") : null)}
      onChange={(id) => {
        const race = races.find(({ race_id }) => race_id === id);
        if (race !== undefined) changeForm({ do: "choose race", race: raceRefOf(race) });
      }}
    />
  );
}

/** The other leg of a double, in one tap: the races that start after the first one. */
export function SecondRaces(props: {
  readonly form: BetFormState;
  readonly onChosen: () => void;
}): ReactNode {
  const t = useT();
  const { race: first, race2 } = props.form;
  const races = (useNextRaces().list ?? []).filter(
    ({ race_id, start_time }) =>
      race_id !== first?.raceId && Date.parse(start_time) > (first?.startMs ?? 0),
  );
  if (races.length === 0) return <p className="slip-note">{t("slip.need.later")}</p>;
  return (
    <RaceChips
      label={t("slip.secondRace")}
      races={races}
      selectedId={race2?.raceId}
      onChosen={(race) => {
        changeForm({ do: "choose second race", race2: race });
        props.onChosen();
      }}
    />
  );
}

/** A further leg of an All Up: of the same day, those of the last leg's meeting at hand first. */
export function NextLeg(props: {
  readonly legs: readonly AllUpLegRef[];
  readonly onChosen: (race: RaceRef) => void;
}): ReactNode {
  const t = useT();
  const { legs, onChosen } = props;
  const last = legs.at(-1)?.race;
  const { list } = useDayTable(last?.date ?? dayAt(clubNow(), deviceZone()));
  if (list === undefined) return null;
  const isElsewhere = (race: NextRace) => Number(race.event_id !== last?.eventId);
  const races = openRacesOf(list, clubNow())
    .filter((race) => legs.every((leg) => leg.race.raceId !== race.race_id))
    .filter((race) => mayJoin(legs, raceRefOf(race)))
    .sort((a, b) => isElsewhere(a) - isElsewhere(b));
  if (races.length > 0) return <RaceChips label={t("allUp.add")} {...{ races, onChosen }} />;
  return legs.length < 2 && <p className="slip-note">{t("allUp.noRace")}</p>;
}

function RaceChips(props: {
  readonly label: string;
  readonly races: readonly NextRace[];
  readonly selectedId?: string | undefined;
  readonly onChosen: (race: RaceRef) => void;
}): ReactNode {
  const t = useT();
  const { label, races, selectedId, onChosen } = props;
  return (
    <div>
      <p className="slip-note">{label}</p>
      <StakeChips
        label={label}
        chips={races.map((race) => ({ id: race.race_id, label: optionText(t, race) }))}
        selectedId={selectedId}
        onSelect={(id) => {
          const race = races.find(({ race_id }) => race_id === id);
          if (race !== undefined) onChosen(raceRefOf(race));
        }}
      />
    </div>
  );
}

function optionsOf(t: T, races: readonly NextRace[], empty: string | null) {
  const options = races.map((race) => ({
    id: race.race_id,
    label: optionText(t, race),
  }));
  return empty === null ? options : [{ id: "", label: empty }, ...options];
}

function optionText(t: T, race: NextRace): string {
  const time = formatTime(race.start_time, race.timezone, t.language);
  return `${raceName(t, race)} · ${time}`;
}

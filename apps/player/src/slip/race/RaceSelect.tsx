import type { NextRace } from "@club/contract";
import { formatTime } from "@club/i18n";
import { SelectField } from "@club/ui";
import type { ReactNode } from "react";
import { useNextRaces } from "../../api/races.ts";
import { useT, type T } from "../../core/lang.ts";
import type { BetFormState } from "./bet-form.state.ts";
import { changeForm } from "./change-form.ts";
import { raceRefOf } from "./form-store.ts";

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

/** The other leg of a double. */
export function SecondRaceSelect({ form }: { readonly form: BetFormState }): ReactNode {
  const t = useT();
  const races = (useNextRaces().list ?? []).filter(({ race_id }) => race_id !== form.race?.raceId);
  return (
    <SelectField
      label={t("slip.secondRace")}
      name="race2"
      value={form.race2?.raceId ?? ""}
      options={optionsOf(t, races, t("betType.select"))}
      onChange={(id) => {
        const race = races.find(({ race_id }) => race_id === id);
        const race2 = race === undefined ? null : raceRefOf(race);
        changeForm({ do: "choose second race", race2 });
      }}
    />
  );
}

function optionsOf(t: T, races: readonly NextRace[], empty: string | null) {
  const options = races.map((race) => ({
    id: race.race_id,
    label: [
      `${race.meetings} ${t("race.short", { n: race.raceNo })}`,
      formatTime(race.start_time, race.timezone, t.language),
    ].join(" · "),
  }));
  return empty === null ? options : [{ id: "", label: empty }, ...options];
}

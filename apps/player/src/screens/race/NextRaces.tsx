import { dayAt, formatTime, type Language } from "@club/i18n";
import {
  clubNow,
  Countdown,
  EmptyState,
  ErrorState,
  FilterChips,
  Skeleton,
  useClock,
} from "@club/ui";
import type { KeyboardEvent, ReactNode } from "react";
import {
  clearNextFilter,
  toggleNextCountry,
  toggleNextKind,
  useNextFilter,
} from "../../api/next-filter.ts";
import { useDayTable, useNextRaces, useRaceNews } from "../../api/races.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { reportOf } from "../../core/texts.ts";
import { unbroken } from "../../core/fact-text.ts";
import { deviceZone } from "../../device/zone.ts";
import { Screen } from "../../shell/Screen.tsx";
import { filterRaces, racesToCome, type FilteredRaces } from "./races-to-come.ts";
import "./next-races.css";

/** Every race to come, by kind and country. Route: /pages/detail/detail?view=next */
export function NextRaces(): ReactNode {
  const t = useT();
  useRaceNews();
  const next = useNextRaces();
  const table = useDayTable(next.list?.[0]?.date ?? dayAt(clubNow(), deviceZone()));
  const refresh = () => Promise.all([next.refresh(), table.refresh()]);
  return (
    <Screen
      id="detail"
      title={t("next.title")}
      showsBalance
      onRefresh={refresh}
      updatedAt={Math.min(next.updatedAt, table.updatedAt)}
    >
      <List
        races={useAhead(next.list, table.list)}
        failure={next.isFailed || table.isFailed ? (next.error ?? table.error) : undefined}
        onRetry={refresh}
      />
    </Screen>
  );
}

type Races = FilteredRaces["races"];

/** What has come of the two lists: one shows its races without the other. A race that has jumped leaves. */
function useAhead(
  next: ReturnType<typeof useNextRaces>["list"],
  meetings: ReturnType<typeof useDayTable>["list"],
): Races | undefined {
  const races = racesToCome(next ?? [], meetings ?? []);
  const gone = useClock(
    (nowMs) => races.filter(({ start_time }) => Date.parse(start_time) <= nowMs).length,
  );
  const isWaiting = next === undefined || meetings === undefined;
  return isWaiting && races.length === 0 ? undefined : races.slice(gone);
}

function List(props: {
  readonly races: Races | undefined;
  readonly failure: unknown;
  readonly onRetry: () => Promise<unknown>;
}): ReactNode {
  const t = useT();
  const found = filterRaces(props.races ?? [], useNextFilter());
  if (props.races === undefined) {
    if (props.failure === undefined) return <Skeleton kind="row" rows={8} />;
    return (
      <ErrorState
        title={t("home.nextFailed")}
        text={t("state.moneySafe")}
        onRetry={() => void props.onRetry()}
        reference={reportOf(t, props.failure)}
      />
    );
  }
  if (props.races.length === 0) return <EmptyState title={t("home.nextNone")} />;
  return (
    <>
      <Filters found={found} />
      <p className="next-shown" role="status">
        {t("next.shown", { n: found.races.length, of: props.races.length })}
      </p>
      {found.races.length === 0 ? (
        <EmptyState
          title={t("next.none")}
          act={{ label: t("next.showAll"), onPress: clearNextFilter }}
        />
      ) : (
        <Rows races={found.races} withCountry={found.countries.length > 1} />
      )}
    </>
  );
}

/** A filter of one chip would choose nothing. */
function Filters({ found }: { readonly found: FilteredRaces }): ReactNode {
  const t = useT();
  const { kinds, countries, chosen } = found;
  return (
    <>
      {kinds.length > 1 && (
        <FilterChips
          label={t("home.kinds")}
          selectedId={chosen.kinds}
          onSelect={toggleNextKind}
          chips={kinds.map((id) => ({ id, label: t(`event.${id}`) }))}
        />
      )}
      {countries.length > 1 && (
        <FilterChips
          label={t("next.country")}
          selectedId={chosen.countries}
          onSelect={toggleNextCountry}
          chips={countries.map((id) => ({ id, label: countryName(id, t.language) }))}
        />
      )}
    </>
  );
}

function Rows(props: { readonly races: Races; readonly withCountry: boolean }): ReactNode {
  const t = useT();
  return (
    // Arrow keys go from race to race, as in the search's results.
    <ul className="list-group next-list" onKeyDown={moveAlong}>
      {props.races.map((race) => (
        <li key={race.race_id}>
          <a className="next-item across" href={hrefOf("detail", { race: race.race_id })}>
            <span className="row-text">
              <b>
                {race.meetings} <span className="fig">{t("race.short", { n: race.raceNo })}</span>
              </b>
              <span className="mute">{factsOf(t, race, props.withCountry)}</span>
            </span>
            <span className="next-at mute">
              {formatTime(race.start_time, race.timezone, t.language)}
            </span>
            <Countdown at={Date.parse(race.start_time)} size="row" />
          </a>
        </li>
      ))}
    </ul>
  );
}

function factsOf(t: T, race: Races[number], withCountry: boolean): string {
  const { distance_m: metres, event_type: kind, country, name } = race;
  return [
    name,
    metres === null ? "" : t("race.distance", { metres: String(metres) }),
    // Of a horse race nothing is said, as on the board of home.
    kind === "Races" ? "" : t(`event.${kind}`),
    withCountry ? countryName(country, t.language) : "",
  ]
    .filter((fact) => fact !== "")
    .map(unbroken)
    .join(" · ");
}

/** As the browser calls it; a card may bear what is no code of a country. */
function countryName(code: string, language: Language): string {
  try {
    return new Intl.DisplayNames([language], { type: "region", style: "short" }).of(code) ?? code;
  } catch {
    return code;
  }
}

function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("a")];
  rows[rows.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  event.preventDefault();
}

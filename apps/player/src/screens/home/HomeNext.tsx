import type { NextRace as NextRaceOfList, RaceDetail, RunnerLine } from "@club/contract";
import { formatDividend } from "@club/i18n";
import {
  Button,
  Icon,
  NextToJump,
  Skeleton,
  ToteBoard,
  useClock,
  type NextPrice,
  type NextRace,
} from "@club/ui";
import { useState, type ReactNode } from "react";
import { useRace, type Listed } from "../../api/races.ts";
import { isPicked, raceRefOf, useBetForm } from "../../slip/race/form-store.ts";
import { withForm } from "../../slip/race/with-form.ts";
import { useT, type T } from "../../core/lang.ts";
import { goingText, unbroken } from "../../core/fact-text.ts";
import { hrefOf } from "../../core/routes.ts";

const PRICES = 4;
const OTHERS = 3;

/** The board: the next race with its four shortest prices as buttons, and the races after it. */
export function HomeNext({ next }: { readonly next: Listed<NextRaceOfList> }): ReactNode {
  const t = useT();
  const races = useRacesAhead(next.list);
  const first = races?.[0];
  const { data: race } = useRace(first?.race_id);
  const prices = usePrices(race);
  if (next.isFailed) return <EmptyBoard text={t("home.nextFailed")} onRetry={next.refresh} />;
  if (races === undefined) return <Skeleton kind="next" />;
  if (first === undefined) return <EmptyBoard text={t("home.nextNone")} />;
  return (
    <NextToJump
      label={t("race.nextToJump")}
      race={headOf(t, first, race)}
      prices={prices}
      others={races.slice(1, 1 + OTHERS).map((other) => lineOf(t, other, kindOf(t, other)))}
      end={
        <li>
          <a className="next-row next-all" href={hrefOf("detail", { view: "next" })}>
            {t("next.title")}
            <Icon name="chevron-right" />
          </a>
        </li>
      }
    />
  );
}

/** A race that has jumped leaves the board, even if no news of it came. */
function useRacesAhead(
  races: readonly NextRaceOfList[] | undefined,
): readonly NextRaceOfList[] | undefined {
  const gone = useClock(
    (nowMs) => races?.filter((race) => Date.parse(race.start_time) <= nowMs).length ?? 0,
  );
  return gone === 0 ? races : races?.slice(gone);
}

/** Has its name from the start: what loads later must move nothing. */
function headOf(t: T, race: NextRaceOfList, detail: RaceDetail | undefined): NextRace {
  const line = lineOf(t, race, race.name === "" ? kindOf(t, race) : [race.name]);
  const going = goingText(t, detail?.going ?? "");
  return going === "" ? line : { ...line, meta: `${line.meta} · ${unbroken(going)}` };
}

/** Of a horse race nothing is said. */
function kindOf(t: T, race: NextRaceOfList): readonly string[] {
  return race.event_type === "Races" ? [] : [t(`event.${race.event_type}`)];
}

function lineOf(t: T, race: NextRaceOfList, before: readonly string[]): NextRace {
  const facts = [
    ...before,
    race.distance_m === null ? undefined : t("race.distance", { metres: String(race.distance_m) }),
  ];
  return {
    id: race.race_id,
    name: race.meetings,
    race: t("race.short", { n: race.raceNo }),
    meta: facts
      .filter((fact) => fact !== undefined)
      .map(unbroken)
      .join(" · "),
    startsAt: Date.parse(race.start_time),
    zone: race.timezone,
    href: hrefOf("detail", { race: race.race_id }),
  };
}

function usePrices(race: RaceDetail | undefined): readonly NextPrice[] | null {
  const t = useT();
  const form = useBetForm();
  const runners = useInPlace(race === undefined ? [] : shortest(race.runners));
  if (race === undefined) return null;
  return runners.map((runner) => {
    const price = runner.win_approx === null ? null : formatDividend(runner.win_approx, t.language);
    return {
      number: runner.horse_id,
      price,
      label: t("race.priceLabel", {
        n: runner.horse_id,
        name: runner.name,
        pool: t("pool.WIN"),
        price: price ?? t("race.noPrice"),
      }),
      selected: isPicked(form, {
        raceId: race.race_id,
        runner: runner.horse_id,
        price: "win",
      }),
      disabled: race.status !== "open",
      onPress: () =>
        void withForm(({ pickPrice }) => pickPrice(raceRefOf(race), runner.horse_id, "win")),
    };
  });
}

/** The same runners keep their places while their prices cross: a thumb may be on its way. */
function useInPlace(runners: readonly RunnerLine[]): readonly RunnerLine[] {
  const [order, setOrder] = useState<readonly number[]>([]);
  const numbers = runners.map((runner) => runner.horse_id);
  const isSame = order.length === numbers.length && numbers.every((n) => order.includes(n));
  if (!isSame) setOrder(numbers);
  const places = isSame ? order : numbers;
  return runners.toSorted((a, b) => places.indexOf(a.horse_id) - places.indexOf(b.horse_id));
}

/** The runners with the shortest prices; those without a price come last, by number. */
function shortest(runners: readonly RunnerLine[]): readonly RunnerLine[] {
  // Two without a price differ by no number (NaN).
  const byPrice = (a: RunnerLine, b: RunnerLine) =>
    (a.win_approx ?? Number.POSITIVE_INFINITY) - (b.win_approx ?? Number.POSITIVE_INFINITY) ||
    a.horse_id - b.horse_id;
  return runners
    .filter((runner) => !runner.scratched)
    .sort(byPrice)
    .slice(0, PRICES);
}

function EmptyBoard(props: {
  readonly text: string;
  readonly onRetry?: () => Promise<unknown>;
}): ReactNode {
  const t = useT();
  const { text, onRetry } = props;
  return (
    <ToteBoard label={t("race.nextToJump")}>
      <div className="home-quiet">
        <p>{text}</p>
        {onRetry !== undefined && (
          <Button icon="refresh" onPress={() => void onRetry()}>
            {t("act.retry")}
          </Button>
        )}
      </div>
    </ToteBoard>
  );
}

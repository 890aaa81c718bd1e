import type {
  DeclaredDividendLine,
  listNextRaces,
  MeetingLine,
  NextRace,
  RaceDetail,
  RacePool,
  RaceStatus,
} from "@club/contract";
import { clubNow } from "@club/ui";
import type { Answer, StreamEvent } from "@club/client";
import { MINE, queryClient, readLater, readOvertaken } from "../core/query-client.ts";
import { DAY_KEY, RACE_KEY, RACES_KEY } from "../api/races.ts";
import { WALLET_KEY, type Wallet } from "../api/wallet.ts";
import { withPrices } from "./race-prices.ts";
import { receive } from "../core/stream.ts";

/*
 * The stream's news goes straight into the query cache, so that every screen shows it at once and
 * nothing is fetched again. Only `ready` and `resync` cause a refetch: news between the reading of
 * a page and the start of the stream is never repeated.
 */

interface StatusNews {
  readonly race_id: string;
  readonly status: RaceStatus;
  readonly start_time: string;
  readonly closed_at: string | null;
}

interface RaceNews extends StatusNews {
  readonly scratched?: readonly number[];
  readonly result?: Pick<
    NonNullable<RaceDetail["result"]>,
    "stage" | "version" | "placings"
  > | null;
  readonly dividends?: readonly DeclaredDividendLine[];
  readonly inquiry?: RaceDetail["inquiry"];
}

interface OddsNews {
  readonly race_id: string;
  readonly pools: readonly (Pick<RacePool, "pool" | "pool_id"> & Partial<RacePool>)[];
}

/** Begins to follow the stream. Call once. */
export function followNews(): void {
  receive((event) => {
    const take = KINDS[event.kind];
    if (take === undefined) return;
    try {
      take(JSON.parse(event.data === "" ? "null" : event.data) as never);
    } catch (error) {
      console.info("news", event.kind, error);
    }
  });
}

const KINDS: Readonly<Record<StreamEvent["kind"], (data: never) => void>> = {
  odds: (news: OddsNews) => takeOdds(news),
  race: (news: RaceNews) => takeRace(news),
  status: (news: StatusNews) => takeStatus(news),
  balance: (news: { readonly cash_cents: number }) => takeBalance(news.cash_cents),
  orders: () => {
    for (const key of ["orders", "statement", "limits"]) {
      void queryClient.invalidateQueries({ queryKey: [MINE, key] });
    }
  },
  ready: () => FOLLOWED.forEach(readLater),
  resync: () => void queryClient.invalidateQueries(),
};

/** What the stream changes; only queries on the screen are refetched. */
const FOLLOWED = [
  RACES_KEY,
  [DAY_KEY],
  [RACE_KEY],
  ...["wallet", "orders", "statement", "limits"].map((name) => [MINE, name]),
];

function takeOdds({ race_id, pools }: OddsNews): void {
  queryClient.setQueryData<RaceDetail>([RACE_KEY, race_id], (race) => {
    if (race === undefined) return race;
    const merged = race.pools.map((pool) => {
      const news = pools.find(({ pool_id }) => pool_id === pool.pool_id);
      return news === undefined ? pool : { ...pool, ...news };
    });
    return withPrices({ ...race, pools: merged }, clubNow());
  });
}

function takeRace(news: RaceNews): void {
  takeStatus(news);
  queryClient.setQueryData<RaceDetail>([RACE_KEY, news.race_id], (race) => {
    if (race === undefined) return race;
    const scratched = new Set(news.scratched ?? []);
    return {
      ...race,
      result: resultOf(news, race),
      inquiry: news.inquiry ?? null,
      dividends: [...(news.dividends ?? race.dividends)],
      runners: race.runners.map((runner) => ({
        ...runner,
        scratched: runner.scratched || scratched.has(runner.horse_id),
      })),
    };
  });
  // Root, pools, riders and weights are not in the news: fetch, but not on all phones at once.
  readLater([RACE_KEY, news.race_id]);
}

/** When it was entered is not in the news; the full answer that follows brings it. */
function resultOf(news: RaceNews, race: RaceDetail): RaceDetail["result"] {
  if (!news.result) return race.result;
  const enteredAt = race.result?.entered_at ?? new Date().toISOString();
  return { ...news.result, entered_at: enteredAt };
}

function takeStatus({ race_id, status, start_time, closed_at }: StatusNews): void {
  const patch = <Line extends { race_id: string; status: RaceStatus; start_time: string }>(
    line: Line,
  ): Line => (line.race_id === race_id ? { ...line, status, start_time } : line);
  queryClient.setQueryData<RaceDetail>(
    [RACE_KEY, race_id],
    (race) => race && { ...race, status, start_time, closed_at },
  );
  queryClient.setQueryData<Answer<typeof listNextRaces>>(
    RACES_KEY,
    (answer) => answer && { ...answer, list: patchNext(answer.list.map(patch)) },
  );
  queryClient.setQueriesData<{ readonly list: readonly MeetingLine[] }>(
    { queryKey: [DAY_KEY] },
    (answer) =>
      answer && {
        ...answer,
        list: answer.list.map((meeting) => ({ ...meeting, races: meeting.races.map(patch) })),
      },
  );
  [[RACE_KEY, race_id], RACES_KEY, [DAY_KEY]].forEach(readOvertaken);
  // A chip shows the first three: they come with the day's table, which is a second old.
  if (status === "final" || status === "settled") readLater([DAY_KEY]);
}

/** The board shows races to come: a closed one leaves it at once. */
function patchNext(races: readonly NextRace[]): NextRace[] {
  return races.filter(({ status }) => status === "open");
}

function takeBalance(cashCents: number): void {
  queryClient.setQueryData<Wallet>(
    WALLET_KEY,
    (wallet) => wallet && { ...wallet, cash_cents: cashCents },
  );
  readOvertaken(WALLET_KEY);
  void queryClient.invalidateQueries({ queryKey: [MINE, "statement"] });
}

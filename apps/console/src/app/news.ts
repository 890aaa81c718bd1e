import type { StreamEvent } from "@club/client";
import type { OperatorMeeting, OperatorRace, Pause, RacePool, RaceStatus } from "@club/contract";
import { sumCents } from "@club/domain";
import { INCIDENTS_KEY, PAUSES_KEY } from "../api/incidents.ts";
import { MEETINGS_KEY } from "../api/meetings.ts";
import { queryClient, readAnew } from "../api/query-client.ts";
import { RACE_KEY } from "../api/race.ts";
import { receive } from "../api/stream.ts";
import { APPROVALS_KEY, TOP_UPS_KEY } from "../api/top-ups.ts";
import { WITHDRAWALS_KEY } from "../api/withdrawals.ts";

/*
 * News from the stream goes straight into the query cache, so that tables show it at once without
 * fetching. What the stream does not carry (results with their entries, refunds, the log) is
 * refetched when it says that the race changed, and all of it when the stream begins (`ready`):
 * news sent between a page's reads and that moment is not sent again.
 */

interface StatusNews {
  readonly race_id: string;
  readonly status: RaceStatus;
  readonly start_time: string;
  readonly closed_at: string | null;
}

interface OddsNews {
  readonly race_id: string;
  readonly pools: readonly (Pick<RacePool, "pool_id" | "gross_cents" | "bets"> &
    Partial<RacePool>)[];
}

/** Begins to follow the stream. Call once. */
export function followNews(): void {
  receive((event) => {
    const taker = KINDS[event.kind];
    if (taker === undefined) return;
    try {
      taker(JSON.parse(event.data === "" ? "null" : event.data) as never);
    } catch (error) {
      console.info("news", event.kind, error);
    }
  });
}

const KINDS: Readonly<Record<StreamEvent["kind"], (data: never) => void>> = {
  odds: (news: OddsNews) => takeOdds(news),
  race: (news: StatusNews) => {
    takeStatus(news);
    void readAnew([RACE_KEY, news.race_id]);
  },
  status: (news: StatusNews) => takeStatus(news),
  queue: () => void readAnew(...QUEUES),
  pauses: (news: { readonly list: readonly Pause[] }) => {
    queryClient.setQueryData<readonly Pause[]>([PAUSES_KEY], news.list);
    void readAnew(INCIDENTS_KEY);
  },
  ready: () => void setTimeout(() => void readAnew(...FOLLOWED), FIRST_READS_MS),
  resync: () => void queryClient.invalidateQueries(),
};

const QUEUES = [TOP_UPS_KEY, WITHDRAWALS_KEY, APPROVALS_KEY, INCIDENTS_KEY];
/** By then a page's first reads are answered: two rounds at once would crowd the connections. */
const FIRST_READS_MS = 1000;
/** What the stream changes. */
const FOLLOWED = [...QUEUES, PAUSES_KEY, MEETINGS_KEY, RACE_KEY];

function takeOdds({ race_id, pools }: OddsNews): void {
  queryClient.setQueryData<OperatorRace>([RACE_KEY, race_id], (race) => {
    if (race === undefined) return race;
    const merged = race.pools.map((pool) => {
      const news = pools.find(({ pool_id }) => pool_id === pool.pool_id);
      return news === undefined ? pool : { ...pool, ...news };
    });
    return { ...race, pools: merged, ...totalsOf(race.race_id, merged) };
  });
}

/** A double belongs to its leg 1. */
function totalsOf(raceId: string, pools: readonly RacePool[]) {
  const own = pools.filter((pool) => pool.race_id === raceId);
  return { gross_cents: Number(sumCents(own.map((pool) => BigInt(pool.gross_cents)))) };
}

function takeStatus({ race_id, status, start_time, closed_at }: StatusNews): void {
  queryClient.setQueriesData<readonly OperatorMeeting[]>({ queryKey: [MEETINGS_KEY] }, (meetings) =>
    meetings?.map((meeting) => ({
      ...meeting,
      races: meeting.races.map((race) =>
        race.race_id === race_id ? { ...race, status, start_time, closed_at } : race,
      ),
    })),
  );
}

import { statfs } from "node:fs/promises";
import { Gauge } from "prom-client";
import type { AppContext } from "../../core/context.ts";
import { noteBooks, readBooksLook } from "../../money/ledger/books-state.ts";

/** The club's figures in the database at one moment. */
interface ClubFigures {
  readonly told: number;
  readonly chain_lag_s: number;
  readonly settlement_age_s: number;
  readonly close_late_s: number;
  readonly deadlocks: number;
  readonly open_races: number;
  readonly deliveries: number;
}

const FIGURES = `SELECT (SELECT count(*) FROM event_inbox)::int AS told,
  coalesce((SELECT extract(epoch FROM club_now() - min(e.at)) FROM event_inbox i
    JOIN entry e ON e.id = i.entry_ids[1]), 0)::float AS chain_lag_s,
  coalesce((SELECT extract(epoch FROM club_now() - min(created_at)) FROM settlement
    WHERE step NOT IN ('posted', 'announced')), 0)::float AS settlement_age_s,
  coalesce(extract(epoch FROM club_now() - least(
    (SELECT min(start_time) FROM race WHERE status = 'open' AND start_time <= club_now()),
    (SELECT min(start_time) FROM sport_event WHERE status = 'open' AND start_time <= club_now()))), 0)::float AS close_late_s,
  (SELECT deadlocks FROM pg_stat_database WHERE datname = current_database())::int AS deadlocks,
  (SELECT count(*) FROM race WHERE status = 'open')::int AS open_races,
  (SELECT count(*) FROM delivery WHERE ended_at IS NULL)::int AS deliveries`;

/** Sums of all postings, old ones as folded, and of all wallets to compare with them. */
const BOOKS = `SELECT (f.ledger_cents + coalesce(p.ledger, 0))::text AS ledger,
    (f.players_cents + coalesce(p.players, 0))::text AS players,
    (SELECT coalesce(sum(cash_cents + held_cents + bonus_cents), 0)::text FROM wallet) AS wallets
  FROM books_fold f CROSS JOIN LATERAL (SELECT sum(amount_cents) AS ledger,
    sum(amount_cents) FILTER (WHERE balance_cents IS NOT NULL) AS players
    FROM posting WHERE id > f.until_id) p`;

/** Folds postings that are over two minutes old; those of the last turn wait for the next one. */
const FOLD = `UPDATE books_fold f SET until_id = f.older_mark, older_mark = f.mark, marked_at = club_now_ms(),
    mark = (SELECT coalesce(max(id), f.mark) FROM posting WHERE id > f.mark),
    ledger_cents = f.ledger_cents + s.ledger, players_cents = f.players_cents + s.players
  FROM books_fold g CROSS JOIN LATERAL (SELECT coalesce(sum(amount_cents), 0) AS ledger,
    coalesce(sum(amount_cents) FILTER (WHERE balance_cents IS NOT NULL), 0) AS players
    FROM posting WHERE id > g.until_id AND id <= g.older_mark) s
  WHERE f.marked_at < club_now_ms() - interval '1 minute'`;

/** Shown to everybody on the status page. */
const NOTE_LOOK = `
  INSERT INTO books_look (balanced, checked_at) VALUES ($1, club_now_ms())
  ON CONFLICT (id) DO UPDATE SET balanced = excluded.balanced, checked_at = excluded.checked_at`;

const FRESH_MS = 1000;

const GAUGES: readonly (readonly [string, string, (row: ClubFigures) => number])[] = [
  [
    "club_events_waiting",
    "Messages that the event writer has not numbered yet.",
    (row) => row.told,
  ],
  [
    "club_chain_lag_seconds",
    "Age of the oldest entry that is not chained.",
    (row) => row.chain_lag_s,
  ],
  [
    "club_settlement_age_seconds",
    "Age of the oldest unfinished settlement.",
    (row) => row.settlement_age_s,
  ],
  [
    "club_close_late_seconds",
    "Since the start of the race or event that should be closed and is not; bets are refused all the same.",
    (row) => row.close_late_s,
  ],
  ["club_deadlocks", "Deadlocks that the database has seen.", (row) => row.deadlocks],
  ["club_open_races", "Races open for bets.", (row) => row.open_races],
  [
    "club_deliveries_waiting",
    "Messages, notifications and webhooks that wait to be sent.",
    (row) => row.deliveries,
  ],
];

/**
 * Gauges of promise P21, read on demand, at most once a second. By connections that only read: those
 * of the jobs all wait when a standby is gone, and that is when somebody looks.
 */
export function registerClubMetrics(ctx: AppContext): void {
  const figures = remember(
    async () => (await ctx.db.browsing.query<Mutable<ClubFigures>>(FIGURES)).rows[0],
  );
  const registers = [ctx.metrics.registry];
  const gauge = (name: string, help: string, read: (row: ClubFigures) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect(): Promise<void> {
        const row = await figures().catch(() => undefined);
        if (row !== undefined) this.set(read(row));
      },
    });
  };
  for (const [name, help, read] of GAUGES) gauge(name, help, read);
  new Gauge({
    name: "club_disk_free_bytes",
    help: "Free space where the data folder lies.",
    registers,
    async collect(): Promise<void> {
      const disk = await statfs(ctx.settings.dataDir).catch(() => null);
      if (disk !== null) this.set(disk.bavail * disk.bsize);
    },
  });
  new Gauge({
    name: "club_books_balanced",
    help: "1 while the ledger sums to zero and the wallets agree with it, by the last look of whoever leads.",
    registers,
    async collect(): Promise<void> {
      const look = await readBooksLook(ctx.db.browsing).catch(() => null);
      // Not looked yet, or not known now, is neither.
      if (look === null) this.remove();
      else this.set(look.balanced ? 1 : 0);
    },
  });
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function remember<T>(read: () => Promise<T>): () => Promise<T> {
  let at = -Infinity;
  let last: Promise<T> | null = null;
  return async () => {
    if (last === null || performance.now() - at > FRESH_MS) {
      at = performance.now();
      last = read();
    }
    return await last;
  };
}

/**
 * Adds up the ledger: all postings must sum to zero, and the wallets must equal the players'
 * postings. One cent off is stored, shown by every process's metric and logged as an error, and
 * settling waits until it is put right.
 */
export async function watchBooks(ctx: AppContext): Promise<boolean> {
  const { rows } = await ctx.db.jobs.query<{ ledger: string; players: string; wallets: string }>(
    BOOKS,
  );
  const books = rows[0];
  const isBalanced = books !== undefined && books.ledger === "0" && books.players === books.wallets;
  await noteBooks(ctx.db.jobs, isBalanced);
  if (isBalanced) await ctx.db.jobs.query(FOLD);
  await ctx.db.jobs.query(NOTE_LOOK, [isBalanced]);
  if (!isBalanced) ctx.log.error({ books }, "the books do not balance");
  return isBalanced;
}

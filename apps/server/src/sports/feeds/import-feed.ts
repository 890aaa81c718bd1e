import type { DataOf, importSportFeed } from "@club/contract";
import { Refusal, withMargin } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { newId } from "../../core/kit/ids.ts";
import { parseInstant } from "../../core/http/wire.ts";
import { audit } from "../../desk/operators/audit.ts";
import { forgetSports } from "../events/read-sports.ts";
import type { SportActor } from "../events/sport-event-act.ts";
import { type FeedEventAct, applyEvent, problemOf, readFedEvent } from "./apply-feed.ts";
import {
  type FeedAct,
  type FeedChange,
  type StoredEvent,
  changesOf,
  diffEvent,
  isRenamed,
  playedChangeOf,
} from "./diff-feed.ts";
import type { FeedEvent, FeedOptions, ReadFeed } from "./feed-event.ts";
import { isPlayed, keepPlayed, playedChange } from "./played-matches.ts";
import { readFootballData } from "./read-football-data.ts";
import { readOddsApi } from "./read-odds-api.ts";

type Format = "the-odds-api" | "football-data";
type Answer = DataOf<typeof importSportFeed>;

export interface FeedImport {
  readonly format: Format;
  readonly payload?: unknown;
  readonly dry_run?: boolean | null | undefined;
  readonly bookmaker?: string | null | undefined;
  readonly margin_bps?: number | null | undefined;
  readonly publish?: boolean | null | undefined;
  readonly first_start_at?: string | null | undefined;
  /** hand, folder:NAME or url. */
  readonly source: string;
}

const READERS: Readonly<Record<Format, (payload: unknown, options: FeedOptions) => ReadFeed>> = {
  "the-odds-api": readOddsApi,
  "football-data": readFootballData,
};
const MOST_CHANGES = 2000;

/**
 * Reads a feed and carries out the differences, event by event; `dry_run` shows them and writes
 * nothing. The raw payload is stored. The same payload again changes nothing.
 *
 * @throws feed.unreadable, request.invalid
 */
export async function importFeed(
  ctx: AppContext,
  asked: FeedImport,
  actor: SportActor,
): Promise<Answer> {
  const read = readFeed(asked);
  const counts = new Counts(read.problems);
  for (const feed of once(read.events, counts.problems)) {
    const stored = await readFedEvent(ctx.db.operators, asked.format, feed.sourceId);
    await takeHistory(ctx, { asked, feed, stored, counts });
    if (stored === null && isPlayed(feed)) continue;
    const acts = diffEvent(feed, stored);
    counts.noteNames(feed, stored);
    try {
      if (asked.dry_run !== true) await applyEvent(ctx, toAct(asked, feed, acts), actor);
      counts.add(feed, stored, acts);
    } catch (error) {
      counts.problems.push(problemOf(feed, error));
    }
  }
  const answer = counts.answer();
  if (asked.dry_run === true) return { import_id: null, ...answer };
  forgetSports(ctx);
  return { import_id: await keep(ctx, { asked, answer, actor }), ...answer };
}

/** The file as it will be applied: moved in time, with the club's own margin. */
function readFeed(asked: FeedImport): ReadFeed {
  const read = READERS[asked.format](asked.payload, { bookmaker: asked.bookmaker ?? null });
  const moved = retimed(read.events, asked.first_start_at ?? null);
  return { ...read, events: priced(moved, asked.margin_bps ?? null) };
}

interface FeedLine {
  readonly asked: FeedImport;
  readonly feed: FeedEvent;
  readonly stored: StoredEvent | null;
  readonly counts: Counts;
}

/** Stores a played match for the form of its sides; if nobody could bet on it, that is all. */
async function takeHistory(ctx: AppContext, line: FeedLine): Promise<void> {
  const { asked, feed, stored, counts } = line;
  // Under other names nothing of a line is believed.
  if (!isPlayed(feed) || (stored !== null && isRenamed(feed, stored.event))) return;
  const change = await playedChange(ctx.db.operators, asked.format, feed);
  if (change !== "unchanged" && asked.dry_run !== true) {
    await keepPlayed(ctx.db.operators, asked.format, feed);
  }
  if (stored === null) counts.addPlayed(feed, change !== "unchanged");
}

function toAct(asked: FeedImport, feed: FeedEvent, acts: readonly FeedAct[]): FeedEventAct {
  const { format, publish, source } = asked;
  return { feed, format, acts, isPublished: publish ?? true, isWatched: source !== "hand" };
}

/** The outcome of an import. */
class Counts {
  readonly problems: string[];
  readonly #changes: FeedChange[] = [];
  readonly #sums = { added: 0, changed: 0, unchanged: 0, results: 0, played: 0 };

  constructor(problems: readonly string[]) {
    this.problems = [...problems];
  }

  add(feed: FeedEvent, stored: StoredEvent | null, acts: readonly FeedAct[]): void {
    this.#changes.push(...changesOf(feed, stored, acts));
    if (stored === null) this.#sums.added += 1;
    else if (acts.length > 0) this.#sums.changed += 1;
    else this.#sums.unchanged += 1;
    if (acts.some((act) => act.kind === "result")) this.#sums.results += 1;
  }

  /** An event under other names is ignored until a person has looked. */
  noteNames(feed: FeedEvent, stored: StoredEvent | null): void {
    if (stored === null || !isRenamed(feed, stored.event)) return;
    const { fed_home: home, fed_away: away } = stored.event;
    this.problems.push(`${home} - ${away}: is now ${feed.home} - ${feed.away}`);
  }

  addPlayed(feed: FeedEvent, isNew: boolean): void {
    this.#changes.push(playedChangeOf(feed, isNew));
    if (isNew) this.#sums.played += 1;
    else this.#sums.unchanged += 1;
  }

  answer(): Omit<Answer, "import_id"> {
    return {
      ...this.#sums,
      problems: this.problems.slice(0, MOST_CHANGES),
      changes: this.#changes.slice(0, MOST_CHANGES),
    };
  }
}

/** Moves the whole file so that its first event starts at that time. @throws request.invalid */
function retimed(events: readonly FeedEvent[], firstStartAt: string | null): readonly FeedEvent[] {
  if (firstStartAt === null || events.length === 0) return events;
  const first = parseInstant(firstStartAt);
  if (first === null) throw new Refusal("request.invalid", { field: "first_start_at" });
  const earliest = Math.min(...events.map((event) => event.startTime.getTime()));
  const shift = first.getTime() - earliest;
  return events.map((event) => ({
    ...event,
    startTime: new Date(event.startTime.getTime() + shift),
  }));
}

/** An event repeated in the file counts once: the first one. */
function once(events: readonly FeedEvent[], problems: string[]): readonly FeedEvent[] {
  const seen = new Set<string>();
  return events.filter(({ sourceId, home, away }) => {
    if (seen.has(sourceId)) problems.push(`${home} - ${away}: is twice in the file`);
    return !seen.has(sourceId) && seen.add(sourceId);
  });
}

/** Applies the club's own margin instead of the feed's. */
function priced(events: readonly FeedEvent[], marginBps: number | null): readonly FeedEvent[] {
  if (marginBps === null) return events;
  return events.map((event) => ({
    ...event,
    markets: event.markets.map((market) => {
      const odds = withMargin(
        market.outcomes.map(({ oddsMilli }) => oddsMilli),
        marginBps,
      );
      const outcomes = market.outcomes.map((outcome, i) => ({
        ...outcome,
        oddsMilli: odds[i] ?? outcome.oddsMilli,
      }));
      return { ...market, outcomes };
    }),
  }));
}

async function keep(
  ctx: AppContext,
  done: { asked: FeedImport; answer: Omit<Answer, "import_id">; actor: SportActor },
): Promise<string> {
  const { asked, answer, actor } = done;
  const id = newId();
  const { changes: _, ...counts } = answer;
  await ctx.db.operators.query(
    `INSERT INTO sport_feed_import (id, source, format, payload, answer, is_ok, operator_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      asked.source,
      asked.format,
      typeof asked.payload === "string" ? asked.payload : JSON.stringify(asked.payload),
      JSON.stringify(counts),
      answer.problems.length === 0,
      actor.operator?.id ?? null,
    ],
  );
  await audit(ctx.db.operators, {
    action: "sport.import",
    operator: actor.operator,
    request: actor.request,
    target: id,
    after: counts,
  });
  return id;
}

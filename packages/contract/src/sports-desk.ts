import { MARKET_TYPES } from "@club/domain";
import { z } from "zod";
import { day, defineCall, id, instant } from "./call.ts";
import { deskEvent, deskEventLine, deskMarket } from "./sports-desk-views.ts";
import { DAY_READERS, TRADERS } from "./desk-roles.ts";
import { SPORT_EVENT_STATUSES, odds } from "./sports.ts";

const eventParams = z.object({ event_id: id });
const marketParams = z.object({ market_id: id });
const reason = z.string().trim().max(500);
const name = z.string().trim().min(1).max(120);

const newOutcome = z.strictObject({
  key: z.string().trim().min(1).max(40),
  name: z.string().trim().max(120).nullish(),
  odds_milli: odds,
});
const newMarket = z.strictObject({
  type: z.enum(MARKET_TYPES),
  line: z.number().min(-1000).max(1000).nullish(),
  outcomes: z.array(newOutcome).min(2).max(200),
  max_liability_cents: z.int().min(0).nullish(),
  combines: z.boolean().nullish(),
});

const onEvent = { asksAgain: false, access: TRADERS, data: deskEvent } as const;

export const createSportEvent = defineCall("POST /api/operator/sports/events", {
  ...onEvent,
  summary: "Makes an event with its markets: a draft, or with `publish` open for bets at once.",
  body: z.strictObject({
    sport: z
      .string()
      .trim()
      .regex(/^[a-z][a-z0-9_]{1,39}$/),
    competition: name,
    home: name,
    away: z.string().trim().max(120),
    home_names: z.record(z.string().max(12), name).nullish(),
    away_names: z.record(z.string().max(12), name).nullish(),
    start_time: instant,
    markets: z.array(newMarket).max(200),
    publish: z.boolean().nullish(),
  }),
});

export const listDeskEvents = defineCall("GET /api/operator/sports/events", {
  summary: "Events in order of start, drafts too. Without `day`: all that are not settled or void.",
  access: DAY_READERS,
  query: z.object({
    day: day.optional(),
    sport: z.string().max(40).optional(),
    status: z.enum(SPORT_EVENT_STATUSES).optional(),
    q: z.string().max(80).optional(),
  }),
  list: z.array(deskEventLine),
});

export const getDeskEvent = defineCall("GET /api/operator/sports/events/:event_id", {
  summary: "One event with its markets, its book, results and log.",
  access: DAY_READERS,
  params: eventParams,
  data: deskEvent,
});

export const changeSportEvent = defineCall("POST /api/operator/sports/events/:event_id/change", {
  ...onEvent,
  summary:
    "Changes names, start time, limit or the live score of an event. A start that moves later than the sport allows is 409 `sport.postponed`: void it instead.",
  params: eventParams,
  body: z.strictObject({
    competition: name.nullish(),
    home: name.nullish(),
    away: z.string().trim().max(120).nullish(),
    home_names: z.record(z.string().max(12), name).nullish(),
    away_names: z.record(z.string().max(12), name).nullish(),
    start_time: instant.nullish(),
    max_liability_cents: z.int().min(0).nullish(),
    live: z
      .object({
        home: z.int().min(0).max(999).nullable(),
        away: z.int().min(0).max(999).nullable(),
        clock: z.string().max(12).nullable(),
      })
      .nullish(),
    reason: reason.nullish(),
  }),
});

export const addSportMarket = defineCall("POST /api/operator/sports/events/:event_id/markets", {
  ...onEvent,
  summary: "Adds a market to an event that has not started.",
  params: eventParams,
  body: newMarket,
});

const act = z.strictObject({ reason: reason.nullish() }).nullish();

export const publishSportEvent = defineCall("POST /api/operator/sports/events/:event_id/publish", {
  ...onEvent,
  summary: "Opens a draft for bets.",
  params: eventParams,
  body: act,
});

export const suspendSportEvent = defineCall("POST /api/operator/sports/events/:event_id/suspend", {
  ...onEvent,
  summary: "No bets on any market of the event until it is resumed.",
  params: eventParams,
  body: act,
});

export const resumeSportEvent = defineCall("POST /api/operator/sports/events/:event_id/resume", {
  ...onEvent,
  summary: "Takes bets again; a market that was suspended by itself stays so.",
  params: eventParams,
  body: act,
});

export const closeSportEvent = defineCall("POST /api/operator/sports/events/:event_id/close", {
  ...onEvent,
  summary:
    "Closes betting for good. No bet of the event has an `accepted_at` later than its `closed_at`.",
  params: eventParams,
  body: act,
});

const allAct = z
  .strictObject({ sport: z.string().max(40).nullish(), reason: reason.nullish() })
  .nullish();

export const suspendAllSports = defineCall("POST /api/operator/sports/suspend-all", {
  asksAgain: false,
  summary:
    "Suspends every open event, or those of one sport, in one transaction; what opens while the hold runs waits too.",
  access: TRADERS,
  body: allAct,
  data: z.object({ suspended: z.int() }),
});

export const resumeAllSports = defineCall("POST /api/operator/sports/resume-all", {
  asksAgain: false,
  summary:
    "Takes up what `suspend-all` suspended, of every sport or of one; an event that was suspended by itself stays so, and while all sports are on hold one of them waits on.",
  access: TRADERS,
  body: allAct,
  data: z.object({ resumed: z.int() }),
});

const onMarket = {
  asksAgain: false,
  access: TRADERS,
  params: marketParams,
  data: deskMarket,
} as const;

export const priceSportMarket = defineCall("POST /api/operator/sports/markets/:market_id/price", {
  ...onMarket,
  summary:
    "Sets odds: one new version of the market. With `version`, only if the market is still at it (409 `sport.version`).",
  body: z.strictObject({
    outcomes: z
      .array(z.strictObject({ outcome_id: id, odds_milli: odds }))
      .min(1)
      .max(200),
    version: z.int().nullish(),
  }),
});

export const suspendSportMarket = defineCall(
  "POST /api/operator/sports/markets/:market_id/suspend",
  {
    ...onMarket,
    summary: "No bets on the market until it is resumed.",
    body: act,
  },
);

export const resumeSportMarket = defineCall("POST /api/operator/sports/markets/:market_id/resume", {
  ...onMarket,
  summary: "Takes bets on the market again.",
  body: act,
});

export const limitSportMarket = defineCall("POST /api/operator/sports/markets/:market_id/limit", {
  ...onMarket,
  summary: "The most that the club is ready to lose on the market by single bets.",
  body: z.strictObject({ max_liability_cents: z.int().min(0) }),
});

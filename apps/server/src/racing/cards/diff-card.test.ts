import { readFileSync } from "node:fs";
import { RACE_POOL_CODES } from "@club/domain";
import { describe, expect, test } from "vitest";
import type { Card } from "./card.ts";
import { diffCard } from "./diff-card.ts";
import { readEntainCard } from "./entain-card.ts";
import type { StoredCard, StoredRace } from "./stored-card.ts";

const MINUTE_MS = 60_000;
const START = new Date("2026-11-21T03:35:00.000Z");
const after = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS);

function fixture(name: string): Card {
  const url = new URL(`fixtures/${name}`, import.meta.url);
  const options = { currency: "AUD", firstRaceAt: null };
  const { card } = readEntainCard(JSON.parse(readFileSync(url, "utf8")), options);
  if (card === null) throw new TypeError(`${name} is a card`);
  return card;
}

/** The club's copy of a card, as an import leaves it. */
function stored(card: Card, change: Partial<StoredRace> = {}): StoredCard {
  const races = card.races.map((race): StoredRace => {
    const { row: _row, start_time, pools, runners, ...facts } = race;
    return {
      ...facts,
      id: `race ${race.number}`,
      status: "draft",
      has_bets: false,
      start_time: start_time ?? START,
      card_start: start_time,
      card_pools: pools,
      pools: RACE_POOL_CODES,
      tips: [],
      now: after(-60),
      runners: runners.map(({ row: _place, ...runner }) => ({
        ...runner,
        past_runs: [],
        comment: null,
        by_hand: [],
      })),
      ...change,
    };
  });
  return { id: "meeting", meeting: card.meeting, races };
}

describe("the feed's programme after its races", () => {
  const field = fixture("entain-event.json");
  const programme = fixture("entain-meetings.json");

  test.each([
    ["a draft", { status: "draft" }],
    ["an open race with bets", { status: "open", has_bets: true }],
  ] as const)("it names no runners: those of %s stay", (_name, change) => {
    const { diff, races } = diffCard(programme, stored(field, change));
    expect(diff).toMatchObject({ removed: 0, problems: [] });
    expect(races.flatMap(({ removed }) => removed)).toEqual([]);
    expect(diff.changes.filter(({ runner }) => runner !== null)).toEqual([]);
  });

  test("a card that names its runners still takes away whom it no longer names", () => {
    const [race] = field.races;
    const fewer = { ...field, races: [{ ...race!, runners: race!.runners.slice(1) }] };
    expect(diffCard(fewer, stored(field)).diff.removed).toBe(1);
  });

  test("it says nothing of rules and dividends: the meeting's stay, also once a race was opened", () => {
    const before = stored(field, { status: "open" });
    const meeting = { ...programme.meeting, rule_set: "UK_TOTE", dividends: "declared" } as const;
    const renamed = { ...programme, meeting: { ...programme.meeting, name: "Wattle Ridge Park" } };
    const plan = diffCard(renamed, { ...before, meeting });
    expect(plan.diff.problems).toEqual([]);
    expect(plan.diff.changes[0]?.fields.map((each) => each.field)).toEqual(["name"]);
    expect(plan.meeting).toEqual({ ...meeting, name: "Wattle Ridge Park" });
  });
});

test("a runner that the desk scratched in a draft comes back by no card without a confirm", () => {
  const card = fixture("entain-event.json");
  const before = stored(card);
  const [race] = before.races;
  const [out, ...others] = race!.runners.filter(({ scratched }) => !scratched);
  const runners = [{ ...out!, scratched: true }, ...others];
  const now = { ...before, races: [{ ...race!, runners }] };
  const only = {
    ...card.races[0]!,
    runners: card.races[0]!.runners.filter((each) => !each.scratched),
  };
  const { diff } = diffCard({ ...card, races: [only] }, now);
  expect(diff).toMatchObject({ changed: 1, needs_confirm: true, problems: [] });
  const withdrawn = only.runners.map((each) => ({ ...each, scratched: true }));
  const scratches = diffCard({ ...card, races: [{ ...only, runners: withdrawn }] }, now);
  expect(scratches.diff.needs_confirm).toBe(false);
});

test("a race whose start has passed is opened again by no file, though the clock has not closed it yet", () => {
  const card = fixture("entain-event.json");
  const [race] = card.races;
  const later = { ...card, races: [{ ...race!, start_time: after(20) }] };
  const start = { status: "open", start_time: START } as const;
  const codes = (now: Date) =>
    diffCard(later, stored(card, { ...start, now })).diff.problems.map(({ code }) => code);
  expect(codes(after(-1))).toEqual([]);
  expect(codes(after(0))).toEqual(["start_past"]);
});

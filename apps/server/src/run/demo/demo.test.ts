import { type BetForm, type CardRun, resultRuns } from "@club/contract";
import { describe, expect, test } from "vitest";
import { readClubCard } from "../../racing/cards/club-card.ts";
import { makeDemoCards } from "./demo-card.ts";
import { earlyForms, makeForm } from "./demo-forms.ts";
import { drawHash, drawPlacings, drawSeed, strengthOf } from "./draw.ts";
import { drawRuns } from "./draw-runs.ts";
import { randomOf } from "./random.ts";

const OPTIONS = {
  seed: "a",
  zone: "Australia/Sydney",
  currency: "AUD",
  firstStartMs: Date.parse("2026-11-21T03:00:00Z"),
  paceMs: 240_000,
  batch: 0,
};

describe("cards", () => {
  test("are cards that the club can import, the same from the same seed", () => {
    const cards = makeDemoCards(OPTIONS);
    expect(cards).toHaveLength(4);
    for (const payload of cards) {
      const { problems } = readClubCard(payload, { currency: "AUD", firstRaceAt: null });
      expect(problems).toEqual([]);
    }
    expect(makeDemoCards(OPTIONS)).toEqual(cards);
    expect(makeDemoCards({ ...OPTIONS, seed: "b" })).not.toEqual(cards);
  });

  test("bring the runs behind each runner's form, a comment and tips of the best", () => {
    type Runner = { number: number; form: string; past_runs: CardRun[]; comment: string };
    type Race = { runners: Runner[]; tips: { numbers: number[] }[] };
    const races = makeDemoCards(OPTIONS).flatMap((card) => (card as { races: Race[] }).races);
    for (const { runners, tips } of races) {
      const strengths = runners.map(strengthOf);
      const tipped = runners.find(({ number }) => number === tips[0]?.numbers[0])!;
      expect(strengthOf(tipped)).toBe(Math.max(...strengths));
      for (const { form, past_runs, comment } of runners) {
        expect(comment).not.toBe("");
        const figures = past_runs.map(({ place, starters }) => {
          const isLast = place === 8 && starters === 8;
          return place! > 9 ? "0" : isLast ? "890" : String(place);
        });
        for (const [at, figure] of form.split("").toReversed().entries()) {
          expect(figures[at]).toContain(figure);
        }
        const days = past_runs.map(({ date }) => date);
        expect(days).toEqual(days.toSorted().toReversed());
        expect(past_runs.every(({ place, margin }) => (place === 1) === (margin === 0))).toBe(true);
      }
    }
  });

  test("have a race every few minutes, one after the other", () => {
    const starts = makeDemoCards(OPTIONS)
      .flatMap((card) => (card as { races: { start_time: string }[] }).races)
      .map(({ start_time }) => Date.parse(start_time))
      .toSorted((a, b) => a - b);
    const gaps = new Set(starts.slice(1).map((start, i) => start - (starts[i] ?? 0)));
    expect([...gaps]).toEqual([OPTIONS.paceMs]);
  });

  test("name no meeting of a day twice", () => {
    const codes = Array.from({ length: 20 }, (_, batch) => makeDemoCards({ ...OPTIONS, batch }))
      .flat()
      .map((card) => (card as { meeting: { code: string } }).meeting.code);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

test("a drawn race is run to its placings, in the style of its runners", () => {
  const runners = Array.from({ length: 12 }, (_, i) => ({
    number: i + 1,
    form: String(1111 * ((i % 9) + 1)),
    early: i / 11,
  }));
  const places = { first: 0, last: 0 };
  for (let n = 0; n < 50; n++) {
    const placings = drawPlacings(`race ${n}`, runners);
    const race = { placings, runners, distance_m: 1200, event_type: "Races" as const };
    const runs = drawRuns(`race ${n}`, race);
    expect(drawRuns(`race ${n}`, race)).toEqual(runs);
    expect(resultRuns.parse(runs)).toEqual(runs);
    expect(runs.map(({ number }) => number)).toHaveLength(12);
    let place = 1;
    for (const group of placings) {
      for (const number of group) {
        const run = runs.find((each) => each.number === number);
        expect(run?.positions.at(-1)).toBe(place);
      }
      place += group.length;
    }
    const earlyOf = (number: number) => runs.find((run) => run.number === number)!.positions[0]!;
    places.first += earlyOf(1);
    places.last += earlyOf(12);
  }
  expect(places.first / 50).toBeLessThan(4);
  expect(places.last / 50).toBeGreaterThan(9);
});

describe("the members' money", () => {
  const random = randomOf("money");
  const runners = ["1112", "2342", "3455", "6787", "9098", "7689", "5443", "8878"].map(
    (form, i) => ({ number: i + 1, form, scratched: i === 6 }),
  );
  const race = { race_id: "r", seconds: 200, runners };
  /** What is on each runner to win, bet by bet. */
  const onRunners = new Map<number, number>();
  const take = (form: BetForm): void => {
    const chosen = form.horse as number[];
    for (const number of chosen) {
      onRunners.set(number, (onRunners.get(number) ?? 0) + Number(form.betAmount));
    }
  };
  const total = () => [...onRunners.values()].reduce((sum, amount) => sum + amount, 0);
  const price = (number: number) => (0.855 * total()) / (onRunners.get(number) ?? 0);
  const WIN = 1;

  test("is there from the morning on, and a ticket moves no price by more than a fifth", () => {
    const early = earlyForms(random, race);
    expect(early.every(({ betAmount }) => Number(betAmount) <= 200)).toBe(true);
    early.filter(({ bet_type }) => bet_type === WIN).forEach(take);
    expect([...onRunners.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 8]);
    const morning = new Map([...onRunners.keys()].map((number) => [number, price(number)]));
    expect(Math.max(...morning.values())).toBeLessThan(100);
    const later = Array.from({ length: 2000 }, () => makeForm(random, race, undefined));
    let most = 1;
    for (const form of later.filter(({ bet_type }) => bet_type === WIN)) {
      const before = new Map([...morning.keys()].map((number) => [number, price(number)]));
      take(form);
      for (const [number, was] of before)
        most = Math.max(most, was / price(number), price(number) / was);
    }
    expect(most).toBeLessThan(1.2);
    for (const [number, was] of morning) {
      expect(price(number) / was).toBeGreaterThan(0.5);
      expect(price(number) / was).toBeLessThan(2);
    }
  });
});

describe("the draw", () => {
  const runners = Array.from({ length: 10 }, (_, i) => ({
    number: i + 1,
    form: String(i % 9).repeat(4),
  }));

  test("follows from the seed, and its hash from the seed", () => {
    const seed = drawSeed(Buffer.from("secret"), "race");
    expect(drawPlacings(seed, runners)).toEqual(drawPlacings(seed, runners));
    expect(drawHash(seed)).toMatch(/^[0-9a-f]{64}$/);
    expect(drawSeed(Buffer.from("secret"), "other")).not.toBe(seed);
  });

  test("names five places at least, nobody twice, and sometimes a dead heat", () => {
    let ties = 0;
    for (let i = 0; i < 400; i++) {
      const placings = drawPlacings(`seed ${i}`, runners);
      const all = placings.flat();
      expect(new Set(all).size).toBe(all.length);
      expect(all).toHaveLength(5);
      if (placings.some((group) => group.length > 1)) ties += 1;
    }
    expect(ties).toBeGreaterThan(1);
    expect(ties).toBeLessThan(40);
  });

  test("good form wins more often", () => {
    expect(strengthOf({ number: 1, form: "1111" })).toBeGreaterThan(
      strengthOf({ number: 1, form: "8888" }),
    );
  });
});

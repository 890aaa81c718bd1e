import type { SportEvent } from "@club/contract";
import { expect, test } from "vitest";
import { stateOfEvent } from "./event-state.ts";

const event = (home: number, won: string | null, version = 3) =>
  ({
    status: "settled",
    result: { home, away: 1 },
    markets: [
      { market_id: "m1", version, outcomes: [{ result: won }, { result: "lost" }] },
      { market_id: "m2", version: 1, outcomes: [{ result: "void" }] },
    ],
  }) as unknown as SportEvent;

test("a correction names another state, though no price has moved; the same is the same", () => {
  const state = stateOfEvent(event(2, "won"));
  expect(stateOfEvent(event(2, "won"))).toBe(state);
  expect(stateOfEvent(event(2, "lost"))).not.toBe(state);
  expect(stateOfEvent(event(1, "won"))).not.toBe(state);
  expect(stateOfEvent(event(2, "won", 4))).not.toBe(state);
  expect(stateOfEvent({ ...event(2, "won"), status: "void" })).not.toBe(state);
});

import { afterAll, beforeAll, test } from "vitest";
import { type Pair, exchangeUnderBets } from "./lib/exchange.ts";
import { FaultClub } from "./lib/fault-club.ts";

/**
 * P16, P18: docs/operations.md, "Upgrades": two processes are exchanged one by one while people bet
 * through a balancer. A bet is at worst told `club.busy`; each stands once, and no reader has a gap.
 */
let club: FaultClub;
let pair: Pair;

/** What slow machines take longer for is no refusal: the database is waited for. */
const PATIENT = { CLUB_DATABASE_PATIENCE: "10" };

beforeAll(async () => {
  club = await FaultClub.start({ env: () => PATIENT });
  pair = { first: club.server, second: await club.startBeside(PATIENT) };
});
afterAll(async () => {
  await pair?.second.stop();
  await club?.stop();
});

test("rolling-exchange: no bet is refused but by club.busy, each stands once", async () => {
  await exchangeUnderBets(club, pair, [
    { of: "first", start: async () => await club.startServer(PATIENT) },
    { of: "second", start: async () => await club.startBeside(PATIENT) },
  ]);
});

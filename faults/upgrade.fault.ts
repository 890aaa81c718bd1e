import { expect, test } from "vitest";
import { act } from "../apps/server/src/test/card-desk.ts";
import { ok } from "../apps/server/src/test/club.ts";
import { type EarlierRelease, hasHistory, takeOut } from "./lib/earlier-release.ts";
import { type Exchange, type Pair, exchangeUnderBets } from "./lib/exchange.ts";
import { FaultClub } from "./lib/fault-club.ts";

/**
 * P18, P27: every earlier release really runs on the schema of this one, with a race open and bets
 * running: beside this release, alone, and to the end of the race.
 */
const RELEASES = [{ version: "1.0.0", commit: "0c8442606f6e54a9a4046544f6a2f0853c10069d" }];

/** What slow machines take longer for is no refusal: the database is waited for. */
const PATIENT = { CLUB_DATABASE_PATIENCE: "10" };

test.skipIf(!hasHistory(RELEASES.map(({ commit }) => commit))).each(RELEASES)(
  "upgrade: $version and this release are exchanged there and back, no bet is refused but by club.busy, each stands once",
  async ({ commit }) => {
    const earlier = takeOut(commit);
    const club = await FaultClub.start({ env: () => PATIENT });
    const pair: Pair = { first: club.server, second: await club.startBeside(PATIENT) };
    try {
      await exchangeUnderBets(club, pair, thereAndBack(club, earlier));
      await expectSettles(club);
    } finally {
      await pair.second.stop();
      await club.stop();
      earlier.remove();
    }
  },
);

/** Back to the earlier release, up again, and one of the two back once more. */
function thereAndBack(club: FaultClub, { main }: EarlierRelease): Exchange[] {
  const of = { first: club.startServer.bind(club), second: club.startBeside.bind(club) };
  const back = (which: keyof Pair): Exchange => ({
    of: which,
    start: async () => await of[which]({}, main),
  });
  const up = (which: keyof Pair): Exchange => ({
    of: which,
    start: async () => await of[which](PATIENT),
  });
  return [back("first"), back("second"), up("first"), up("second"), back("first")];
}

/** The earlier release closes and settles what both took bets on. */
async function expectSettles(club: FaultClub): Promise<void> {
  const [race] = await club.query("SELECT id FROM race");
  const raceId = String(race?.["id"]);
  ok(await act(club.server, raceId, "close"));
  const result = { placings: [[1], [2], [3], [4]], stage: "final" };
  const { result_version } = ok(await act(club.server, raceId, "result", result));
  ok(await act(club.server, raceId, "settle", { result_version }));
  await expect
    .poll(async () => await club.query("SELECT status FROM race"))
    .toEqual([{ status: "settled" }]);
  await club.expectWhole(new Map());
}

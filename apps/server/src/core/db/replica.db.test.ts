import { afterAll, beforeAll, expect, test } from "vitest";
import { startClub } from "../../test/club.ts";
import type { TestClub } from "../../test/club.ts";
import { UnfitServer } from "./check-server.ts";
import { readerOf, Replica } from "./replica.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => await club.close());

function replicaAt(url: string) {
  const { browsing: primary } = club.ctx.db;
  const told: (string | null)[] = [];
  const replica = new Replica({ url, primary, onTurn: (reason) => told.push(reason) });
  return { replica, told, reader: replica.reader("lists", readerOf(primary)) };
}

test("a replica that was promoted is done without: that is said once, and the primary is read", async () => {
  const { replica, told, reader } = replicaAt(club.database.appUrl);
  try {
    await replica.open();
    for (let n = 0; n < 3; n += 1) await replica.look().catch(() => undefined);
    expect(told).toEqual(["it is no standby: name one that streams from DATABASE_URL"]);
    expect(replica.coveredMs).toBe(Number.NEGATIVE_INFINITY);
    expect((await reader.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  } finally {
    await replica.end();
  }
});

test("another database than the club's is refused", async () => {
  const url = new URL(club.database.adminUrl);
  url.pathname = "/postgres";
  const { replica } = replicaAt(url.href);
  try {
    await expect(replica.open()).rejects.toThrow(UnfitServer);
  } finally {
    await replica.end();
  }
});

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, open, rm, stat, statfs, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, type TestPlayer } from "../apps/server/src/test/club.ts";
import { type Bettors, startBettors } from "./lib/bettors.ts";
import { FaultClub } from "./lib/fault-club.ts";

/**
 * P13: a full disk is a clear refusal. The club's folder is a small memory disk, which only root
 * may make; elsewhere the test says that it was skipped.
 */
const SIZE_MB = 800;
const PIECE = Buffer.alloc(1024 * 1024, 1);
/** The club stops below 40 MiB, a twentieth of the disk. */
const SHORT_BYTES = 38 * PIECE.length;
/** The club looks every ten seconds; betting is back within thirty. */
const BACK_WITHIN_MS = 30_000;

let place: string;
let club: FaultClub;
let players: TestPlayer[];

const canMount = process.getuid?.() === 0 && process.platform === "linux" && tryMount();

function tryMount(): boolean {
  const folder = join(tmpdir(), `club-try-${process.pid}`);
  spawnSync("mkdir", [folder]);
  const isMounted = mount(folder, 1);
  if (isMounted) spawnSync("umount", [folder]);
  spawnSync("rmdir", [folder]);
  return isMounted;
}

function mount(folder: string, mb: number): boolean {
  const args = ["-t", "tmpfs", "-o", `size=${mb}m,mode=711`, "club-fault", folder];
  return spawnSync("mount", args).status === 0;
}

/** Fills the disk until this many bytes are left; 0 takes the last one. */
async function fill(leaveBytes: number): Promise<void> {
  const file = await open(join(place, "ballast"), "a");
  try {
    while ((await free()) - PIECE.length >= leaveBytes) await file.write(PIECE);
    if (leaveBytes === 0) for (;;) await file.write(PIECE.subarray(0, 4096));
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOSPC") throw error;
  } finally {
    await file.close();
  }
}

async function free(): Promise<number> {
  const { bavail, bsize } = await statfs(place);
  return bavail * bsize;
}

/** How often bets were refused for lack of room. First frees what they have used meanwhile. */
async function refusalsAt(leaveBytes: number, { trouble }: Bettors): Promise<number> {
  const missing = leaveBytes - (await free());
  const ballast = join(place, "ballast");
  if (missing > 0) await truncate(ballast, (await stat(ballast)).size - missing);
  return trouble.get("club.read_only") ?? 0;
}

const makeRoom = async (): Promise<void> => await rm(join(place, "ballast"));

beforeAll(async () => {
  if (!canMount) return;
  place = await mkdtemp(join(tmpdir(), "club-small-"));
  await chmod(place, 0o711);
  expect(mount(place, SIZE_MB)).toBe(true);
  club = await FaultClub.start({ folder: place });
  players = await club.players(4, 90_000_000);
});
afterAll(async () => {
  if (!canMount) return;
  await club?.stop();
  spawnSync("umount", [place]);
  await rm(place, { recursive: true, force: true });
});

test.runIf(canMount)("a disk that runs short: read-only, then betting is back", async () => {
  const [first, second] = [await club.openRace(), await club.openRace()];
  const reserve = join(club.dataDir, "reserve");
  await expect.poll(() => existsSync(reserve), { timeout: 15_000 }).toBe(true);
  const bettors = startBettors({
    url: () => club.url,
    players,
    raceId: second.race_id,
    bets: 100_000,
    lanes: 1,
    prefix: "short",
  });
  await expect.poll(() => bettors.acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(100);
  await fill(SHORT_BYTES);
  await expect
    .poll(async () => await refusalsAt(SHORT_BYTES, bettors), { timeout: BACK_WITHIN_MS })
    .toBeGreaterThan(0);

  // Reads go on, the reserve was released, and a race is closed and settled with it.
  const [player] = players as [TestPlayer];
  ok(await club.server.call("GET", "/api/user/wallet", { token: player.token }));
  const status = ok(await club.server.call("GET", "/api/status"));
  expect(status.takes_bets).toBe(false);
  await expect.poll(() => existsSync(reserve), { timeout: 15_000 }).toBe(false);
  const { token } = await club.server.operator();
  ok(
    await club.server.call("POST", `/api/operator/races/${first.race_id}/close`, {
      token,
      body: { reason: "the disk is short" },
    }),
  );

  const before = bettors.acknowledged.size;
  await makeRoom();
  await expect
    .poll(() => bettors.acknowledged.size, { timeout: BACK_WITHIN_MS })
    .toBeGreaterThan(before);
  bettors.stop();
  await bettors.done;
  expect([...bettors.trouble.keys()].every((code) => code === "club.read_only")).toBe(true);
  await club.expectWhole(bettors.acknowledged);
});

test.runIf(canMount)(
  "a disk that is full to the last byte: nothing acknowledged is lost",
  async () => {
    const race = await club.openRace();
    const bettors = startBettors({
      url: () => club.url,
      players,
      raceId: race.race_id,
      bets: 100_000,
      lanes: 4,
      prefix: "full",
    });
    await expect.poll(() => bettors.acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(100);
    await fill(0);
    await expect
      .poll(() => [...bettors.trouble.values()].reduce((sum, n) => sum + n, 0), { timeout: 60_000 })
      .toBeGreaterThan(20);
    const before = bettors.acknowledged.size;
    await makeRoom();
    // Does what the starter would: restarts a database that stopped at the full disk.
    const acknowledged = async (): Promise<number> => {
      if (club.hasPostgresEnded) await club.startPostgres();
      return bettors.acknowledged.size;
    };
    await expect.poll(acknowledged, { timeout: BACK_WITHIN_MS }).toBeGreaterThan(before);
    bettors.stop();
    await bettors.done;
    const expected = ["club.read_only", "club.away", "club.busy", "bet.in_doubt", "cut"];
    expect([...bettors.trouble.keys()].filter((code) => !expected.includes(code))).toEqual([]);
    await club.expectWhole(bettors.acknowledged);
  },
);

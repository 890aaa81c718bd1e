import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Surroundings } from "./alert-surroundings.ts";
import type { DrillClub } from "./drill-club.ts";

export interface AlertFault {
  /** Of deploy/prometheus/club.rules.yml. */
  readonly alerts: readonly string[];
  /** The fault, in a few words. */
  readonly says: string;
  /** It takes minutes by its figures: it runs beside the others that do. */
  readonly isSlow?: true;
  /** Makes it; the answer mends it. */
  readonly begin: () => Promise<() => Promise<void>>;
}

const HOUR_MS = 3_600_000;
const MEGABYTE = Buffer.alloc(1024 * 1024, 1);
const MESSAGES = 130;
const CERTIFICATE_DAYS = { few: 5, many: 90 } as const;
/** Bets and calls a second while something is broken. */
const EVERY_MS = 250;

/** The faults of all alerts: what an administrator meets, made by hand. */
export function makeFaults(club: DrillClub, around: Surroundings): readonly AlertFault[] {
  return [
    ...providers(club, around),
    ...copies(club, around),
    ...money(club),
    ...database(club),
    ...machine(club),
  ];
}

function providers(club: DrillClub, { feed, texts, renew }: Surroundings): AlertFault[] {
  return [
    {
      alerts: ["ClubCertificateEnds"],
      says: "the proxy's certificate ends in five days",
      isSlow: true,
      begin: async () => {
        renew(CERTIFICATE_DAYS.few);
        return async () => renew(CERTIFICATE_DAYS.many);
      },
    },
    {
      alerts: ["ClubFeedSilent"],
      says: "the feed of sports answers 500",
      isSlow: true,
      begin: async () => {
        feed.failAlways({ kind: "status", status: 500 });
        return async () => feed.failAlways(null);
      },
    },
    {
      alerts: ["ClubConnectionFailing", "ClubOutboxWaiting"],
      says: `the provider of text messages answers 500, and ${MESSAGES} codes wait`,
      isSlow: true,
      begin: async () => {
        texts.failAlways({ kind: "status", status: 500 });
        for (let n = 0; n < MESSAGES; n++) {
          const phone = `+61491${String(100_000 + n)}`;
          await club.call("POST", "/api/user/verification", {
            body: { phone, purpose: "register" },
          });
        }
        return async () => texts.failAlways(null);
      },
    },
  ];
}

function copies(club: DrillClub, { archive }: Surroundings): AlertFault[] {
  return [
    {
      alerts: ["ClubLogNotArchived"],
      says: "the archive of the database's log takes nothing",
      isSlow: true,
      begin: async () => {
        archive(false);
        return async () => archive(true);
      },
    },
    {
      alerts: ["ClubBackupOld"],
      says: "two days without a backup",
      isSlow: true,
      begin: async () => {
        await club.admin.query(
          "UPDATE schema_migration SET applied_at = applied_at - interval '2 days'",
        );
        return async () => await club.act("/backups/run");
      },
    },
  ];
}

function money(club: DrillClub): AlertFault[] {
  return [
    {
      alerts: ["ClubSettlementLate"],
      says: "a connection that never ends holds the wallet of a winner",
      isSlow: true,
      begin: async () => {
        const race = await club.openRace(HOUR_MS);
        await club.bet(race, await club.signIn());
        await club.act(`/races/${race}/close`);
        await club.act(`/races/${race}/result`, { placings: [[1], [2], [3]], stage: "final" });
        const letGo = await club.hold(
          "SELECT FROM wallet w JOIN player p ON p.id = w.player_id WHERE p.user_name_key = 'demo' FOR UPDATE",
        );
        const version = { result_version: 1 };
        const settled = club.act(`/races/${race}/settle`, version).catch(() => undefined);
        return async () => {
          await letGo();
          await settled;
        };
      },
    },
    {
      alerts: ["ClubBooksOff"],
      says: "a cent more in a wallet than in the ledger",
      begin: async () => {
        const add = async (cents: number): Promise<void> => {
          const one = "(SELECT id FROM player WHERE user_name_key = 'demo')";
          const sql = `UPDATE wallet SET cash_cents = cash_cents + $1 WHERE player_id = ${one}`;
          await club.admin.query(sql, [cents]);
        };
        await add(1);
        return async () => await add(-1);
      },
    },
    {
      alerts: ["ClubCloseLate"],
      says: "a connection that never ends holds the lock of a race that starts",
      begin: async () => {
        const race = await club.openRace(15_000);
        return await club.hold("SELECT pg_advisory_lock(race_lock_key($1))", [race]);
      },
    },
  ];
}

function database(club: DrillClub): AlertFault[] {
  return [
    {
      alerts: ["ClubEventsLate"],
      says: "a connection that never ends has locked the chain",
      begin: async () => await club.hold("LOCK TABLE chain IN SHARE ROW EXCLUSIVE MODE"),
    },
    {
      alerts: ["ClubErrors"],
      says: "the server's role may not read the shop any more",
      begin: async () => {
        const token = await club.signIn();
        await club.admin.query("REVOKE SELECT ON product FROM club_app");
        const ask = async (): Promise<void> =>
          void (await club.call("GET", "/api/shop/list", { token }));
        const stop = repeat(ask);
        return async () => {
          await club.admin.query("GRANT SELECT ON product TO club_app");
          await stop();
        };
      },
    },
    {
      alerts: ["ClubStandbyMissing", "ClubBetsInDoubt"],
      says: "the standby that commits wait for is gone",
      begin: async () => {
        const race = await club.openRace(HOUR_MS);
        const token = await club.signIn();
        await club.admin.query("ALTER SYSTEM SET synchronous_standby_names = 'gone'");
        await club.admin.query("SELECT pg_reload_conf()");
        const stop = repeat(async () => void (await club.bet(race, token)));
        return async () => {
          await club.admin.query("ALTER SYSTEM RESET synchronous_standby_names");
          await club.admin.query("SELECT pg_reload_conf()");
          await stop();
        };
      },
    },
  ];
}

function machine(club: DrillClub): AlertFault[] {
  return [
    {
      alerts: ["ClubDiskFilling"],
      says: "the disk fills by 20 MB a second",
      begin: async () => await fillDisk(club, { downTo: 1.5e9, aSecond: 20 }),
    },
    {
      alerts: ["ClubReadOnly"],
      says: "the disk has 200 MB left of 6 GB, whatever is freed",
      begin: async () => await fillDisk(club, { downTo: 2e8, aSecond: 100_000 }),
    },
    {
      alerts: ["ClubDown"],
      says: "the club's process is frozen",
      begin: async () => {
        club.signalServer("STOP");
        return async () => club.signalServer("CONT");
      },
    },
  ];
}

/** Does it over and over, without waiting for answers, until it is stopped. */
function repeat(act: () => Promise<void>): () => Promise<void> {
  const asked: Promise<void>[] = [];
  const timer = setInterval(() => asked.push(act().catch(() => undefined)), EVERY_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(asked);
  };
}

interface Filling {
  /** Bytes that stay free. */
  readonly downTo: number;
  /** Megabytes a second, from 4.5 GB of room on. */
  readonly aSecond: number;
}

const FIRST_ROOM = 4.5e9;

async function fillDisk(
  club: DrillClub,
  { downTo, aSecond }: Filling,
): Promise<() => Promise<void>> {
  const path = join(club.data, "ballast");
  const file = await open(path, "a");
  const free = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(club.data);
    return bavail * bsize;
  };
  while ((await free()) > FIRST_ROOM) await file.write(MEGABYTE);
  let isOver = false;
  const filling = (async () => {
    while (!isOver) {
      for (let n = 0; n < aSecond && (await free()) > downTo; n++) await file.write(MEGABYTE);
      await sleep(1000);
    }
  })();
  return async () => {
    isOver = true;
    await filling;
    await file.close();
    await rm(path);
  };
}

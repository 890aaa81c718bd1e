import { dayAt, ZONE } from "../zone.ts";
import { randomBytes } from "node:crypto";
import { ok } from "../club.ts";
import type { Answer, TestClub, TestPlayer } from "../club.ts";

export interface TestRace {
  id: string;
  number: number;
}

export interface TestMeeting {
  code: string;
  date: string;
  races: TestRace[];
}

/** A meeting of races with eight runners each, starting well in the future, imported and open. */
export async function openMeeting(club: TestClub, races = 2): Promise<TestMeeting> {
  const { token } = await club.operator();
  const code = randomBytes(3).toString("hex").toUpperCase();
  const start = Date.now() + 3 * 3_600_000;
  const date = dayAt(start);
  const payload = {
    format_version: 1,
    meeting: {
      code,
      name: `Meeting ${code}`,
      country: "AU",
      date,
      timezone: ZONE,
      currency: "AUD",
    },
    races: Array.from({ length: races }, (_, i) => ({
      number: i + 1,
      name: `Race ${i + 1}`,
      start_time: new Date(start + i * 60_000).toISOString(),
      runners: Array.from({ length: 8 }, (__, n) => ({ number: n + 1, name: `Runner ${n + 1}` })),
    })),
  };
  ok(
    await club.call("POST", "/api/operator/cards/import", {
      token,
      body: { format: "club", payload },
    }),
  );
  const rows = await club.query(
    `SELECT r.id, r.number FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE m.code = $1 ORDER BY r.number`,
    [code],
  );
  for (const row of rows) {
    ok(await club.call("POST", `/api/operator/races/${row["id"]}/open`, { token, body: {} }));
  }
  return { code, date, races: rows.map((row) => ({ id: row["id"], number: row["number"] })) };
}

export interface TestBet {
  bet_type: number;
  betAmount: number | string;
  betAmount2?: number;
  horse?: number[];
  horse2?: number[];
  horse1st?: number[];
  horse2nd?: number[];
  horse3rd?: number[];
  horse4th?: number[];
  race_id2?: string;
}

/** Places a bet with a key of its own and returns the answer as it is. */
export async function place(
  club: Pick<TestClub, "call">,
  player: TestPlayer,
  bet: TestBet & { race_id: string; date: string },
): Promise<Answer> {
  const headers = { "idempotency-key": randomBytes(8).toString("hex") };
  return await club.call("POST", "/api/order/place-order", {
    token: player.token,
    body: bet,
    headers,
  });
}

/** One bet of every kind that a pool can hold, cheap: singles, boxes, each way, a double. */
export function someBets(meeting: TestMeeting): (TestBet & { race_id: string; date: string })[] {
  const [first, second] = meeting.races;
  const race = { race_id: first?.id ?? "", date: meeting.date };
  return [
    { ...race, bet_type: 1, horse: [1, 2], betAmount: 5 },
    { ...race, bet_type: 1, horse: [3], betAmount: "2.50" },
    { ...race, bet_type: 2, horse: [2, 4], betAmount: 1 },
    { ...race, bet_type: 9, horse: [1, 5], betAmount: 2, betAmount2: 1 },
    { ...race, bet_type: 4, horse: [1, 2, 3], betAmount: 1 },
    { ...race, bet_type: 5, horse1st: [1], horse2nd: [2, 3], betAmount: 1 },
    { ...race, bet_type: 7, horse: [1, 2, 3], betAmount: 0.5 },
    { ...race, bet_type: 10, horse: [1], horse2: [1, 2], race_id2: second?.id ?? "", betAmount: 1 },
  ];
}

/** Closes a race and waits for its root. */
export async function closeRace(club: TestClub, raceId: string): Promise<void> {
  const { token } = await club.operator();
  ok(await club.call("POST", `/api/operator/races/${raceId}/close`, { token, body: {} }));
  await until(async () => {
    const rows = await club.query("SELECT 1 FROM race_root WHERE race_id = $1", [raceId]);
    return rows.length === 1;
  });
}

/** Enters a final result and settles by it. */
export async function settle(club: TestClub, raceId: string, placings: number[][]): Promise<void> {
  const { token } = await club.operator();
  const entered = ok(
    await club.call("POST", `/api/operator/races/${raceId}/result`, {
      token,
      body: { placings, stage: "final" },
    }),
  );
  ok(
    await club.call("POST", `/api/operator/races/${raceId}/settle`, {
      token,
      body: { result_version: entered.result_version },
    }),
  );
  await until(async () => {
    const rows = await club.query("SELECT status FROM race WHERE id = $1", [raceId]);
    return rows[0]?.["status"] === "settled";
  });
}

/** Waits until every entry has its place in the chain. */
export async function untilChained(club: TestClub): Promise<void> {
  await until(async () => {
    const rows = await club.query(
      "SELECT 1 FROM entry e WHERE NOT EXISTS (SELECT FROM chain c WHERE c.entry_id = e.id) LIMIT 1",
    );
    return rows.length === 0;
  });
}

export async function until(isTrue: () => Promise<boolean>, waitMs = 15_000): Promise<void> {
  const end = Date.now() + waitMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error("It did not become true in time.");
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
}

/** Chains entries that tests wrote unannounced. Tries again if the event writer is at it too. */
export async function chainTheRest(club: TestClub): Promise<void> {
  await until(async () => {
    try {
      await club.asAdmin(
        `SELECT chain_append(ARRAY(SELECT id FROM entry e
           WHERE NOT EXISTS (SELECT FROM chain c WHERE c.entry_id = e.id) ORDER BY at, id))`,
      );
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === "23505") return false;
      throw error;
    }
  });
}

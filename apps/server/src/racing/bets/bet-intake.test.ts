import { Refusal } from "@club/domain";
import { describe, expect, test } from "vitest";
import { CommitInDoubt } from "../../core/db/connect.ts";
import type { PendingBet, Verdict } from "./bet-group.ts";
import { BetIntake } from "./bet-intake.ts";

/** The longest timer possible: however slow the test, the patience does not run out. */
const FOR_EVER_MS = 2 ** 31 - 1;

let next = 0;
function pending(parts: Partial<PendingBet> = {}): PendingBet {
  next += 1;
  return {
    id: `bet-${next}`,
    playerId: `player-${next}`,
    idempotencyKey: `key-${next}`,
    fingerprint: Buffer.from("same"),
    confirmSame: false,
    nonce: Buffer.alloc(16),
    betType: 1,
    raceId: "race",
    raceId2: null,
    poolId: "pool",
    poolId2: null,
    runners: [1],
    runners2: [],
    selections: '{"horse":[1]}',
    combinations: 1,
    unitStakeCents: 100n,
    unitStake2Cents: null,
    costCents: 100n,
    cost2Cents: 0n,
    exchangeRate: "1",
    ...parts,
  };
}

function verdictOf(bet: PendingBet, verdict = "ok"): Verdict {
  return {
    verdict,
    betId: bet.id,
    acceptedAt: new Date(0),
    balanceCents: 0n,
    receiptHash: null,
    roomCents: null,
  };
}

/** Answers when told to; records its groups. Like a pool, lends a connection in a later turn. */
function slowPlace() {
  const groups: (readonly PendingBet[])[] = [];
  const waiting: (() => void)[] = [];
  const place = async (bets: readonly PendingBet[]): Promise<Verdict[]> => {
    await new Promise<void>((resolve) => process.nextTick(resolve));
    groups.push(bets);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return bets.map((bet) => verdictOf(bet));
  };
  const release = async (): Promise<void> => {
    while (waiting.length > 0) {
      waiting.shift()?.();
      await turns();
    }
  };
  return { groups, place, release };
}

async function turns(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}

describe("groups", () => {
  test("bets that wait while groups are in flight go together in the next one", async () => {
    const { groups, place, release } = slowPlace();
    const intake = new BetIntake(place, {
      patienceMs: FOR_EVER_MS,
      secondGroup: 10,
      smallGroup: 1,
    });
    const sizes = (): number[] => groups.map((group) => group.length);
    const answers = [intake.place(pending())];
    await turns();
    for (let i = 0; i < 9; i++) answers.push(intake.place(pending()));
    await turns();
    expect(sizes()).toEqual([1]);
    answers.push(intake.place(pending()));
    await turns();
    // Enough of them go beside it, and no third group goes.
    expect(sizes()).toEqual([1, 10]);
    for (let i = 0; i < 20; i++) answers.push(intake.place(pending()));
    await turns();
    expect(sizes()).toEqual([1, 10]);
    await release();
    expect((await Promise.all(answers)).every(({ verdict }) => verdict === "ok")).toBe(true);
    expect(sizes()).toEqual([1, 10, 20]);
  });

  test("a group that waits for a lock keeps no other bet waiting", async () => {
    const { groups, place, release } = slowPlace();
    const intake = new BetIntake(place, { patienceMs: 1, smallGroup: 1 });
    const answers = [intake.place(pending())];
    await turns();
    answers.push(intake.place(pending()));
    await expect.poll(() => groups).toHaveLength(2);
    await release();
    expect(await Promise.all(answers)).toHaveLength(2);
  });

  test("the next group goes before the answers of the last one are given", async () => {
    const { groups, place, release } = slowPlace();
    const intake = new BetIntake(place, { patienceMs: FOR_EVER_MS, smallGroup: 1 });
    const seen: number[] = [];
    const first = intake.place(pending()).then(() => seen.push(groups.length));
    await turns();
    const second = intake.place(pending());
    await release();
    await Promise.all([first, second]);
    expect(seen).toEqual([2]);
  });

  test("a group has at most its size, and a player at most a few places in it", async () => {
    const { groups, place, release } = slowPlace();
    const intake = new BetIntake(place, { groupSize: 6, inFlight: 1 });
    const own = Array.from({ length: 6 }, () => intake.place(pending({ playerId: "greedy" })));
    const others = Array.from({ length: 4 }, () => intake.place(pending()));
    await turns();
    await release();
    await Promise.all([...own, ...others]);
    expect(groups.map((group) => group.length)).toEqual([6, 4]);
    expect(groups[0]?.filter(({ playerId }) => playerId === "greedy")).toHaveLength(4);
  });

  test("too many that wait are refused, the others go on", async () => {
    const { place, release } = slowPlace();
    const intake = new BetIntake(place, { queueSize: 3, inFlight: 1 });
    const answers = Array.from({ length: 3 }, () => intake.place(pending()));
    await expect(intake.place(pending())).rejects.toMatchObject({ code: "club.busy" });
    await turns();
    await release();
    expect(await Promise.all(answers)).toHaveLength(3);
  });
});

describe("the same key", () => {
  test("is written once, and every request gets the same bet", async () => {
    const { groups, place, release } = slowPlace();
    const intake = new BetIntake(place);
    const one = { playerId: "p", idempotencyKey: "k" };
    const answers = Array.from({ length: 100 }, () => intake.place(pending(one)));
    await turns();
    await release();
    const verdicts = await Promise.all(answers);
    expect(groups.flat()).toHaveLength(1);
    expect(new Set(verdicts.map(({ betId }) => betId)).size).toBe(1);
    expect(verdicts.filter(({ verdict }) => verdict === "replay")).toHaveLength(99);
  });

  test("with another bet is a mismatch", async () => {
    const { place, release } = slowPlace();
    const intake = new BetIntake(place);
    const one = { playerId: "p", idempotencyKey: "k" };
    const first = intake.place(pending(one));
    const second = intake.place(pending({ ...one, fingerprint: Buffer.from("other") }));
    await turns();
    await release();
    expect((await first).verdict).toBe("ok");
    expect((await second).verdict).toBe("idempotency.mismatch");
  });

  test("with another bet, while the first one's receipt is read once more, is a mismatch", async () => {
    const intake = new BetIntake(async (bets) => bets.map((bet) => verdictOf(bet, "replay")));
    const one = { playerId: "p", idempotencyKey: "k" };
    const [again, other] = await Promise.all([
      intake.place(pending(one)),
      intake.place(pending({ ...one, fingerprint: Buffer.from("other") })),
    ]);
    expect(again.verdict).toBe("replay");
    expect(other.verdict).toBe("idempotency.mismatch");
  });
});

describe("a group that fails", () => {
  test("is tried bet by bet: one broken bet harms no neighbour", async () => {
    const intake = new BetIntake(async (bets) => {
      if (bets.some(({ id }) => id === "broken")) throw new Error("check violated");
      return bets.map((bet) => verdictOf(bet));
    });
    const good = [intake.place(pending()), intake.place(pending())];
    const broken = intake.place(pending({ id: "broken" }));
    await expect(broken).rejects.toThrow("check violated");
    expect((await Promise.all(good)).map(({ verdict }) => verdict)).toEqual(["ok", "ok"]);
  });

  test("is in doubt when the commit gave no answer, and is not tried again", async () => {
    let calls = 0;
    const intake = new BetIntake(async () => {
      calls += 1;
      throw new CommitInDoubt("no answer");
    });
    const answers = await Promise.allSettled([intake.place(pending()), intake.place(pending())]);
    for (const answer of answers) {
      const reason = (answer as PromiseRejectedResult).reason as Refusal;
      expect(reason).toBeInstanceOf(Refusal);
      expect(reason.code).toBe("bet.in_doubt");
    }
    expect(calls).toBe(1);
  });
});

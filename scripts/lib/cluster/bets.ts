import { setTimeout as sleep } from "node:timers/promises";
import { seedReceivingAccount } from "../../../apps/server/src/test/postgres.ts";
import { callerOf, ok, peopleOf } from "../../../apps/server/src/test/club.ts";
import type { TestPlayer } from "../../../apps/server/src/test/club.ts";
import { openRaceDay } from "../../../apps/server/src/test/race-day.ts";
import { startBettors } from "../../../faults/lib/bettors.ts";
import type { Bettors } from "../../../faults/lib/bettors.ts";
import { until } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";
import { PASSWORD } from "./files.ts";

/** As players reach it: by the balancer, with TLS. */
const URL_OF_CLUB = "https://club.example";
const PLAYERS = 8;
const CENTS = 90_000_000;
const LANES_PER_BET = 4;
const AGAIN_AFTER_MS = 1000;
const PATIENCE_MS = 300_000;
const START_IN_MS = 4 * 3_600_000;
/** Answers that leave open whether the bet was taken. */
const OPEN = /^(cut|bet\.in_doubt|5\d\d)$/;

/** Players who bet all the time, and the account of every key. */
export class Bets {
  readonly #players: readonly TestPlayer[];
  readonly #raceId: string;
  readonly #receipts: number[] = [];
  /** Who sent a key that was in doubt once. */
  readonly #doubts = new Map<string, TestPlayer>();
  readonly #bettors: Bettors;
  #failure: Error | undefined;

  private constructor(players: readonly TestPlayer[], raceId: string, perSecond: number) {
    this.#players = players;
    this.#raceId = raceId;
    this.#bettors = startBettors({
      url: () => URL_OF_CLUB,
      players,
      raceId,
      bets: Number.MAX_SAFE_INTEGER,
      lanes: perSecond * LANES_PER_BET,
      prefix: "drill",
      perSecond,
      againAfterMs: AGAIN_AFTER_MS,
      patienceMs: PATIENCE_MS,
      // A slip that was sent with the token before the last sign-in.
      passing: ["session.expired"],
      onAnswer: ({ key, player }, code) => {
        if (code === "") this.#receipts.push(performance.now());
        else if (OPEN.test(code)) this.#doubts.set(key, player);
      },
    });
    this.#bettors.done.catch((error: Error) => (this.#failure = error));
  }

  static async start(cluster: Cluster, perSecond: number): Promise<Bets> {
    const { address } = await cluster.leader();
    // The same way in as the club's, past the rule that a certificate has this machine's authority.
    await seedReceivingAccount(
      `postgres://club_owner:${PASSWORD}@${address}/club?sslmode=no-verify`,
    );
    const call = callerOf(`http://${cluster.clubs[0]?.address}:8080`);
    const people = peopleOf(call);
    const [race] = await openRaceDay({ call, ...people }, { startInMs: START_IN_MS });
    if (race === undefined) throw new Error("No race was opened.");
    const players: TestPlayer[] = [];
    for (let n = 0; n < PLAYERS; n += 1) {
      const player = await people.signUp();
      await people.fund(player, CENTS);
      players.push(player);
    }
    return new Bets(players, race.race_id, perSecond);
  }

  get count(): number {
    return this.#bettors.acknowledged.size;
  }

  get doubts(): number {
    return this.#doubts.size;
  }

  get trouble(): ReadonlyMap<string, number> {
    return this.#bettors.trouble;
  }

  /** How long nobody got a receipt, in milliseconds, at worst since that moment. */
  longestGap(since: number): number {
    const moments = [since, ...this.#receipts.filter((at) => at > since), performance.now()];
    return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)));
  }

  /** @throws Error when a bet was refused for good, or had no answer within a minute. */
  async bet(forMs: number): Promise<void> {
    await sleep(forMs);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** A session ends by itself after a while: everybody signs in anew. */
  async signIn(): Promise<void> {
    const call = callerOf("http://10.0.0.11:8080");
    for (const player of this.#players) {
      const body = { user_name: player.name, password: player.password };
      player.token = await until("session", async () => {
        const answer = await call("POST", "/api/user/signin", { body });
        return answer.status === 503 ? undefined : String(ok(answer).access_token);
      });
    }
  }

  /**
   * Ends the betting and asks every key that was in doubt again.
   *
   * @returns the bets by key
   * @throws Error when a key has two answers
   */
  async settle(): Promise<ReadonlyMap<string, string>> {
    this.#bettors.enough();
    await this.#bettors.done;
    const { acknowledged } = this.#bettors;
    await this.signIn();
    for (const [key, player] of this.#doubts) {
      const id = await this.#askAgain(key, player);
      if (id !== acknowledged.get(key)) {
        throw new Error(`${key} is ${acknowledged.get(key)}, and asked again ${id}.`);
      }
    }
    return acknowledged;
  }

  async #askAgain(key: string, player: TestPlayer): Promise<string> {
    const call = callerOf("http://10.0.0.12:8080");
    return await until(`answer to ${key}`, async () => {
      const answer = await call("POST", "/api/order/place-order", {
        token: player.token,
        headers: { "idempotency-key": key },
        body: { race_id: this.#raceId, bet_type: 9, horse: [1, 2], betAmount: 1 },
      });
      return answer.status === 503 ? undefined : String(ok(answer).order_id);
    });
  }
}

import { Refusal } from "@club/domain";
import { CommitInDoubt, DatabaseAway, DatabaseBusy } from "../db/connect.ts";
import type { PendingBet, Verdict } from "./bet-group.ts";

export interface IntakeRules {
  /** Most bets of one group, and groups whose commit is on its way at once. */
  readonly groupSize: number;
  readonly inFlight: number;
  /** Bets that must wait before a further group goes beside one on its way: small groups cost most. */
  readonly secondGroup: number;
  /** While fewer bets than this are on their way the next group goes at once: a quiet club waits for nothing. */
  readonly smallGroup: number;
  /** A group that takes longer than this waits for a lock: the next one goes beside it, however small. */
  readonly patienceMs: number;
  /** Bets that may wait in all, and of one player. */
  readonly queueSize: number;
  readonly queuePerPlayer: number;
  /** Bets of one player in one group. */
  readonly perPlayer: number;
}

const RULES: IntakeRules = {
  groupSize: 250,
  inFlight: 2,
  secondGroup: 100,
  smallGroup: 8,
  patienceMs: 20,
  queueSize: 4000,
  queuePerPlayer: 204,
  perPlayer: 4,
};

/** What the intake must know of a bet, whatever it is on. */
export type IntakeBet = Pick<PendingBet, "playerId" | "idempotencyKey" | "fingerprint">;
export type IntakeVerdict = Pick<Verdict, "verdict">;

interface Waiting<B, V> {
  readonly bet: B;
  readonly resolve: (verdict: V) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes a group in one transaction; a verdict for each bet, in order. */
export type PlaceGroup<B, V> = (bets: readonly B[]) => Promise<V[]>;

/**
 * Bets that wait while the last commit is written go together in the next one: no timer, groups of
 * one when the club is quiet. A bet's promise resolves after its group has committed.
 * The same key twice at once is joined to the first; one player cannot fill a group.
 */
export class BetIntake<B extends IntakeBet = PendingBet, V extends IntakeVerdict = Verdict> {
  readonly #place: PlaceGroup<B, V>;
  readonly #rules: IntakeRules;
  #queue: Waiting<B, V>[] = [];
  #flying = 0;
  #flyingBets = 0;
  #isScheduled = false;
  /** When the last group went. */
  #flewAt = 0;
  #later: NodeJS.Timeout | undefined;
  readonly #ofPlayer = new Map<string, number>();
  /** Players of the groups in flight: a second group with one of them would only wait for his lock. */
  readonly #flyingPlayers = new Set<string>();
  readonly #byKey = new Map<string, { fingerprint: Buffer; verdict: Promise<V> }>();

  constructor(place: PlaceGroup<B, V>, rules: Partial<IntakeRules> = {}) {
    this.#place = place;
    this.#rules = { ...RULES, ...rules };
  }

  get waiting(): number {
    return this.#queue.length;
  }

  get groupsInFlight(): number {
    return this.#flying;
  }

  /** @throws club.busy when too many wait; bet.in_doubt; DatabaseAway, DatabaseBusy. */
  async place(bet: B): Promise<V> {
    if (bet.idempotencyKey === null) return await this.#enqueue(bet);
    const key = `${bet.playerId} ${bet.idempotencyKey}`;
    const first = this.#byKey.get(key);
    if (first !== undefined) return await this.#follow(first, bet);
    const verdict = this.#enqueue(bet);
    this.#byKey.set(key, { fingerprint: bet.fingerprint, verdict });
    try {
      return await verdict;
    } finally {
      this.#byKey.delete(key);
    }
  }

  /** A second request with a key that is at work: the first one's answer, when it is the same bet. */
  async #follow(first: { fingerprint: Buffer; verdict: Promise<V> }, bet: B): Promise<V> {
    const verdict = await first.verdict;
    if (verdict.verdict !== "ok")
      return verdict.verdict === "replay" ? verdict : await this.place(bet);
    const isSame = first.fingerprint.equals(bet.fingerprint);
    return { ...verdict, verdict: isSame ? "replay" : "idempotency.mismatch" };
  }

  #enqueue(bet: B): Promise<V> {
    const ofPlayer = this.#ofPlayer.get(bet.playerId) ?? 0;
    if (this.#queue.length >= this.#rules.queueSize || ofPlayer >= this.#rules.queuePerPlayer) {
      return Promise.reject(new Refusal("club.busy"));
    }
    this.#ofPlayer.set(bet.playerId, ofPlayer + 1);
    return new Promise<V>((resolve, reject) => {
      this.#queue.push({ bet, resolve, reject });
      this.#kick();
    });
  }

  #kick(): void {
    if (this.#isScheduled) return;
    if (!this.#mayFly()) return this.#kickLater();
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#fly(this.#nextGroup());
    });
  }

  #mayFly(): boolean {
    const { inFlight, secondGroup, smallGroup, patienceMs } = this.#rules;
    if (this.#queue.length === 0 || this.#flying >= inFlight) return false;
    if (this.#flyingBets < smallGroup || this.#queue.length >= secondGroup) return true;
    return performance.now() - this.#flewAt >= patienceMs;
  }

  /** Looks once more when the patience with the group in flight is over. */
  #kickLater(): void {
    const { inFlight, patienceMs } = this.#rules;
    const isUseful = this.#queue.length > 0 && this.#flying < inFlight;
    if (!isUseful || this.#later !== undefined) return;
    this.#later = setTimeout(() => {
      this.#later = undefined;
      this.#kick();
    }, patienceMs);
  }

  /**
   * The oldest that wait, at most a few of one player and none of a player in flight; the rest keep
   * their order.
   */
  #nextGroup(): Waiting<B, V>[] {
    const group: Waiting<B, V>[] = [];
    const left: Waiting<B, V>[] = [];
    const taken = new Map<string, number>();
    for (const waiting of this.#queue) {
      const { playerId } = waiting.bet;
      const count = this.#flyingPlayers.has(playerId) ? Infinity : (taken.get(playerId) ?? 0);
      if (group.length >= this.#rules.groupSize || count >= this.#rules.perPlayer) {
        left.push(waiting);
      } else {
        taken.set(playerId, count + 1);
        group.push(waiting);
      }
    }
    this.#queue = left;
    return group;
  }

  /**
   * Writes a group. The next one goes on its way before the answers of this one are written: the
   * database works while they are.
   */
  async #fly(group: readonly Waiting<B, V>[]): Promise<void> {
    if (group.length === 0) return;
    const players = new Set(group.map(({ bet }) => bet.playerId));
    for (const player of players) this.#flyingPlayers.add(player);
    this.#flying += 1;
    this.#flyingBets += group.length;
    this.#flewAt = performance.now();
    this.#kick();
    const tell = await this.#write(group);
    this.#flying -= 1;
    this.#flyingBets -= group.length;
    for (const player of players) this.#flyingPlayers.delete(player);
    for (const { bet } of group) this.#leave(bet.playerId);
    if (this.#mayFly()) void this.#fly(this.#nextGroup());
    tell();
  }

  /**
   * Returns what tells everybody the verdict. A group that fails as a whole is tried bet by bet, so
   * that one broken bet harms no neighbour.
   */
  async #write(group: readonly Waiting<B, V>[]): Promise<() => void> {
    try {
      const verdicts = await this.#place(group.map((waiting) => waiting.bet));
      return () => group.forEach((waiting, i) => waiting.resolve(verdicts[i] as V));
    } catch (error) {
      if (group.length > 1 && !isOfDatabase(error)) return await this.#writeEach(group);
      const reason = error instanceof CommitInDoubt ? new Refusal("bet.in_doubt") : error;
      return () => group.forEach((waiting) => waiting.reject(reason));
    }
  }

  async #writeEach(group: readonly Waiting<B, V>[]): Promise<() => void> {
    const tellings: (() => void)[] = [];
    for (const waiting of group) tellings.push(await this.#write([waiting]));
    return () => tellings.forEach((tell) => tell());
  }

  #leave(playerId: string): void {
    const count = (this.#ofPlayer.get(playerId) ?? 1) - 1;
    if (count === 0) this.#ofPlayer.delete(playerId);
    else this.#ofPlayer.set(playerId, count);
  }
}

/** The database's own trouble: to try again bet by bet would only add to it. */
function isOfDatabase(error: unknown): boolean {
  return (
    error instanceof CommitInDoubt || error instanceof DatabaseAway || error instanceof DatabaseBusy
  );
}

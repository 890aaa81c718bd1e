import { Refusal } from "@club/domain";
import type { Span } from "@opentelemetry/api";
import { CommitInDoubt, DatabaseAway, DatabaseBusy } from "../../core/db/connect.ts";
import { Traces } from "../../core/traces/traces.ts";
import type { PendingBet, Verdict } from "./bet-group.ts";

declare module "../../core/context.ts" {
  interface AppContext {
    /** The priced bets that wait for their group. */
    readonly intake: BetIntake;
  }
}

export interface IntakeRules {
  /** Most bets in one group, and most groups with a commit in flight at once. */
  readonly groupSize: number;
  readonly inFlight: number;
  /** Bets that must wait before another group goes beside one in flight: small groups cost most. */
  readonly secondGroup: number;
  /** Below this many bets in flight the next group goes at once: no wait in a quiet club. */
  readonly smallGroup: number;
  /** A group in flight longer than this waits for a lock: the next one then goes beside it. */
  readonly patienceMs: number;
  /** Most bets waiting in all, and of one player. */
  readonly queueSize: number;
  readonly queuePerPlayer: number;
  /** Most bets of one player in one group. */
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

/** What the intake needs to know of a bet, racing or sports. */
export type IntakeBet = Pick<PendingBet, "id" | "playerId" | "idempotencyKey" | "fingerprint">;
export type IntakeVerdict = Pick<Verdict, "verdict">;

interface Waiting<B, V> {
  readonly bet: B;
  /** Player and idempotency key; null without a key. */
  readonly key: string | null;
  /** The wait for the group, in the trace of the call. */
  readonly span: Span | undefined;
  readonly verdict: Promise<V>;
  readonly resolve: (verdict: V) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Bets that wait, or are in flight, together. Its maps live only as long as it does: entries that
 * keep coming and going in one long-lived map would keep each other alive in the old heap
 * (docs/decisions/0014-collector.md).
 */
class Group<B extends IntakeBet, V> {
  readonly waiting: Waiting<B, V>[] = [];
  readonly ofPlayer = new Map<string, number>();
  readonly byKey = new Map<string, Waiting<B, V>>();

  add(waiting: Waiting<B, V>): void {
    const { bet, key } = waiting;
    this.waiting.push(waiting);
    this.ofPlayer.set(bet.playerId, this.countOf(bet.playerId) + 1);
    if (key !== null) this.byKey.set(key, waiting);
  }

  countOf(playerId: string): number {
    return this.ofPlayer.get(playerId) ?? 0;
  }
}

/** Writes a group in one transaction; returns a verdict for each bet, in order. */
export type PlaceGroup<B, V> = (bets: readonly B[]) => Promise<V[]>;

/**
 * Bets that arrive while the last commit is written go together in the next one: no timer, and
 * groups of one when the club is quiet. A bet's promise resolves after its group has committed. The
 * same key twice at once is joined to the first; one player cannot fill a group.
 */
export class BetIntake<B extends IntakeBet = PendingBet, V extends IntakeVerdict = Verdict> {
  readonly #place: PlaceGroup<B, V>;
  readonly #rules: IntakeRules;
  readonly #traces: Traces;
  #queue = new Group<B, V>();
  #flying: readonly Group<B, V>[] = [];
  #isScheduled = false;
  /** When the last group left. */
  #flewAt = 0;
  #later: NodeJS.Timeout | undefined;

  constructor(
    place: PlaceGroup<B, V>,
    { traces = new Traces(), ...rules }: Partial<IntakeRules> & { traces?: Traces } = {},
  ) {
    this.#place = place;
    this.#rules = { ...RULES, ...rules };
    this.#traces = traces;
  }

  get waiting(): number {
    return this.#queue.waiting.length;
  }

  get groupsInFlight(): number {
    return this.#flying.length;
  }

  /** @throws club.busy when too many wait; bet.in_doubt; DatabaseAway, DatabaseBusy. */
  async place(bet: B): Promise<V> {
    return await this.#traces.span("bet intake", {}, async () => {
      const verdict = await this.#admit(bet);
      this.#traces.current?.setAttribute("club.verdict", verdict.verdict);
      return verdict;
    });
  }

  async #admit(bet: B): Promise<V> {
    const key = bet.idempotencyKey === null ? null : `${bet.playerId} ${bet.idempotencyKey}`;
    const first = key === null ? undefined : this.#atWork(key);
    return await (first === undefined ? this.#enqueue(bet, key) : this.#follow(first, bet));
  }

  #atWork(key: string): Waiting<B, V> | undefined {
    for (const group of this.#flying) {
      const waiting = group.byKey.get(key);
      if (waiting !== undefined) return waiting;
    }
    return this.#queue.byKey.get(key);
  }

  /** A second request with a key in progress gets the first one's answer, if it is the same bet. */
  async #follow(first: Waiting<B, V>, bet: B): Promise<V> {
    const verdict = await first.verdict;
    if (verdict.verdict !== "ok" && verdict.verdict !== "replay") return await this.#admit(bet);
    const isSame = first.bet.fingerprint.equals(bet.fingerprint);
    return { ...verdict, verdict: isSame ? "replay" : "idempotency.mismatch" };
  }

  #enqueue(bet: B, key: string | null): Promise<V> {
    const { queueSize, queuePerPlayer } = this.#rules;
    const ofPlayer = [this.#queue, ...this.#flying].reduce(
      (sum, group) => sum + group.countOf(bet.playerId),
      0,
    );
    if (this.waiting >= queueSize || ofPlayer >= queuePerPlayer) {
      return Promise.reject(new Refusal("club.busy"));
    }
    const { promise: verdict, resolve, reject } = Promise.withResolvers<V>();
    this.#queue.add({ bet, key, span: this.#traces.current, verdict, resolve, reject });
    this.#kick();
    return verdict;
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
    if (this.waiting === 0 || this.#flying.length >= inFlight) return false;
    const flyingBets = this.#flying.reduce((sum, group) => sum + group.waiting.length, 0);
    if (flyingBets < smallGroup || this.waiting >= secondGroup) return true;
    return performance.now() - this.#flewAt >= patienceMs;
  }

  /** Looks again once the patience with the group in flight has run out. */
  #kickLater(): void {
    const { inFlight, patienceMs } = this.#rules;
    const isUseful = this.waiting > 0 && this.#flying.length < inFlight;
    if (!isUseful || this.#later !== undefined) return;
    this.#later = setTimeout(() => {
      this.#later = undefined;
      this.#kick();
    }, patienceMs);
  }

  /**
   * The oldest waiting bets, at most a few of one player and none of a player in flight (a second
   * group with him would only wait for his lock); the rest keep their order.
   */
  #nextGroup(): Group<B, V> {
    const { groupSize, perPlayer } = this.#rules;
    const group = new Group<B, V>();
    const left = new Group<B, V>();
    for (const waiting of this.#queue.waiting) {
      const { playerId } = waiting.bet;
      const isFlying = this.#flying.some((flying) => flying.ofPlayer.has(playerId));
      const isFull = group.waiting.length >= groupSize || group.countOf(playerId) >= perPlayer;
      (isFlying || isFull ? left : group).add(waiting);
    }
    this.#queue = left;
    return group;
  }

  /**
   * Writes a group. The next one leaves before the answers of this one are written, so the database
   * works meanwhile. It leaves in a later turn, once it is lent a connection, after everything told
   * in this turn is written: so this group is told after that.
   */
  async #fly(group: Group<B, V>): Promise<void> {
    if (group.waiting.length === 0) return;
    this.#flying = [...this.#flying, group];
    this.#flewAt = performance.now();
    this.#kick();
    const tell = await this.#write(group.waiting);
    this.#flying = this.#flying.filter((flying) => flying !== group);
    if (!this.#mayFly()) return tell();
    void this.#fly(this.#nextGroup());
    setImmediate(tell);
  }

  /**
   * Returns the function that tells everybody the verdict. A group that fails as a whole is tried
   * bet by bet, so one broken bet harms no other.
   */
  async #write(group: readonly Waiting<B, V>[]): Promise<() => void> {
    try {
      const verdicts = await this.#placeTogether(group);
      return () => group.forEach((waiting, i) => waiting.resolve(verdicts[i] as V));
    } catch (error) {
      if (group.length > 1 && !isOfDatabase(error)) return await this.#writeEach(group);
      const reason = error instanceof CommitInDoubt ? new Refusal("bet.in_doubt") : error;
      return () => group.forEach((waiting) => waiting.reject(reason));
    }
  }

  /** The group is a part of the first bet's trace, and linked with the others'. */
  async #placeTogether(group: readonly Waiting<B, V>[]): Promise<V[]> {
    const place = async (): Promise<V[]> => await this.#place(group.map(({ bet }) => bet));
    if (!this.#traces.isOn) return await place();
    const spans = group.map(({ span }) => span);
    const verdicts = await this.#traces.shared("bet group", spans, place);
    for (const [i, { bet, span }] of group.entries()) {
      // A bet and its entry have one id.
      if (verdicts[i]?.verdict === "ok") this.#traces.expectEvent(bet.id, span);
    }
    return verdicts;
  }

  async #writeEach(group: readonly Waiting<B, V>[]): Promise<() => void> {
    const tellings: (() => void)[] = [];
    for (const waiting of group) tellings.push(await this.#write([waiting]));
    return () => tellings.forEach((tell) => tell());
  }
}

/** The database's own trouble: retrying bet by bet would only add to it. */
function isOfDatabase(error: unknown): boolean {
  return (
    error instanceof CommitInDoubt || error instanceof DatabaseAway || error instanceof DatabaseBusy
  );
}

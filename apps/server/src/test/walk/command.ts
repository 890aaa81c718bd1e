import type { Race } from "./facts.ts";
import type { Model } from "./model.ts";
import type { Answer, WalkClub } from "./rig.ts";

/** The numbers that a command draws from: which race, which runner, how much. Any value will do. */
export type Draw = readonly [number, number, number, number];

/** A model and a club on the same walk. */
export interface Walk {
  readonly model: Model;
  readonly club: WalkClub;
}

/**
 * One thing that somebody may do. `plan` gives the club's expected answer and the model's next
 * state, or null where the command means nothing now; `act` does it to the club.
 */
export interface Command {
  readonly name: string;
  readonly weight: number;
  /** Takes several transactions, so a crash in the middle is worth trying. */
  readonly isLong?: boolean;
  /** Stops the process at a point, which would stop whoever passes there: nothing runs beside it. */
  readonly interrupts?: boolean;
  readonly plan: (model: Model, draw: Draw) => Step | null;
}

export interface Step {
  readonly told: string;
  readonly act: (walk: Walk) => Promise<Answer | undefined>;
  /** The expected refusal; without one, a success is expected. */
  readonly refused?: string;
  readonly then: (model: Model, answer: Answer) => void;
}

export const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];
export const RACE = "/api/operator/races/";
let keys = 0;
export const newKey = (): string => `walk-${process.pid}-${(keys += 1)}`;

export const byClerk =
  (url: (walk: Walk) => string, body: unknown): Step["act"] =>
  async (walk) =>
    await walk.club.call("POST", url(walk), walk.club.clerk.token, body);
export const onRace = (race: Race, act: string, body: unknown = {}): Step["act"] =>
  byClerk(() => `${RACE}${race.id}/${act}`, body);

export const racesIn = (model: Model, ...statuses: Race["status"][]): Race[] =>
  model.races.filter(({ status }) => statuses.includes(status));

/** The second operator of four eyes approves, and what waited is carried out. */
export async function approve(club: WalkClub, id: string): Promise<Answer> {
  const answer = await club.call(
    "POST",
    `/api/operator/approvals/${id}/approve`,
    club.chief.token,
    {},
  );
  await club.goOn();
  return answer;
}

import { createPublicKey, verify } from "node:crypto";
import { checkDay, type ProofTools, readDayFile, sha256 } from "@club/domain";
import { expect } from "vitest";
import { makeDayFile } from "../proofs/days/day-file.ts";
import { brokenChecks } from "./checks.ts";
import { type ByHand, ok, type TestClub } from "./club.ts";
import { chainTheRest } from "./db/race-day.ts";

const SPKI = Buffer.from("302a300506032b6570032100", "hex");

export const PROOF_TOOLS: ProofTools = {
  hash: sha256,
  verify: async (publicKey, message, signature) => {
    const der = Buffer.concat([SPKI, publicKey]);
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    return verify(null, message, key, signature);
  },
};

/** Two who may correct a result: one asks, the other agrees. */
export interface ResultDesk {
  readonly clerk: string;
  readonly chief: string;
}

export async function openResultDesk(club: TestClub): Promise<ResultDesk> {
  const clerk = (await club.operator("results_clerk")).token;
  return { clerk, chief: (await club.newOperator("results_clerk", "pool_controller")).token };
}

/** Corrects a race and waits until it is done. Returns what the dry run said. */
export async function correctRace(
  club: TestClub,
  { clerk, chief }: ResultDesk,
  [raceId, placings]: [raceId: string, placings: number[][]],
): Promise<ByHand> {
  const body = { placings, reason: "the judge looked again" };
  const path = `/api/operator/races/${raceId}/correct`;
  const dry = ok(await club.call("POST", path, { token: clerk, body: { ...body, dry_run: true } }));
  const { approval_id } = ok(await club.call("POST", path, { token: clerk, body }));
  await approveCorrection(club, chief, approval_id as string);
  return dry;
}

export async function approveCorrection(club: TestClub, chief: string, id: string): Promise<void> {
  ok(await club.call("POST", `/api/operator/approvals/${id}/approve`, { token: chief, body: {} }));
  await expect
    .poll(async () => await club.query("SELECT 1 FROM correction WHERE step <> 'done'"))
    .toEqual([]);
}

/** The day of a race from its archive, recomputed; races that other tests leave open are not settled. */
export async function checkDayOf(club: TestClub, raceId: string) {
  await chainTheRest(club);
  const [{ day }] = (await club.query(
    "SELECT to_char(m.date, 'YYYY-MM-DD') AS day FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = $1",
    [raceId],
  )) as [{ day: string }];
  const file = readDayFile(JSON.parse(JSON.stringify(await makeDayFile(club.ctx, day))));
  const lines = await checkDay(file, PROOF_TOOLS);
  expect(
    lines.filter(({ verdict, check }) => verdict === "differs" && check !== "settled"),
  ).toEqual([]);
  return { day, file };
}

/** The books by the club's own check. */
export async function expectSound(club: TestClub): Promise<void> {
  await chainTheRest(club);
  expect(await brokenChecks(club.ctx)).toEqual([]);
}

import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { csvProfile } from "@club/contract";
import { CSV_PROFILES, Refusal } from "@club/domain";
import type { BankFileFault, BankLine, BankStatement, CsvProfile } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { AppContext } from "../context.ts";
import { withTransaction } from "../db/connect.ts";
import type { Queryable } from "../db/connect.ts";
import { newId } from "../ids.ts";
import { audit } from "../operators/audit.ts";
import {
  findImport,
  insertImport,
  knownKeys,
  lockImports,
  readProfilesSetting,
  writeProfilesSetting,
} from "./bank-imports.queries.ts";
import type { BankImportRow } from "./bank-imports.queries.ts";

const CAMT = "camt053";
const MOST_PROFILES = 20;

export interface BankFile {
  readonly fileName: string;
  /** "camt053", or the name of a profile of columns. */
  readonly profile: string;
  readonly text: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/**
 * Reads a bank statement and keeps what is new in it. The same file adds nothing; a movement that is
 * there already, from a statement that overlaps, is not added; equal ones in one file are as many as
 * they are. Source: docs/rules/money.md, "The bank's statement".
 *
 * @throws bank.profile_unknown, bank.file_invalid with the first line that cannot be read
 */
export async function importBankFile(
  ctx: AppContext,
  file: BankFile,
): Promise<{ row: BankImportRow; isRepeat: boolean }> {
  const sha256 = createHash("sha256").update(file.text).digest();
  const known = await findImport(ctx.db.operators, sha256);
  if (known !== null) return { row: known, isRepeat: true };
  const statement = await readInThread(ctx, file);
  if ("rule" in statement) throw new Refusal("bank.file_invalid", { ...statement });
  return await withTransaction(ctx.db.operators, async (tx) => {
    await lockImports(tx);
    const meanwhile = await findImport(tx, sha256);
    if (meanwhile !== null) return { row: meanwhile, isRepeat: true };
    const keyed = withKeys(statement.lines);
    const there = await knownKeys(
      tx,
      keyed.map(({ key }) => key),
    );
    const fresh = keyed.filter(({ key }) => !there.has(key.toString("hex")));
    const id = newId();
    await insertImport(tx, {
      id,
      sha256,
      fileName: file.fileName,
      profile: file.profile,
      items: keyed.length,
      closing: closingOf(statement),
      by: file.operator.id,
      lines: fresh.map((each) => ({ ...each, id: newId() })),
    });
    await audit(tx, {
      action: "bank.import",
      operator: file.operator,
      request: file.request,
      target: id,
      after: { file: file.fileName, items: keyed.length, added: fresh.length },
    });
    const row = await findImport(tx, sha256);
    if (row === null) throw new Error("an import that was written is there");
    return { row, isRepeat: false };
  });
}

function closingOf({ closingCents, closingDay }: BankStatement) {
  if (closingCents === null || closingDay === null) return null;
  return { cents: closingCents, day: closingDay };
}

/** The hash of all that the bank says, and of its number among equal ones of the file. */
function withKeys(lines: readonly BankLine[]): { key: Buffer; line: BankLine }[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const { day, amountCents, reference, name, details, bankId } = line;
    const said = JSON.stringify([day, String(amountCents), reference, name, details, bankId]);
    const number = seen.get(said) ?? 0;
    seen.set(said, number + 1);
    return { key: createHash("sha256").update(`${said}#${number}`).digest(), line };
  });
}

async function readInThread(
  ctx: AppContext,
  file: BankFile,
): Promise<BankStatement | BankFileFault> {
  const profile = await profileOf(ctx.db.operators, file.profile);
  const workerData = { text: file.text, profile, currency: ctx.settings.currency };
  const worker = new Worker(new URL("./read-bank-file.worker.ts", import.meta.url), { workerData });
  try {
    return await new Promise<BankStatement | BankFileFault>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("The thread of a bank's file ended early.")));
    });
  } finally {
    await worker.terminate();
  }
}

async function profileOf(db: Queryable, id: string): Promise<CsvProfile | null> {
  if (id === CAMT) return null;
  const profile = (await listProfiles(db)).find((each) => each.id === id);
  if (profile === undefined) throw new Refusal("bank.profile_unknown", { field: "profile" });
  return profile;
}

/** Profiles of columns: the club's own first, then those that are built in. */
export async function listProfiles(
  db: Queryable,
): Promise<(CsvProfile & { readonly is_own: boolean })[]> {
  const own = await ownProfiles(db);
  const builtIn = CSV_PROFILES.filter((each) => !own.some(({ id }) => id === each.id));
  return [
    ...own.map((each) => ({ ...each, is_own: true })),
    ...builtIn.map((each) => ({ ...each, is_own: false })),
  ];
}

async function ownProfiles(db: Queryable): Promise<readonly CsvProfile[]> {
  const setting = z.array(csvProfile).safeParse((await readProfilesSetting(db)) ?? []);
  return setting.success ? setting.data : [];
}

/** Keeps a profile under its name; the newest twenty are kept. */
export async function saveProfile(
  ctx: AppContext,
  profile: CsvProfile,
  by: { readonly operator: { readonly id: string }; readonly request: FastifyRequest },
): Promise<void> {
  await withTransaction(ctx.db.operators, async (tx) => {
    const before = await ownProfiles(tx);
    const others = before.filter((each) => each.id !== profile.id);
    await writeProfilesSetting(tx, [profile, ...others].slice(0, MOST_PROFILES), by.operator.id);
    await audit(tx, { action: "bank.profile", ...by, target: profile.id, after: profile });
  });
}

import { createHash } from "node:crypto";
import { csvProfile } from "@club/contract";
import { CSV_PROFILES, Refusal } from "@club/domain";
import type { BankLine, BankStatement, CsvProfile } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { AppContext } from "../../core/context.ts";
import { lockSetting, readSetting, writeSetting } from "../../core/db/club-setting.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { findImport, insertImport, knownKeys, lockImports } from "./bank-imports.queries.ts";
import type { BankImportRow } from "./bank-imports.queries.ts";
import { KEY_BYTES, readBankFile } from "./read-bank-file.ts";
import type { KeyedStatement } from "./read-bank-file.ts";

const CAMT = "camt053";
const MOST_PROFILES = 20;
/** The setting that holds the club's own column profiles. */
const PROFILES = "bank_profiles";

export interface BankFile {
  readonly fileName: string;
  /** "camt053", or the name of a column profile. */
  readonly profile: string;
  readonly text: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/**
 * Reads a bank statement and keeps what is new in it. The same file adds nothing, and neither does
 * a movement already stored from an overlapping statement; equal movements within one file are each
 * kept. Source: docs/rules/money.md, "The bank's statement".
 *
 * @throws bank.profile_unknown, bank.file_invalid with the first line that cannot be read,
 * bank.file_slow
 */
export async function importBankFile(
  ctx: AppContext,
  file: BankFile,
): Promise<{ row: BankImportRow; isRepeat: boolean }> {
  const sha256 = createHash("sha256").update(file.text).digest();
  const known = await findImport(ctx.db.operators, sha256);
  if (known !== null) return { row: known, isRepeat: true };
  const statement = await readBankFile({
    text: file.text,
    profile: await profileOf(ctx.db.operators, file.profile),
    currency: ctx.settings.currency,
  });
  if ("rule" in statement) throw new Refusal("bank.file_invalid", { ...statement });
  return await withTransaction(ctx.db.operators, async (tx) => {
    await lockImports(tx);
    const meanwhile = await findImport(tx, sha256);
    if (meanwhile !== null) return { row: meanwhile, isRepeat: true };
    const all = keyed(statement);
    const there = await knownKeys(
      tx,
      all.map(({ key }) => key),
    );
    const fresh = all.filter(({ key }) => !there.has(key.toString("hex")));
    const id = newId();
    await insertImport(tx, {
      id,
      sha256,
      fileName: file.fileName,
      profile: file.profile,
      items: all.length,
      closing: closingOf(statement),
      by: file.operator.id,
      lines: fresh.map((each) => ({ ...each, id: newId() })),
    });
    await audit(tx, {
      action: "bank.import",
      operator: file.operator,
      request: file.request,
      target: id,
      after: { file: file.fileName, items: all.length, added: fresh.length },
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

/** The movements, each with its key. */
function keyed({ lines, keys }: KeyedStatement): { key: Buffer; line: BankLine }[] {
  return lines.map((line, i) => ({
    key: Buffer.from(keys.subarray(i * KEY_BYTES, (i + 1) * KEY_BYTES)),
    line,
  }));
}

async function profileOf(db: Queryable, id: string): Promise<CsvProfile | null> {
  if (id === CAMT) return null;
  const profile = (await listProfiles(db)).find((each) => each.id === id);
  if (profile === undefined) throw new Refusal("bank.profile_unknown", { field: "profile" });
  return profile;
}

/** Column profiles: the club's own first, then the built-in ones. */
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
  const setting = z.array(csvProfile).safeParse((await readSetting(db, PROFILES)) ?? []);
  return setting.success ? setting.data : [];
}

/** Saves a profile under its name; the newest twenty are kept. */
export async function saveProfile(
  ctx: AppContext,
  profile: CsvProfile,
  by: { readonly operator: { readonly id: string }; readonly request: FastifyRequest },
): Promise<void> {
  await withTransaction(ctx.db.operators, async (tx) => {
    await lockSetting(tx, PROFILES);
    const before = await ownProfiles(tx);
    const others = before.filter((each) => each.id !== profile.id);
    const value = [profile, ...others].slice(0, MOST_PROFILES);
    await writeSetting(tx, { name: PROFILES, value, by: by.operator.id });
    await audit(tx, { action: "bank.profile", ...by, target: profile.id, after: profile });
  });
}

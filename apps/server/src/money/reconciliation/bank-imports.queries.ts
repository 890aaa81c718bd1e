import type { BankLine } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";

export interface BankImportRow {
  id: string;
  file_name: string;
  profile: string;
  items: number;
  added: number;
  closing_cents: bigint | null;
  closing_day: string | null;
  imported_by: string;
  imported_at: Date;
}

const IMPORT = `
  SELECT i.id, i.file_name, i.profile, i.items, i.added, i.closing_cents, i.closing_day::text AS closing_day,
    o.user_name AS imported_by, i.imported_at
  FROM bank_import i JOIN operator o ON o.id = i.imported_by`;
const PAGE = `${IMPORT} WHERE $1::uuid IS NULL OR i.id < $1 ORDER BY i.id DESC LIMIT $2`;
const SAME = `${IMPORT} WHERE i.sha256 = $1`;

/** One page of statements, newest first. Served by the primary key. */
export async function listImports(
  db: Queryable,
  page: { before: string | undefined; limit: number },
): Promise<BankImportRow[]> {
  const values = [page.before ?? null, page.limit];
  return (await db.query<BankImportRow & Record<string, unknown>>(PAGE, values)).rows;
}

/** The import of this exact file, or null. */
export async function findImport(db: Queryable, sha256: Buffer): Promise<BankImportRow | null> {
  return (await db.query<BankImportRow & Record<string, unknown>>(SAME, [sha256])).rows[0] ?? null;
}

/** One import at a time, so only one decides what is new. Held to the end of the transaction. */
export async function lockImports(tx: Queryable): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('bank_import', 7))");
}

/** Movements per slice of a statement; other work gets its turn between slices. */
const SLICE = 1000;

/** Which of these keys are stored already. Served by the unique key. */
export async function knownKeys(tx: Queryable, keys: readonly Buffer[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < keys.length; at += SLICE) {
    const { rows } = await tx.query<{ key: Buffer }>(
      "SELECT key FROM bank_line WHERE key = ANY ($1::bytea[])",
      [keys.slice(at, at + SLICE)],
    );
    for (const { key } of rows) known.add(key.toString("hex"));
  }
  return known;
}

export interface NewImport {
  readonly id: string;
  readonly sha256: Buffer;
  readonly fileName: string;
  readonly profile: string;
  readonly items: number;
  readonly closing: { readonly cents: bigint; readonly day: string } | null;
  readonly by: string;
  readonly lines: readonly { readonly id: string; readonly key: Buffer; readonly line: BankLine }[];
}

/** Writes a statement with its new movements. The caller holds the imports' lock. */
export async function insertImport(tx: Queryable, made: NewImport): Promise<void> {
  await tx.query(
    `INSERT INTO bank_import (id, sha256, file_name, profile, items, added, closing_cents, closing_day, imported_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      made.id,
      made.sha256,
      made.fileName,
      made.profile,
      made.items,
      made.lines.length,
      made.closing?.cents ?? null,
      made.closing?.day ?? null,
      made.by,
    ],
  );
  for (let at = 0; at < made.lines.length; at += SLICE) {
    await insertLines(tx, made.id, made.lines.slice(at, at + SLICE));
  }
}

async function insertLines(
  tx: Queryable,
  importId: string,
  keyed: NewImport["lines"],
): Promise<void> {
  const lines = keyed.map(({ line }) => line);
  await tx.query(
    `INSERT INTO bank_line (id, import_id, key, day, amount_cents, reference, name, details, bank_id)
     SELECT u.id, $1, u.key, u.day, u.amount, u.reference, u.name, u.details, u.bank_id
     FROM unnest($2::uuid[], $3::bytea[], $4::date[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[])
       u (id, key, day, amount, reference, name, details, bank_id)`,
    [
      importId,
      keyed.map(({ id }) => id),
      keyed.map(({ key }) => key),
      lines.map((line) => line.day),
      lines.map((line) => line.amountCents),
      lines.map((line) => line.reference),
      lines.map((line) => line.name),
      lines.map((line) => line.details),
      lines.map((line) => line.bankId),
    ],
  );
}

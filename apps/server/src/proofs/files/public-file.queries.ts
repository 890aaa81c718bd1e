import type { Queryable } from "../../core/db/connect.ts";
import { statementOf, type SubjectKind } from "../tree/subjects.ts";

/** A file as it was last made. */
export interface StoredFile {
  readonly state: string;
  /** Gzip of the canonical JSON. */
  readonly body: Buffer;
  readonly digest: Buffer;
  readonly size: number;
}

const READ = statementOf(
  ({ file, key }) => `SELECT state, body, digest, size FROM ${file} WHERE ${key} = $1`,
);
const STORE = statementOf(
  ({
    file,
    key,
  }) => `INSERT INTO ${file} (${key}, state, body, digest, size) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (${key}) DO UPDATE SET state = excluded.state, body = excluded.body, digest = excluded.digest,
      size = excluded.size, made_at = club_now_ms()`,
);

export async function readStoredFile(
  db: Queryable,
  kind: SubjectKind,
  id: string,
): Promise<StoredFile | null> {
  const { rows } = await db.query<StoredFile>(READ[kind], [id]);
  return rows[0] ?? null;
}

/** Stores the newest file of a subject; two processes making the same one write the same. */
export async function storeFile(
  db: Queryable,
  kind: SubjectKind,
  { id, state, body, digest, size }: StoredFile & { readonly id: string },
): Promise<void> {
  await db.query(STORE[kind], [id, state, body, digest, size]);
}

import { Worker } from "node:worker_threads";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { readSigningKey } from "../signing/signing-keys.ts";
import type { SubjectKind } from "../subjects.ts";
import { type ComposedFile, composeFile, type FileOrder, type PartsOf } from "./compose-file.ts";
import { readStoredFile, storeFile } from "./public-file.queries.ts";

/** Of what a file would be made now: another text, another file. */
export interface FileState {
  readonly state: string;
  readonly status: string;
  readonly is_final: boolean;
}

/** How the public file of one kind of subject is read. What it says of them: see compose-file.ts. */
export interface FileSubject<Kind extends SubjectKind> {
  readonly kind: Kind;
  /** Null for what nobody may see. */
  readonly readState: (db: Queryable, id: string) => Promise<FileState | null>;
  /** The answer while bets are taken. */
  readonly refusal: (id: string, status: string) => Refusal;
  /** @throws not_found */
  readonly readParts: (db: Queryable, id: string) => Promise<PartsOf[Kind]>;
  /** A large file is made by a thread of its own. */
  readonly isLarge: (parts: PartsOf[Kind]) => boolean;
}

export interface FileAnswer extends Omit<ComposedFile, "size"> {
  /** Nothing about it will change any more, but for a correction. */
  readonly isFinal: boolean;
}

type FileContext = Pick<AppContext, "db" | "secrets">;

/** One making of a file at a time in this process. */
const making = new WeakMap<AppContext["db"], Map<string, Promise<ComposedFile>>>();

/**
 * The public file of a race or an event that has closed, from the copy of its last making where
 * nothing has changed since. @throws not_found, and the subject's own refusal while bets are taken
 */
export async function publicFile<Kind extends SubjectKind>(
  ctx: FileContext,
  subject: FileSubject<Kind>,
  id: string,
): Promise<FileAnswer> {
  const found = await subject.readState(ctx.db.browsing, id);
  if (found === null) throw new Refusal("not_found");
  const { state, status, is_final: isFinal } = found;
  if (status === "open") throw subject.refusal(id, status);
  const stored = await readStoredFile(ctx.db.browsing, subject.kind, id);
  const file = stored?.state === state ? stored : await makeOnce(ctx, subject, { id, state });
  return { body: file.body, digest: file.digest, isFinal };
}

interface Wanted {
  readonly id: string;
  readonly state: string;
}

async function makeOnce<Kind extends SubjectKind>(
  ctx: FileContext,
  subject: FileSubject<Kind>,
  wanted: Wanted,
): Promise<ComposedFile> {
  const ours = making.get(ctx.db) ?? new Map<string, Promise<ComposedFile>>();
  making.set(ctx.db, ours);
  const key = `${wanted.id} ${wanted.state}`;
  const known = ours.get(key);
  if (known !== undefined) return await known;
  const work = make(ctx, subject, wanted).finally(() => ours.delete(key));
  ours.set(key, work);
  return await work;
}

async function make<Kind extends SubjectKind>(
  ctx: FileContext,
  { kind, readParts, isLarge }: FileSubject<Kind>,
  { id, state }: Wanted,
): Promise<ComposedFile> {
  const parts = await readParts(ctx.db.jobs, id);
  const order = { kind, parts, key: await readSigningKey(ctx.db.jobs, ctx.secrets) };
  const file = isLarge(parts) ? await composeInThread(order) : composeFile(order);
  const body = Buffer.from(file.body);
  const digest = Buffer.from(file.digest);
  // What was read may be newer than the state that asked for it: then the next one makes it again.
  await storeFile(ctx.db.jobs, kind, { id, state, body, digest, size: file.size });
  return { ...file, body, digest };
}

async function composeInThread<Kind extends SubjectKind>(
  order: FileOrder<Kind>,
): Promise<ComposedFile> {
  const worker = new Worker(new URL("./public-file.worker.ts", import.meta.url), {
    workerData: order,
  });
  try {
    return await new Promise<ComposedFile>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("The thread of a public file ended early.")));
    });
  } finally {
    await worker.terminate();
  }
}

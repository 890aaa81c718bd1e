import { Worker } from "node:worker_threads";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { readSigningKey } from "../signing/signing-keys.ts";
import type { SubjectKind } from "../tree/subjects.ts";
import { type ComposedFile, composeFile, type FileOrder, type FileParts } from "./compose-file.ts";
import { readStoredFile, storeFile } from "./public-file.queries.ts";

/** Of what a file would be made now: another text, another file. */
export interface FileState {
  readonly state: string;
  readonly status: string;
  readonly is_final: boolean;
}

/** How the public file of a race or an event is read. What it says: see compose-file.ts. */
export interface FileSubject {
  readonly kind: SubjectKind;
  /** Null for what nobody may see. */
  readonly readState: (db: Queryable, id: string) => Promise<FileState | null>;
  /** The answer while bets are taken. */
  readonly refusal: (id: string, status: string) => Refusal;
  /** A large file is made by a thread of its own. @throws not_found */
  readonly read: (db: Queryable, id: string) => Promise<{ parts: FileParts; isLarge: boolean }>;
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
export async function publicFile(
  ctx: FileContext,
  subject: FileSubject,
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

async function makeOnce(
  ctx: FileContext,
  subject: FileSubject,
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

async function make(
  ctx: FileContext,
  { kind, read }: FileSubject,
  { id, state }: Wanted,
): Promise<ComposedFile> {
  const { parts, isLarge } = await read(ctx.db.jobs, id);
  const order = { parts, key: await readSigningKey(ctx.db.jobs, ctx.secrets) };
  const file = isLarge ? await composeInThread(order) : composeFile(order);
  const body = Buffer.from(file.body);
  const digest = Buffer.from(file.digest);
  // What was read may be newer than the state that asked for it: then the next one makes it again.
  await storeFile(ctx.db.jobs, kind, { id, state, body, digest, size: file.size });
  return { ...file, body, digest };
}

async function composeInThread(order: FileOrder): Promise<ComposedFile> {
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

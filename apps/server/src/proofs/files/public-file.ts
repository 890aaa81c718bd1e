import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { SingleFlight, perServer } from "../../core/kit/per-server.ts";
import { askWorker } from "../../core/kit/worker.ts";
import { readSigningKey } from "../signing/signing-keys.ts";
import type { SubjectKind } from "../tree/subjects.ts";
import { type ComposedFile, composeFile, type FileOrder, type FileParts } from "./compose-file.ts";
import { readStoredFile, storeFile } from "./public-file.queries.ts";

/** The state that a file depends on: if the text differs, the file does. */
export interface FileState {
  readonly state: string;
  readonly status: string;
  readonly is_final: boolean;
}

/** How the public file of a race or an event is read. For its content see compose-file.ts. */
export interface FileSubject {
  readonly kind: SubjectKind;
  /** Null for one that nobody may see. */
  readonly readState: (db: Queryable, id: string) => Promise<FileState | null>;
  /** The refusal while betting is open. */
  readonly refusal: (id: string, status: string) => Refusal;
  /** A large file is made in its own thread. @throws not_found */
  readonly read: (db: Queryable, id: string) => Promise<{ parts: FileParts; isLarge: boolean }>;
}

export interface FileAnswer extends Omit<ComposedFile, "size"> {
  /** It will not change any more, except by a correction. */
  readonly isFinal: boolean;
}

type FileContext = Pick<AppContext, "db" | "reads" | "secrets">;

/** Makes each file once at a time in this process. */
const makingOf = perServer(() => new SingleFlight<ComposedFile>());
const FILE_WORKER = new URL("./public-file.worker.ts", import.meta.url);

/**
 * The public file of a closed race or event, from the stored copy if nothing has changed since.
 * @throws not_found, and the subject's own refusal while betting is open
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
  // A copy of another state, on a replica that lags, counts as none.
  const copy = await readStoredFile(ctx.reads.stored, subject.kind, id);
  const stored =
    copy?.state === state ? copy : await readStoredFile(ctx.db.browsing, subject.kind, id);
  const file =
    stored?.state === state
      ? stored
      : await makingOf(ctx).run(`${id} ${state}`, () => make(ctx, subject, { id, state }));
  return { body: file.body, digest: file.digest, isFinal };
}

interface Wanted {
  readonly id: string;
  readonly state: string;
}

async function make(
  ctx: FileContext,
  { kind, read }: FileSubject,
  { id, state }: Wanted,
): Promise<ComposedFile> {
  const { parts, isLarge } = await read(ctx.db.jobs, id);
  const order = { parts, key: await readSigningKey(ctx.db.jobs, ctx.secrets) };
  const file = isLarge
    ? await askWorker<FileOrder, ComposedFile>(FILE_WORKER, order)
    : composeFile(order);
  const body = Buffer.from(file.body);
  const digest = Buffer.from(file.digest);
  // What was read may be newer than `state`; then the next request makes the file again.
  await storeFile(ctx.db.jobs, kind, { id, state, body, digest, size: file.size });
  return { ...file, body, digest };
}

import { createHmac, timingSafeEqual } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Secrets } from "../../core/settings/secrets.ts";
import type { Facts } from "./facts.ts";

/** A backup cannot be taken, read or trusted; one sentence for the club's keeper. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** A file of the cluster: where its pieces are in the pack, in order. */
export interface PackedFile {
  readonly path: string;
  /** Offset and length of each compressed piece. */
  readonly pieces: readonly (readonly [offset: number, length: number])[];
}

/** What a backup says about itself. It holds no keys, only the name of the one it needs. */
export interface Manifest {
  readonly format: 1;
  readonly taken_at: string;
  readonly key_id: string;
  /** Major version of PostgreSQL: no other one reads these files. */
  readonly postgres: number;
  /** The newest migration. */
  readonly schema: string;
  readonly facts: Facts;
  readonly folders: readonly string[];
  readonly files: readonly PackedFile[];
  readonly pack_bytes: number;
  readonly pack_sha256: string;
}

type Key = Pick<Secrets, "keyId" | "signingKey">;

export const MANIFEST = "manifest.json";
export const PACK = "cluster.pack";
/** Written into a backup from which a club was restored and verified. */
export const PROVED = "proved.json";
const LOG = "pg_wal/";
const OWN_FILE = 0o600;

/** Written last: without it a folder is not a backup. */
export async function writeManifest(folder: string, manifest: Manifest, key: Key): Promise<void> {
  const body = JSON.stringify(manifest);
  const text = `${macOf(body, key)}\n${body}\n`;
  await writeFile(join(folder, MANIFEST), text, { mode: OWN_FILE, flush: true });
}

/** @throws BackupError when it is missing, needs another key, or has a single byte changed. */
export async function readManifest(folder: string, key: Key): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => undefined);
  if (text === undefined) throw new BackupError(`There is no whole backup in ${folder}.`);
  const [mac = "", body = ""] = text.split("\n");
  const manifest = parse(body);
  if (isEqual(mac, macOf(body, key)) && manifest !== undefined) return manifest;
  if (manifest !== undefined && manifest.key_id !== key.keyId) {
    throw new BackupError(
      `The backup in ${folder} was made with the key ${manifest.key_id}, and the key here is ${key.keyId}: put secret.key of that club into the data folder, or set CLUB_SECRET.`,
    );
  }
  throw new BackupError(`The manifest in ${folder} was changed or is damaged.`);
}

/** When a backup says it was taken; null without a backup. For lists only: it proves nothing. */
export async function readTakenAt(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => "");
  return parse(text.split("\n")[1] ?? "")?.taken_at ?? null;
}

/** The first piece of the log that a backup needs; empty without a backup. */
export async function readFirstPiece(folder: string): Promise<string> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => "");
  const paths = parse(text.split("\n")[1] ?? "")?.files.map(({ path }) => path) ?? [];
  const names = paths.filter((path) => path.startsWith(LOG)).map((path) => path.slice(LOG.length));
  return names.toSorted()[0] ?? "";
}

function parse(body: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(body) as Manifest;
    return manifest.format === 1 ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function macOf(body: string, key: Key): string {
  return createHmac("sha256", key.signingKey).update("club backup\n").update(body).digest("hex");
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

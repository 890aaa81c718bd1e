import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type ClubKey, FormatError, readClubKeysOf } from "@club/domain";

const unpack = promisify(gunzip);
const TIMEOUT_MS = 30_000;
const MOST_BYTES = 2 ** 30;

/** Something that cannot be loaded at all: no such file, no answer. The message is one sentence. */
export class CannotLoad extends Error {
  override name = "CannotLoad";
}

export function isUrl(source: string): boolean {
  return /^https?:\/\//.test(source);
}

/** The JSON of a file or an address, gzipped or not. @throws CannotLoad, FormatError */
export async function loadJson(source: string): Promise<unknown> {
  const bytes = isUrl(source) ? await fetchBytes(source) : await readBytes(source);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const plain = isPacked ? await unpack(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
    return JSON.parse(plain.toString("utf8")) as unknown;
  } catch {
    throw new FormatError(`${source} is no JSON`);
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CannotLoad(`${path} cannot be read (${codeOf(error)}).`);
  }
}

async function fetchBytes(url: string): Promise<Buffer> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new CannotLoad(`${url} answers ${answer.status}.`);
    return Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    if (error instanceof CannotLoad) throw error;
    throw new CannotLoad(`${url} cannot be reached (${codeOf(error)}).`);
  }
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? String(error);
}

/** The club's public keys from a file or an address: `/.well-known/club-roots`, or one that has `keys`. */
export async function loadKeys(source: string): Promise<readonly ClubKey[]> {
  return readClubKeysOf(await loadJson(source));
}

/** Where the club at this address publishes its keys. */
export function keysAddress(url: string): string {
  return new URL("/.well-known/club-roots", url).href;
}

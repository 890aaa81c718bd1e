import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type CanonicalValue, canonicalJson, signedText } from "@club/domain";
import { type SigningKey, signText } from "../signing/signing-keys.ts";
import { eventFileOf, type EventParts } from "./compose-event-file.ts";
import { raceFileOf, type RaceParts } from "./compose-race-file.ts";

/** Everything a file is made from; passed to a thread unchanged. */
export type FileParts =
  | ({ readonly kind: "race" } & RaceParts)
  | ({ readonly kind: "event" } & EventParts);

export interface FileOrder {
  readonly parts: FileParts;
  readonly key: SigningKey;
}

/** A public file as it is sent: gzipped, with the SHA-256 and the size in bytes of its text. */
export interface ComposedFile {
  readonly body: Uint8Array;
  readonly digest: Uint8Array;
  readonly size: number;
}

/** A public file as canonical JSON, signed and gzipped. Source: docs/rules/proofs.md. */
export function composeFile({ parts, key }: FileOrder): ComposedFile {
  const content = parts.kind === "race" ? raceFileOf(parts) : eventFileOf(parts);
  const file = { ...content, key_id: key.keyId };
  const signature = signText(key, signedText(file));
  const text = canonicalJson({ ...file, signature } as CanonicalValue);
  return {
    body: gzipSync(text),
    digest: hash("sha256", text, "buffer"),
    size: Buffer.byteLength(text),
  };
}

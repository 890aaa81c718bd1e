import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type CanonicalValue, canonicalJson, signedText } from "@club/domain";
import { type SigningKey, signText } from "../signing/signing-keys.ts";
import type { SubjectKind } from "../subjects.ts";
import { eventFileOf, type EventParts } from "./compose-event-file.ts";
import { raceFileOf, type RaceParts } from "./compose-race-file.ts";

/** What the file of each subject is made of. */
export interface PartsOf {
  readonly race: RaceParts;
  readonly event: EventParts;
}

const CONTENTS: { [Kind in SubjectKind]: (parts: PartsOf[Kind]) => object } = {
  race: raceFileOf,
  event: eventFileOf,
};

/** Everything that making a file takes; goes into a thread as it is. */
export interface FileOrder<Kind extends SubjectKind = SubjectKind> {
  readonly kind: Kind;
  readonly parts: PartsOf[Kind];
  readonly key: SigningKey;
}

/** A public file as it is sent: packed, with the SHA-256 and the size in bytes of its text. */
export interface ComposedFile {
  readonly body: Uint8Array;
  readonly digest: Uint8Array;
  readonly size: number;
}

/** A public file as its one text (canonical JSON), signed and packed. Source: docs/rules/proofs.md. */
export function composeFile<Kind extends SubjectKind>(order: FileOrder<Kind>): ComposedFile {
  const { kind, parts, key } = order;
  const file = { ...CONTENTS[kind](parts), key_id: key.keyId };
  const signature = signText(key, signedText(file));
  const text = canonicalJson({ ...file, signature } as CanonicalValue);
  return {
    body: gzipSync(text),
    digest: hash("sha256", text, "buffer"),
    size: Buffer.byteLength(text),
  };
}

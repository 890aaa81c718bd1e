import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";

type Kind = "ec" | "ed25519" | "rsa";

interface CeremonyOptions {
  /** The page's origin; default: the authenticator's own. */
  origin?: string;
  /** User present and verified (5) unless a test says otherwise. */
  flags?: number;
  count?: number;
  rpId?: string;
  crossOrigin?: boolean;
  type?: string;
}

const VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

/** A passkey in software: answers as a browser with an authenticator would. */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  readonly publicKey: Buffer;
  readonly #privateKey: KeyObject;
  readonly #kind: Kind;
  readonly #origin: string;

  constructor(origin: string, kind: Kind = "ec") {
    const pair =
      kind === "ec"
        ? generateKeyPairSync("ec", { namedCurve: "prime256v1" })
        : kind === "rsa"
          ? generateKeyPairSync("rsa", { modulusLength: 2048 })
          : generateKeyPairSync("ed25519");
    this.#kind = kind;
    this.#origin = origin;
    this.#privateKey = pair.privateKey;
    this.publicKey = pair.publicKey.export({ type: "spki", format: "der" });
  }

  /** The body of POST /api/user/passkeys. */
  create(challenge: string, options: CeremonyOptions = {}): Record<string, string> {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.credentialId]);
    const data = Buffer.concat([
      this.#head({ flags: VERIFIED | HAS_CREDENTIAL, ...options }),
      credential,
      Buffer.from("a0", "hex"),
    ]);
    return {
      credential_id: this.credentialId.toString("base64url"),
      public_key: this.publicKey.toString("base64url"),
      authenticator_data: data.toString("base64url"),
      client_data: this.#clientData(challenge, { type: "webauthn.create", ...options }).toString(
        "base64url",
      ),
      name: "A test",
    };
  }

  /** The body of POST /api/user/passkey-signin. */
  get(challenge: string, options: CeremonyOptions = {}): Record<string, string> {
    const data = this.#head({ flags: VERIFIED, ...options });
    const clientData = this.#clientData(challenge, { type: "webauthn.get", ...options });
    const message = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
    const signature = sign(this.#kind === "ed25519" ? null : "sha256", message, this.#privateKey);
    return {
      credential_id: this.credentialId.toString("base64url"),
      authenticator_data: data.toString("base64url"),
      client_data: clientData.toString("base64url"),
      signature: signature.toString("base64url"),
    };
  }

  #head({ flags = VERIFIED, count = 0, rpId }: CeremonyOptions): Buffer {
    const hash = createHash("sha256")
      .update(rpId ?? new URL(this.#origin).hostname)
      .digest();
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([hash, Buffer.of(flags), counter]);
  }

  #clientData(challenge: string, { type, origin, crossOrigin = false }: CeremonyOptions): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: origin ?? this.#origin, crossOrigin }),
    );
  }
}

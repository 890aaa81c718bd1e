import type { MadePasskey, PasskeyWish, ShownPasskey } from "@club/contract";

/* Both passkey ceremonies in the browser. Their results go to the club unchanged. */

/** The device or the person stopped before the end: nothing happened. */
export class PasskeyStopped extends Error {
  override name = "PasskeyStopped";
  /** Whether it stopped because the device already has a passkey of this person. */
  readonly isKnown: boolean;
  constructor(cause: unknown) {
    super("passkey stopped", { cause });
    this.isKnown = cause instanceof DOMException && cause.name === "InvalidStateError";
  }
}

/** Passkeys belong to a domain name: an IP address, or a page without TLS, cannot have any. */
export function canUsePasskeys(): boolean {
  const isNumbers = /^[\d.]+$|:/.test(location.hostname);
  return isSecureContext && "PublicKeyCredential" in globalThis && !isNumbers;
}

const ES256 = -7;
const ED_DSA = -8;
const RS256 = -257;

/**
 * Makes a passkey on this device.
 *
 * @param residentKey - "required" to sign in without a name, "discouraged" where the name is known
 * by then.
 * @throws PasskeyStopped
 */
export async function makePasskey(
  wish: PasskeyWish,
  residentKey: "required" | "discouraged" = "required",
): Promise<Omit<MadePasskey, "name">> {
  const credential = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(wish.challenge),
        rp: { id: wish.rp_id, name: document.title },
        user: {
          id: bytesOf(wish.user_handle),
          name: wish.user_name,
          displayName: wish.user_name,
        },
        pubKeyCredParams: [ES256, ED_DSA, RS256].map((alg) => ({ type: "public-key", alg })),
        authenticatorSelection: { residentKey, userVerification: "required" },
        attestation: "none",
        excludeCredentials: credentialsOf(wish.known),
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  const publicKey = response.getPublicKey();
  if (publicKey === null) throw new PasskeyStopped("a key of a kind that was not asked for");
  return {
    credential_id: textOf(credential.rawId),
    public_key: textOf(publicKey),
    client_data: textOf(response.clientDataJSON),
    authenticator_data: textOf(response.getAuthenticatorData()),
  };
}

/**
 * Asks a passkey to answer; without `known`, whichever one the person chooses.
 *
 * @throws PasskeyStopped
 */
export async function showPasskey(question: {
  readonly challenge: string;
  readonly rp_id: string;
  readonly known?: readonly string[];
}): Promise<ShownPasskey> {
  const credential = await ask(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(question.challenge),
        rpId: question.rp_id,
        userVerification: "required",
        ...(question.known !== undefined && { allowCredentials: credentialsOf(question.known) }),
      },
    }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    credential_id: textOf(credential.rawId),
    client_data: textOf(response.clientDataJSON),
    authenticator_data: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  };
}

function credentialsOf(ids: readonly string[]): PublicKeyCredentialDescriptor[] {
  return ids.map((id) => ({ type: "public-key", id: bytesOf(id) }));
}

async function ask(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await work();
    if (credential === null) throw new Error("no credential");
    return credential as PublicKeyCredential;
  } catch (error) {
    throw new PasskeyStopped(error);
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

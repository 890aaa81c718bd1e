import { type ProofTools, sha256 } from "@club/domain";

const ALGORITHM = "Ed25519";

/**
 * The phone's tools for checking: our own SHA-256, and the platform's Ed25519. Where that is
 * missing, the answer is null rather than a pretence, and the screen says so.
 */
export const PHONE_TOOLS: ProofTools = {
  hash: sha256,
  verify: async (publicKey, message, signature) => {
    const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto };
    if (subtle === undefined) return null;
    let key: CryptoKey;
    try {
      key = await subtle.importKey("raw", own(publicKey), ALGORITHM, false, ["verify"]);
    } catch {
      return null;
    }
    return await subtle.verify(ALGORITHM, key, own(signature), own(message));
  },
};

/** A copy in a buffer of its own: the platform accepts no other. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

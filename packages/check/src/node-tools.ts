import { createPublicKey, hash, verify } from "node:crypto";
import type { ProofTools } from "@club/domain";

/** The bytes before an Ed25519 public key in SPKI (RFC 8410). */
const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** Hash and signatures of Node. */
export const NODE_TOOLS: ProofTools = {
  hash: (bytes) => hash("sha256", bytes, "buffer"),
  verify: async (publicKey, message, signature) => {
    const der = Buffer.concat([SPKI_HEAD, publicKey]);
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    return await Promise.resolve(verify(null, message, key, signature));
  },
};

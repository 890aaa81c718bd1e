import { createECDH, createPrivateKey, hkdfSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { Secrets } from "../../core/settings/secrets.ts";

/** The club's web push key (RFC 8292), by which a push service knows that messages come from us. */
export interface VapidKey {
  /** Uncompressed point, base64url: what browsers subscribe with. */
  publicKey: string;
  privateKey: KeyObject;
}

const CURVE = "prime256v1";
const KEY_BYTES = 32;
const POINT_HALF = 32;
/** A push service takes at most 24 hours. */
const GOOD_FOR_S = 12 * 3600;

/** Derived from the club's secret: the same in every process and after every restart. */
export function vapidKeyOf(secrets: Pick<Secrets, "pushKey">): VapidKey {
  const ecdh = createECDH(CURVE);
  // A number at or above the order of the curve is not a key; the next one is tried.
  for (let at = 0; ; at += 1) {
    const bytes = Buffer.from(hkdfSync("sha256", secrets.pushKey, "", `vapid ${at}`, KEY_BYTES));
    try {
      ecdh.setPrivateKey(bytes);
      break;
    } catch (error) {
      if (at > 8) throw error;
    }
  }
  const point = ecdh.getPublicKey();
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: ecdh.getPrivateKey().toString("base64url"),
    x: point.subarray(1, 1 + POINT_HALF).toString("base64url"),
    y: point.subarray(1 + POINT_HALF).toString("base64url"),
  };
  return {
    publicKey: point.toString("base64url"),
    privateKey: createPrivateKey({ key: jwk, format: "jwk" }),
  };
}

/** The Authorization header for one push service. */
export function vapidHeader(
  key: VapidKey,
  to: { endpoint: URL; contact: string; nowMs: number },
): string {
  const claims = {
    aud: to.endpoint.origin,
    exp: Math.floor(to.nowMs / 1000) + GOOD_FOR_S,
    sub: to.contact,
  };
  const head = encode({ typ: "JWT", alg: "ES256" });
  const body = `${head}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(body), {
    key: key.privateKey,
    dsaEncoding: "ieee-p1363",
  });
  return `vapid t=${body}.${signature.toString("base64url")}, k=${key.publicKey}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

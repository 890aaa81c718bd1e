import { createPublicKey, randomBytes, verify } from "node:crypto";
import { expect, test } from "vitest";
import { areBrowserKeys, encryptPush } from "./encrypt-push.ts";
import { vapidHeader, vapidKeyOf } from "./vapid.ts";

const from = (text: string): Buffer => Buffer.from(text, "base64url");

/** RFC 8291, appendix A. */
const EXAMPLE = {
  text: "When I grow up, I want to be a watermelon",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  body:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz" +
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

test("a message is encrypted as the standard's example is", () => {
  const browser = { p256dh: from(EXAMPLE.p256dh), auth: from(EXAMPLE.auth) };
  const fixed = { privateKey: from(EXAMPLE.privateKey), salt: from(EXAMPLE.salt) };
  const body = encryptPush(Buffer.from(EXAMPLE.text), browser, fixed);
  expect(body.toString("base64url")).toBe(EXAMPLE.body);
  expect(encryptPush(Buffer.from(EXAMPLE.text), browser)).not.toEqual(body);
});

test("keys that no browser makes are none", () => {
  const good = { p256dh: from(EXAMPLE.p256dh), auth: from(EXAMPLE.auth) };
  expect(areBrowserKeys(good)).toBe(true);
  expect(areBrowserKeys({ ...good, auth: Buffer.alloc(15) })).toBe(false);
  expect(areBrowserKeys({ ...good, p256dh: Buffer.alloc(65, 4) })).toBe(false);
  expect(areBrowserKeys({ ...good, p256dh: good.p256dh.subarray(0, 33) })).toBe(false);
});

test("the club's key signs who it is, for one service, for half a day", () => {
  const key = vapidKeyOf({ pushKey: Buffer.alloc(32, 1) });
  expect(vapidKeyOf({ pushKey: Buffer.alloc(32, 1) }).publicKey).toBe(key.publicKey);
  expect(vapidKeyOf({ pushKey: randomBytes(32) }).publicKey).not.toBe(key.publicKey);
  const endpoint = new URL("https://fcm.googleapis.com/fcm/send/x");
  const header = vapidHeader(key, { endpoint, contact: "mailto:a@b.example", nowMs: 1_000_000 });
  const [, token = "", named = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  expect(named).toBe(key.publicKey);
  expect(JSON.parse(from(head).toString())).toEqual({ typ: "JWT", alg: "ES256" });
  expect(JSON.parse(from(claims).toString())).toEqual({
    aud: "https://fcm.googleapis.com",
    exp: 1000 + 12 * 3600,
    sub: "mailto:a@b.example",
  });
  const point = from(key.publicKey);
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const signed = Buffer.from(`${head}.${claims}`);
  const isGood = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    from(signature),
  );
  expect(isGood).toBe(true);
});

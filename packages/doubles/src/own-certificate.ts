import { generateKeyPairSync, sign } from "node:crypto";

/**
 * A certificate of `localhost` that nobody signed (RFC 5280, version 1), for whoever is told to take it.
 *
 * @param until - when it ends, to the second.
 */
export function ownCertificate(until = new Date("2049-12-31T23:59:59Z")): {
  key: string;
  cert: string;
} {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const part = (tag: number, ...inside: Buffer[]): Buffer => {
    const body = Buffer.concat(inside);
    const { length } = body;
    const size =
      length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
    return Buffer.concat([Buffer.from([tag, ...size]), body]);
  };
  const sequence = (...inside: Buffer[]): Buffer => part(0x30, ...inside);
  const text = (tag: number, value: string): Buffer => part(tag, Buffer.from(value));
  const oid = (hex: string): Buffer => part(0x06, Buffer.from(hex, "hex"));
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  const name = sequence(part(0x31, sequence(oid("550403"), text(0x0c, "localhost"))));
  const serial = part(0x02, Buffer.from([1]));
  const valid = sequence(text(0x17, "200101000000Z"), text(0x17, utcTime(until)));
  const subject = publicKey.export({ type: "spki", format: "der" });
  const said = sequence(serial, ecdsaWithSha256, name, valid, name, subject);
  const signature = part(0x03, Buffer.from([0]), sign("sha256", said, privateKey));
  const body = sequence(said, ecdsaWithSha256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

/** YYMMDDHHMMSSZ */
function utcTime(at: Date): string {
  return `${at.toISOString().slice(2, 19).replaceAll(/\D/g, "")}Z`;
}

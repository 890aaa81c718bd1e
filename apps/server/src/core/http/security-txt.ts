import { PLAYER_LANGUAGES } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Settings } from "../settings/settings.ts";

const PATH = "/.well-known/security.txt";
const PLAIN = { schema: { hide: true } };
const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 asks for less than a year. It is computed anew each day, so it never goes stale. */
const GOOD_FOR_MS = 180 * DAY_MS;

/** Whom to tell of a vulnerability (RFC 9116). Without CLUB_SECURITY_CONTACT there is no file. */
export function addSecurityTxt(app: FastifyInstance, settings: Settings): void {
  app.get(PATH, PLAIN, (request, reply) => {
    if (settings.securityContact.length === 0) throw new Refusal("not_found");
    const expires = new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + GOOD_FOR_MS);
    const lines = [
      ...settings.securityContact.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires.toISOString()}`,
      `Preferred-Languages: ${PLAYER_LANGUAGES.join(", ")}`,
      ...canonicalOf(request),
    ];
    // The address in it comes from the request.
    return reply
      .header("cache-control", "no-store")
      .type("text/plain; charset=utf-8")
      .send(`${lines.join("\n")}\n`);
  });
}

/** The club knows its public address only when a trusted proxy says that it was called by https. */
function canonicalOf({ protocol, host }: FastifyRequest): string[] {
  const isKnown = protocol === "https" && /^[a-z0-9.-]+(:\d+)?$/i.test(host);
  return isKnown ? [`Canonical: https://${host.toLowerCase()}${PATH}`] : [];
}

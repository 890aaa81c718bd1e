import { isIP } from "node:net";
import { isPublicAddress } from "../../core/http/public-address.ts";

/** Where programs listen for https. Another port is another service, which no message of ours is for. */
const PORTS: ReadonlySet<string> = new Set(["", "8443"]);

/**
 * The address of a program that is told, or null for what the club does not call: anything but https on
 * port 443 or 8443, with a name or password in it, or an address that is not of the public internet. Where a name leads
 * is looked at when it is called.
 */
export function readWebhookUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const hasOnlyPlace = url.username === "" && url.password === "" && url.hash === "";
  const isWeb = url.protocol === "https:" && PORTS.has(url.port);
  return isWeb && hasOnlyPlace && isOutside(url.hostname) ? url : null;
}

const INSIDE = /\.(localhost|local|internal|home|lan)\.?$/;

function isOutside(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes(".") && !INSIDE.test(host);
}

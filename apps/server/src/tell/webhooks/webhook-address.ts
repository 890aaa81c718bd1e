import { isIP } from "node:net";
import { isPublicAddress } from "../../core/http/public-address.ts";

/** Allowed ports. A service on any other port is not meant to receive webhooks. */
const PORTS: ReadonlySet<string> = new Set(["", "8443"]);

/**
 * The address to call, or null for one that the club does not call: anything but https on port 443
 * or 8443, one with a name or password in it, or one outside the public internet. Where a host name
 * resolves to is checked when it is called.
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

import { isIP } from "node:net";

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/**
 * What a limit counts an address by: an IPv4 address itself, but the /64 network of an IPv6 one,
 * since one customer has 2^64 of those.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  const mapped = MAPPED.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(plain) !== 6) return address;
  const [left = [], right = []] = new URL(`http://[${plain}]`).hostname
    .slice(1, -1)
    .split("::")
    .map((half) => half.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: GROUPS - left.length - right.length }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, GROUPS_OF_NETWORK).join(":")}::/64`;
}

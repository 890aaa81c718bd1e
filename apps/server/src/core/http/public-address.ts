import { isIP } from "node:net";

/** Networks that are not the internet: an allowed name that leads there is not called. */
const PRIVATE_V4: readonly (readonly [base: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** True for an address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return isPublicV4(address);
  return kind === 6 && isPublicV6(address);
}

function isPublicV4(address: string): boolean {
  const value = numberOf(address);
  return !PRIVATE_V4.some(([base, bits]) => {
    const step = 2 ** (32 - bits);
    return Math.floor(value / step) === Math.floor(numberOf(base) / step);
  });
}

function numberOf(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

/**
 * Global unicast is 2000::/3, minus networks that tunnel other addresses or are for documentation.
 */
function isPublicV6(address: string): boolean {
  const [first, second] = wordsOf(address);
  if (first === undefined || second === undefined || first < 0x2000 || first > 0x3fff) return false;
  const isTeredoOrDocs = first === 0x2001 && (second < 0x200 || second === 0xdb8);
  return !isTeredoOrDocs && first !== 0x2002 && first !== 0x3fff;
}

/** The first two groups of an IPv6 address. */
function wordsOf(address: string): readonly (number | undefined)[] {
  const [head = ""] = address.split("%");
  const groups = new URL(`http://[${head}]`).hostname.slice(1, -1).split("::")[0] ?? "";
  const words = groups === "" ? [] : groups.split(":").map((word) => Number.parseInt(word, 16));
  return [words[0] ?? 0, words[1] ?? 0];
}

import { encode } from "uqr";

/** Modules of light around a code, without which a camera does not find it. */
const QUIET = 4;
/** 180 bytes with error correction M: what a phone reads from a screen at arm's length. */
const MOST_VERSION = 9;
/** The most that EPC069-12 allows, 331 bytes: read from a phone that lies beside the other. */
export const TRANSFER_VERSION = 13;

/** The modules of a text, true is dark, with the quiet margin. @throws RangeError for more than 180 bytes */
export function qrModules(
  text: string,
  maskPattern = -1,
  maxVersion = MOST_VERSION,
): readonly (readonly boolean[])[] {
  const bytes = [...new TextEncoder().encode(text)];
  return encode(bytes, {
    ecc: "M",
    boostEcc: false,
    maxVersion,
    border: QUIET,
    maskPattern,
  }).data;
}

/** A text as a QR code: dark on white in both themes, one path, no script. */
export function qrSvg(text: string, maxVersion = MOST_VERSION): string {
  const rows = qrModules(text, -1, maxVersion);
  const size = rows.length;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${rows.map(pathOf).join("")}"/></svg>`
  );
}

/** One row as runs of dark modules. */
function pathOf(row: readonly boolean[], y: number): string {
  const line = row.map((isDark) => (isDark ? "1" : "0")).join("");
  return [...line.matchAll(/1+/g)]
    .map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`)
    .join("");
}

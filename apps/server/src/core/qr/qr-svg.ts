import { qrCode } from "./qr-code.ts";

/** Modules of light around a code, without which a camera does not find it. */
const QUIET = 4;

/** A text as a QR code: dark on white in both themes, one path, no script. */
export function qrSvg(text: string): string {
  const modules = qrCode(text);
  const size = modules.length + 2 * QUIET;
  const rows = modules.map((row, y) => pathOf(row, y + QUIET));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${rows.join("")}"/></svg>`
  );
}

/** One row as runs of dark modules. */
function pathOf(row: readonly boolean[], y: number): string {
  const line = row.map((isDark) => (isDark ? "1" : "0")).join("");
  return [...line.matchAll(/1+/g)]
    .map((run) => `M${run.index + QUIET} ${y}h${run[0].length}v1h-${run[0].length}z`)
    .join("");
}

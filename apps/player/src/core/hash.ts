/** A hash as people compare it: its ends, in groups of four ("9c41 e07b … 5d2a"). */
export function shortHash(hex: string): string {
  if (hex.length <= 16) return hex;
  return `${hex.slice(0, 4)} ${hex.slice(4, 8)} … ${hex.slice(-4)}`;
}

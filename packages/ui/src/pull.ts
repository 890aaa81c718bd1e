/** Distances of look.md, in CSS pixels. */
export const PULL_THRESHOLD_PX = 64;
export const PULL_CAP_PX = 110;
export const PULL_EDGE_PX = 30;
const RESISTANCE = 0.5;

/** How far the page follows a finger that has moved `movedPx` down. */
export function pullDistance(movedPx: number): number {
  return Math.min(PULL_CAP_PX, Math.max(0, movedPx * RESISTANCE));
}

/** A drag that begins at the edge belongs to the system (back gesture). */
export function beginsAtEdge(x: number, widthPx: number): boolean {
  return x < PULL_EDGE_PX || x > widthPx - PULL_EDGE_PX;
}

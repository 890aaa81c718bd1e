import { addLayer } from "../../core/overlays.ts";

const load = async () => ({ default: (await import("./SportSheets.tsx")).SportSheets });

/** The slip and what became of it, over whatever screen is there. */
export function showSportLayer(): void {
  addLayer(load);
}

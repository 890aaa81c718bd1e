import type { ComponentType } from "react";
import { createStore, useStore } from "../device/store.ts";

type Load = () => Promise<{ readonly default: ComponentType }>;

/* What lies over every screen once it was called for: its code comes with the first call. */

const layers = createStore<readonly Load[]>([]);

export const useLayers = (): readonly Load[] => useStore(layers);

export function addLayer(load: Load): void {
  if (!layers.get().includes(load)) layers.set([...layers.get(), load]);
}

import { buildApps } from "../../scripts/lib/build-apps.ts";

/** Runs once before the journeys: builds both apps from the current sources. */
export async function setup(): Promise<void> {
  const sentence = await buildApps();
  if (sentence !== undefined) throw new Error(sentence);
}

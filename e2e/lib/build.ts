import { buildApps } from "../../scripts/lib/build-apps.ts";

/** Before the journeys, once: both apps as their sources are now. */
export async function setup(): Promise<void> {
  const sentence = await buildApps();
  if (sentence !== undefined) throw new Error(sentence);
}

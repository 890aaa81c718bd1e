import { pause } from "../kit/pause.ts";
import { DatabaseBusy } from "./errors.ts";

const TRIES = 10;
const APART_MS = 200;

/** Does the work again where the database was busy. @throws what the last try throws */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 1 || !(error instanceof DatabaseBusy)) throw error;
      await pause(APART_MS);
    }
  }
}

import { yieldToTaps } from "../device/yield-to-taps.ts";
import { followNews } from "./news.ts";
import { watchPauses } from "./pauses.ts";
import { startStream } from "./reader.ts";

/** What happens at the club comes into the app from now on. Call once, after the first drawing. */
export async function startLive(): Promise<void> {
  followNews();
  await yieldToTaps();
  startStream();
  await yieldToTaps();
  watchPauses();
}

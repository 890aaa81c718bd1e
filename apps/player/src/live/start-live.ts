import { followNews } from "./news.ts";
import { watchPauses } from "../pauses/pauses.ts";
import { startStream } from "./reader.ts";

/** What happens at the club comes into the app from now on. Call once, after the first drawing. */
export function startLive(): void {
  followNews();
  startStream();
  watchPauses();
}

import { followNews } from "./news.ts";
import { startStream } from "./reader.ts";

/** What happens at the club comes into the app from now on. Call once, after the first drawing. */
export function startLive(): void {
  followNews();
  startStream();
}

import { lazyPage as lazyPageOf, loadIcons, type LoadPage, reloadOnce } from "@club/ui";
import { textsReady } from "./lang.ts";

/** How long the code of a page may take to come. */
export const PAGE_TIMEOUT_MS = 60_000;

/** A page whose code loads when it is opened, at most a minute, with its texts and pictures. */
export function lazyPage<P = object>(load: LoadPage<P>): ReturnType<typeof lazyPageOf<P>> {
  return lazyPageOf(load, () => Promise.race([withTexts(load), timeout()]));
}

/** A part of the first page that is drawn after it: all that it says is among the first texts. */
export const lazyPart = lazyPageOf;

async function withTexts<P>(load: LoadPage<P>): ReturnType<LoadPage<P>> {
  const [page] = await Promise.all([load(), textsReady(), loadIcons()]);
  return page;
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("page timed out")), PAGE_TIMEOUT_MS);
  });
}

/** Whether a slip would be lost if the page went away now; each slip adds its own. */
export const inHand: (() => boolean)[] = [];

/** Files that could not be loaded come with the whole app; never during a bet, whose form would be lost. */
export function reloadWhenOutdated(): void {
  addEventListener("vite:preloadError", (event) => {
    if (!inHand.some((isLost) => isLost()) && reloadOnce()) event.preventDefault();
  });
}

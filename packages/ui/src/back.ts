import { useEffect, useRef } from "react";

/*
 * Back closes what lies on top and moves nothing beneath. What opens puts an entry of the same
 * address into the browser's history, so that there is something to go back from. An entry whose
 * part was closed otherwise stays, is used again by the next one, and is stepped over on the way
 * back: taking it out at once would run into a page that is opened in the same moment.
 */

/** undefined: it has to stay open. */
type Close = { readonly current: (() => void) | undefined };

const opened: Close[] = [];
/** How many entries of ours lie between this one and the page's own. */
let depth = 0;
let address = "";
let isWatching = false;

function depthNow(): number {
  const state = history.state as { readonly over?: number } | null;
  return state?.over ?? 0;
}

/** As many entries as there are parts open. */
function makeEntries(): void {
  while (depth < opened.length) {
    depth += 1;
    history.pushState({ ...(history.state as object | null), over: depth }, "");
  }
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  depth = depthNow();
  address = location.href;
  // The address changes before the event of a new page: both have one answer.
  addEventListener("popstate", look);
  addEventListener("hashchange", look);
}

function look(): void {
  const isHere = location.href === address;
  const isBack = isHere && depthNow() < depth;
  address = location.href;
  depth = depthNow();
  if (!isBack) {
    makeEntries();
    return;
  }
  if (opened.length <= depth) {
    // Nothing was open at that entry: the player meant the page before.
    history.back();
    return;
  }
  closeTop();
  // What has to stay open needs its entry again.
  setTimeout(makeEntries);
}

function closeTop(): void {
  opened.at(-1)?.current?.();
}

/**
 * While it is open, Back closes it before anything beneath it. Returns what closes the topmost part,
 * for the platform's own ways: Esc, the back gesture of a dialog.
 */
export function useBack(isOpen: boolean, close: (() => void) | undefined): () => void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    watch();
    opened.push(latest);
    makeEntries();
    return () => void opened.splice(opened.indexOf(latest), 1);
  }, [isOpen]);
  return closeTop;
}

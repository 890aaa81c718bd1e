import { useSyncExternalStore } from "react";

/*
 * How much fits side by side depends on the reader's text size more than on the width: the root
 * size grows with both. Where fewer than 18 root sizes fit, the pages stack their columns.
 */

const LITTLE_REM = 18;

/** Marks the root element when there is little room, and loads the styles for it. Call once. */
export function watchLayout(): void {
  const root = document.documentElement;
  const look = () => {
    const isLittle = root.offsetWidth / parseFloat(getComputedStyle(root).fontSize) < LITTLE_REM;
    if (isLittle === (root.dataset["room"] === "little")) return;
    if (!isLittle) {
      delete root.dataset["room"];
      return;
    }
    root.dataset["room"] = "little";
    import("./narrow-layout.css").catch((error: unknown) => console.info("styles", error));
  };
  // Measured after layout: either setting changes the page's width or height.
  new ResizeObserver(look).observe(root);
}

/** phone: one column; tablet, from 700 px: a list and what was chosen; desk, from 1100 px: the slip too. */
export type Layout = "phone" | "tablet" | "desk";

const isWide = matchMedia("(width >= 700px)");
const isDesk = matchMedia("(width >= 1100px)");

/** How much of the app stands side by side. */
export function useLayout(): Layout {
  return useSyncExternalStore(followWidth, layoutNow);
}

function layoutNow(): Layout {
  if (isDesk.matches) return "desk";
  return isWide.matches ? "tablet" : "phone";
}

function followWidth(changed: () => void): () => void {
  for (const query of [isWide, isDesk]) query.addEventListener("change", changed);
  return () => {
    for (const query of [isWide, isDesk]) query.removeEventListener("change", changed);
  };
}

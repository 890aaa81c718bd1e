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

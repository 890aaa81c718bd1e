/*
 * How much fits beside each other depends on the reader's text size more than on the width: the root
 * grows with both. Where fewer than 18 root sizes fit, the pages take their columns one below the other.
 */

const LITTLE_REM = 18;

/** Says on the root element when there is little room, and brings the styles for it. Call once. */
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
  // The page is measured after it was laid out: its width or its height changes with either of the two.
  new ResizeObserver(look).observe(root);
}

/*
 * How much fits beside each other depends on the reader's text size more than on the width: the root
 * grows with both. Where fewer than 18 root sizes fit, the pages take their columns one below the other.
 */

const LITTLE_REM = 18;

/** Says on the root element when there is little room, and brings the styles for it. Call once. */
export function watchRoom(): void {
  const root = document.documentElement;
  const look = () => {
    const isLittle = innerWidth / parseFloat(getComputedStyle(root).fontSize) < LITTLE_REM;
    if (isLittle === (root.dataset["room"] === "little")) return;
    if (!isLittle) {
      delete root.dataset["room"];
      return;
    }
    root.dataset["room"] = "little";
    import("./little-room.ts").catch((error: unknown) => console.info("styles", error));
  };
  addEventListener("resize", look);
  // A choice in the account sets it there; the page's own style comes with its load.
  new MutationObserver(look).observe(root, { attributeFilter: ["data-text", "style"] });
  addEventListener("load", look);
  look();
}

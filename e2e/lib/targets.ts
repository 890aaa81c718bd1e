import type { Page } from "playwright-core";

/** The least that a finger gets, in CSS pixels. */
const THUMB_PX = 44;

/**
 * What can be tapped and is smaller than a finger, one line each. What lies around it counts where
 * a tap there reaches it, as does the label of a field. A link within a sentence is as high as its line;
 * the way past the head is for the keyboard alone, and what is hidden and out of order opens by a button.
 */
export async function smallTargetsOf(page: Page): Promise<string[]> {
  return await page.evaluate((least) => {
    const faults: string[] = [];
    const isOpen = document.querySelector("dialog[open]");
    const within = isOpen ?? document.body;
    const selector = "a[href], button, input, select, textarea, summary, [role=button]";
    for (const element of within.querySelectorAll<HTMLElement>(selector)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(":disabled"))
        continue;
      if (isInSentence(element) || element.matches(".shell-skip, input[aria-hidden=true]"))
        continue;
      const target = targetOf(element);
      target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { width, height } = reachOf(target);
      if (Math.min(width, height) >= least - 0.5) continue;
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      const size = `${Math.round(width)} x ${Math.round(height)}`;
      faults.push(
        `${element.tagName.toLowerCase()}.${element.className} "${name.slice(0, 30)}" ${size}`,
      );
    }
    return faults;

    /** A field that is drawn by its label is tapped there. */
    function targetOf(element: HTMLElement): Element {
      return element instanceof HTMLInputElement ? (element.closest("label") ?? element) : element;
    }

    function isInSentence(element: HTMLElement): boolean {
      return (
        getComputedStyle(element).display === "inline" &&
        element.parentElement?.textContent?.trim() !== element.textContent?.trim()
      );
    }

    /** Its box, and beyond its edges as far as a tap still reaches it. */
    function reachOf(target: Element): { width: number; height: number } {
      const box = target.getBoundingClientRect();
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      const reach = (stepX: number, stepY: number, from: number): number => {
        let far = from;
        while (far < least && isAt(target, x + stepX * (far + 1), y + stepY * (far + 1))) far += 1;
        return far;
      };
      return {
        width: reach(1, 0, box.width / 2) + reach(-1, 0, box.width / 2),
        height: reach(0, 1, box.height / 2) + reach(0, -1, box.height / 2),
      };
    }

    function isAt(target: Element, x: number, y: number): boolean {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && target.contains(hit);
    }
  }, THUMB_PX);
}

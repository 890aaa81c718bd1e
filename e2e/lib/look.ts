import type { Page } from "playwright-core";
import { en as common } from "../../packages/i18n/src/catalogue/common/en.ts";
import { en as player } from "../../packages/i18n/src/catalogue/player/en.ts";

const KEYS = Object.keys({ ...common, ...player });

/** What is wrong with how a page is laid out and worded, one line each; empty when it is sound. */
export async function faultsOf(page: Page): Promise<string[]> {
  const texts = await visibleTexts(page);
  const raw = texts.filter((text) => KEYS.includes(text) || /\{\w+\}|undefined|NaN/.test(text));
  return [...raw.map((text) => `a text is missing: ${text}`), ...(await overflowsOf(page))];
}

async function visibleTexts(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode() !== null) {
      const text = walker.currentNode.textContent?.trim() ?? "";
      if (text !== "") texts.push(text);
    }
    const labels = [...document.querySelectorAll("[aria-label]")];
    return [...texts, ...labels.map((element) => element.getAttribute("aria-label") ?? "")];
  });
}

/** A page that scrolls sideways, words that run out of their box, words that are cut off. */
async function overflowsOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) {
      faults.push(`the page is ${root.scrollWidth} wide in ${root.clientWidth}`);
    }
    const scrolls = (element: Element): boolean =>
      /auto|scroll/.test(getComputedStyle(element).overflowX);
    for (const element of document.body.querySelectorAll("*")) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
      );
      if (!hasText || !(element instanceof HTMLElement) || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      // Words meant only for screen readers sit in a box of one pixel.
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || style.clipPath !== "none") continue;
      const name = `${element.tagName.toLowerCase()}.${element.className} "${element.innerText.slice(0, 40)}"`;
      if (style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) {
        if (!scrolls(element)) faults.push(`cut off: ${name}`);
      }
      let parent = element.parentElement;
      while (parent !== null && !scrolls(parent)) parent = parent.parentElement;
      const isFree = parent === null || parent === document.body || parent === root;
      if (isFree && (box.right > root.clientWidth + 1 || box.left < -1)) {
        faults.push(`out of the window: ${name}`);
      }
    }
    return faults;
  });
}

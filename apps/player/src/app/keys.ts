import { slipPlace } from "./slip-place.ts";

/* What the keys of a race and of a match have in common. */

/** Typing in a field, keys with Alt or the like, and whatever lies over the page are not meant. */
export function isElsewhere({ target, altKey, metaKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || altKey || metaKey) return true;
  if (document.querySelector("dialog[open]") !== null) return true;
  return target instanceof Element && target.closest("input, select, textarea") !== null;
}

/** Moves the focus along the buttons, from the first one on. @returns whether there are any */
export function moveFocus(selector: string, step: number): boolean {
  const buttons = [...document.querySelectorAll<HTMLElement>(selector)];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? 0 : at + step;
  buttons[Math.min(Math.max(next, 0), buttons.length - 1)]?.focus();
  return buttons.length > 0;
}

/** Once the keypad has made room for it, the button that places the bet has the focus. */
export function focusPlace(): void {
  requestAnimationFrame(() => {
    slipPlace.get()?.querySelector<HTMLElement>(".sheet-foot .button-primary")?.focus();
  });
}

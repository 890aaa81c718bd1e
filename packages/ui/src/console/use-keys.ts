import { useEffect, useRef } from "react";
import { isTyping } from "./row-keys.ts";

/** What a key does: "a", "Enter", "mod+k" (Control or Command). */
export type KeyMap = Readonly<Record<string, () => void>>;

/**
 * Keys for the whole page while the component is mounted. They are off while the operator types or
 * a dialog is open, except those with `mod+`.
 */
export function useKeys(keys: KeyMap): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasMod = event.metaKey || event.ctrlKey;
      const name = `${hasMod ? "mod+" : ""}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
      const act = latest.current[name];
      if (act === undefined || event.altKey) return;
      const isBusy = isTyping(event.target) || document.querySelector("dialog[open]") !== null;
      if (isBusy && !hasMod) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

import { Icon } from "@club/ui";
import { createElement, useEffect, useState, type ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { lazyPage } from "../core/lazy-page.ts";

const loadFind = async () => ({
  default: (await import("../screens/find/FindSheet.tsx")).FindSheet,
});

/** The search at every page of a tablet or a desk: a button in the rail, or the key "/". */
export function FindInRail(): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "/" || isElsewhere(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <button
        type="button"
        className="rail-find"
        aria-keyshortcuts="/"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        {t("act.search")}
      </button>
      {isOpen && createElement(lazyPage(loadFind), { onClose: () => setOpen(false) })}
    </>
  );
}

/** In a field it is a sign like any other. */
function isElsewhere({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || document.querySelector("dialog[open]") !== null) return true;
  return target instanceof Element && target.closest("input, select, textarea") !== null;
}

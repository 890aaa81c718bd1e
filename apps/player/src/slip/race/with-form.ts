import { showToast } from "@club/ui";
import { currentT } from "../../core/lang.ts";
import { whenIdle } from "../../device/idle.ts";
import type * as formActs from "./pick.ts";

type FormActs = typeof formActs;

const load = async (): Promise<FormActs> => await import("./pick.ts");

/** The form's rules are not in the first page: they load with its first use. */
export async function withForm(use: (acts: FormActs) => void): Promise<void> {
  try {
    use(await load());
  } catch (error) {
    console.info("bet form", error);
    showToast(currentT()("error.network"));
  }
}

/** A player who has only looked so far has the first page and its prices by then. */
const SOON_MS = 8000;

async function fetchForm(): Promise<void> {
  try {
    await Promise.all([load(), import("./BetSheets.tsx")]);
  } catch (error) {
    console.info("bet form", error);
  }
}

/**
 * Fetches form and slip before they are needed: at the first touch of the page, or else once it has
 * been open for a while and nobody is waiting. @returns how to cancel it.
 */
export function fetchFormSoon(): () => void {
  const bring = (): void => void fetchForm();
  addEventListener("pointerdown", bring, { once: true, passive: true });
  const timer = setTimeout(() => whenIdle(bring), SOON_MS);
  return () => {
    removeEventListener("pointerdown", bring);
    clearTimeout(timer);
  };
}

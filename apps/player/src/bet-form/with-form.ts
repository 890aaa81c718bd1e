import { showToast } from "@club/ui";
import { currentT } from "../lang.ts";
import { whenIdle } from "../when-idle.ts";
import type * as formActs from "./pick.ts";

type FormActs = typeof formActs;

const load = async (): Promise<FormActs> => await import("./pick.ts");

/** The form's rules are not in the first page: they come with the first touch of it. */
export async function withForm(use: (acts: FormActs) => void): Promise<void> {
  try {
    use(await load());
  } catch (error) {
    console.info("bet form", error);
    showToast(currentT()("error.network"));
  }
}

/** Fetches form and slip while nobody is waiting, so that the first tap on a price finds them there. */
export function fetchFormSoon(): void {
  whenIdle(() => {
    Promise.all([load(), import("./BetSheets.tsx")]).catch((error: unknown) =>
      console.info("bet form", error),
    );
  });
}

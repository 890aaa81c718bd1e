import { createStore, useStore } from "@club/client/react";
import { showToast } from "@club/ui";
import { useEffect } from "react";
import { go } from "../core/address.ts";
import type { T } from "../core/lang.ts";
import { rememberWanted } from "../core/login-gate.ts";
import { pathOf } from "../core/routes.ts";

/* What the slips of races and of sports do alike. */

/** The stake of the last placed bet, in memory: it is offered, never set. */
const lastStake = createStore<bigint | null>(null);
export const useLastStake = (): bigint | null => useStore(lastStake);
export const rememberStake = lastStake.set;

/** The slip is closed but stays as it is: the player comes back to it. */
export function leaveFor(act: "sign in" | "top up", close: () => void): void {
  const here = location.hash.replace(/^#/, "");
  close();
  if (act === "sign in") rememberWanted(here === "" ? "/" : here);
  go(pathOf(act === "sign in" ? "login" : "topUp"));
}

/** What left the slip by one tap can be had back for a few seconds. */
export function offerUndo(t: T, text: string, undo: () => void): void {
  showToast(text, { label: t("act.undo"), onPress: undo });
}

/**
 * A refusal is told at once, and no keypad stays above it. Its reason stands in the foot, which large text
 * or a narrow screen may push below the edge: then it is scrolled to.
 *
 * @param said - null: nothing was refused.
 */
export function useRefusalInSight(said: string | null, closeKeys: () => void): void {
  useEffect(() => {
    if (said === null) return;
    showToast(said);
    closeKeys();
    const frame = requestAnimationFrame(() => {
      document
        .querySelector('dialog[open] .slip-foot [role="alert"]')
        ?.scrollIntoView({ block: "nearest" });
    });
    return () => cancelAnimationFrame(frame);
  }, [said, closeKeys]);
}

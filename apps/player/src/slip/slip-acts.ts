import { isLeft } from "@club/client";
import { createStore, useStore } from "@club/client/react";
import { showToast } from "@club/ui";
import { useEffect } from "react";
import { go } from "../core/address.ts";
import type { T } from "../core/lang.ts";
import { rememberWanted } from "../core/login-gate.ts";
import { pathOf } from "../core/routes.ts";
import { onSessionEnd } from "../core/session.ts";

/* What the race slip and the sport slip do alike. */

/** The stake of the last placed bet, in memory: it is offered, never preset. */
const lastStake = createStore<bigint | null>(null);
export const useLastStake = (): bigint | null => useStore(lastStake);
export const rememberStake = lastStake.set;
onSessionEnd((reason) => {
  if (isLeft(reason)) lastStake.set(null);
});

/** What has to come before a bet, each on its own page. */
export type BeforeBet = "sign in" | "top up" | "birth date";

/** The slip is closed but stays as it is: the player comes back to it. */
export function leaveFor(act: BeforeBet, close: () => void): void {
  const here = location.hash.replace(/^#/, "");
  close();
  if (act === "sign in") rememberWanted(here === "" ? "/" : here);
  if (act === "birth date") go(pathOf("account", { birth: "1" }));
  else go(pathOf(act === "sign in" ? "login" : "topUp"));
}

/** What one tap removed from the slip can be restored for a few seconds. */
export function offerUndo(t: T, text: string, undo: () => void): void {
  showToast(text, { label: t("act.undo"), onPress: undo });
}

/**
 * A refusal is announced at once and closes the keypad above it. Its reason is in the foot, which
 * large text or a narrow screen may push below the edge: then it is scrolled to.
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

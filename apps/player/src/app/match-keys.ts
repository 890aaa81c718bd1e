import { useEffect } from "react";
import { changeSlip, currentSlip, openSportSlip } from "../slip/sport/slip-store.ts";
import type { StakeId } from "../slip/sport/slip-state.ts";
import { focusPlace, isElsewhere, moveFocus } from "./keys.ts";

/* A sport bet by the keyboard: arrows go along the prices, digits pick one, Enter leads to the stake. */

const PRICES = ".wide-chosen .market-odds .odds:not([disabled])";
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** Listens while a match is in hand; typing in a field and keys with Alt or the like are not meant. */
export function useMatchKeys(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent): void => {
      if (!isElsewhere(event) && actOn(event)) event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [isOn]);
}

/** @returns whether the key was one of ours */
function actOn({ key, ctrlKey, target }: KeyboardEvent): boolean {
  if (ctrlKey) return key === "Enter" && lookAtBet();
  const step = STEPS[key];
  if (step !== undefined) return moveFocus(PRICES, step);
  if (key === "Enter") return toStake(target);
  return /^[1-9]$/.test(key) && pickPrice(Number(key));
}

/** A price of the market that has the focus, or else of the first one, counted from the left. */
function pickPrice(number: number): boolean {
  const market =
    document.activeElement?.closest(".wide-chosen .market-odds") ??
    document.querySelector(".wide-chosen .market-odds");
  const price = market?.querySelectorAll<HTMLButtonElement>(".odds")[number - 1];
  if (price === undefined || price.disabled) return false;
  price.click();
  if (currentSlip().legs.length > 0) openSportSlip();
  return true;
}

/** Enter on a button is the button's. Of several selections it is the stake of them all together. */
function toStake(target: EventTarget | null): boolean {
  const isControl = target instanceof Element && target.closest("button, a") !== null;
  const [first, ...others] = currentSlip().legs;
  if (isControl || first === undefined) return false;
  const field: StakeId = others.length === 0 ? `single:${first.outcomeId}` : "multiple";
  openSportSlip();
  changeSlip({ do: "keypad", field });
  return true;
}

function lookAtBet(): boolean {
  changeSlip({ do: "keypad", field: null });
  focusPlace();
  return true;
}

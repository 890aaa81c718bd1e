import { betTypeNamed, type BetTypeIndex } from "@club/domain";
import { useEffect } from "react";
import { useNextRaces, useRace } from "../api/races.ts";
import { useQueryOfAddress } from "../core/address.ts";
import { changeForm } from "../slip/race/change-form.ts";
import { currentForm, openSlip, raceRefOf } from "../slip/race/form-store.ts";
import { hasType, racesOf } from "../slip/race/form-legs.ts";
import { offersType } from "../slip/race/offered.ts";
import { focusPlace, isElsewhere, moveFocus } from "./keys.ts";

/* A bet by the keyboard: letters choose the type, digits the runners, Enter the stake. */

const TYPE_KEYS: Readonly<Record<string, BetTypeIndex>> = {
  w: betTypeNamed("single_win").index,
  p: betTypeNamed("single_place").index,
  e: betTypeNamed("exacta").index,
  q: betTypeNamed("quinella").index,
  x: betTypeNamed("each_way").index,
  t: betTypeNamed("trifecta").index,
  f: betTypeNamed("first4").index,
};

const SAME_NUMBER_MS = 700;
const PRICES = ".wide-chosen .runner button.price";
const PER_ROW = 2;

type RaceInHand = NonNullable<ReturnType<typeof useRace>["data"]>;

/** Listens while a race is in hand; typing in a field and keys with Alt or the like are not meant. */
export function useRaceKeys(isOn: boolean): void {
  const asked = useQueryOfAddress().get("race") ?? undefined;
  const next = useNextRaces();
  const { data: race } = useRace(asked ?? next.list?.[0]?.race_id);
  useEffect(() => {
    if (!isOn || race?.status !== "open") return;
    const digits = { text: "", at: 0 };
    const press = (event: KeyboardEvent): void => {
      if (isElsewhere(event)) return;
      if (actOn(event, race, digits)) event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [isOn, race]);
}

/** @returns whether the key was one of ours */
function actOn(
  event: KeyboardEvent,
  race: RaceInHand,
  digits: { text: string; at: number },
): boolean {
  const { key, ctrlKey } = event;
  if (ctrlKey) return key === "Enter" && lookAtBet();
  if (key === "ArrowDown" || key === "ArrowUp")
    return moveFocus(PRICES, key === "ArrowDown" ? PER_ROW : -PER_ROW);
  if (key === "Enter") return toStake(event.target);
  if (/^\d$/.test(key)) return pickNumber(race, numberOf(key, race, digits));
  const betType = TYPE_KEYS[key.toLowerCase()];
  if (betType === undefined || !offersType(race, betType)) return false;
  changeForm({ do: "choose race", race: raceRefOf(race) });
  changeForm({ do: "choose type", betType });
  openSlip();
  return true;
}

/** A second digit that follows at once makes one number of both, where a runner has it. */
function numberOf(key: string, race: RaceInHand, digits: { text: string; at: number }): number {
  const now = performance.now();
  const both = Number(digits.text + key);
  const isSame =
    digits.text !== "" &&
    now - digits.at < SAME_NUMBER_MS &&
    race.runners.some(({ horse_id }) => horse_id === both);
  // The first digit was taken for a number of its own: it is taken back.
  if (isSame) toggle(race, Number(digits.text));
  digits.text = isSame ? "" : key;
  digits.at = now;
  return isSame ? both : Number(key);
}

function pickNumber(race: RaceInHand, number: number): boolean {
  const runner = race.runners.find(({ horse_id }) => horse_id === number);
  if (runner === undefined || runner.scratched) return false;
  if (legOf(race) === -1) changeForm({ do: "choose race", race: raceRefOf(race) });
  if (!hasType(currentForm())) changeForm({ do: "choose type", betType: TYPE_KEYS["w"] ?? 1 });
  toggle(race, number);
  openSlip();
  return true;
}

/** Which leg of the bet on several races in hand the race is; -1: none. */
function legOf(race: RaceInHand): number {
  const form = currentForm();
  if (form.multi === undefined && form.allUp === undefined) return -1;
  return racesOf(form).findIndex((leg) => leg?.raceId === race.race_id);
}

/**
 * In the leg that the race is; else in the first column that has nobody yet. A number that is chosen
 * is taken out of its column.
 */
function toggle(race: RaceInHand, runner: number): void {
  const { picks } = currentForm();
  const leg = legOf(race);
  if (leg !== -1) {
    changeForm({ do: "toggle", column: leg, runner });
    return;
  }
  const held = picks.findIndex((column) => column.includes(runner));
  const empty = picks.findIndex((column) => column.length === 0);
  const column = held !== -1 ? held : empty !== -1 ? empty : picks.length - 1;
  changeForm({ do: "toggle", column: Math.max(0, column), runner });
}

/** Enter on a button is the button's. */
function toStake(target: EventTarget | null): boolean {
  const isControl = target instanceof Element && target.closest("button, a") !== null;
  if (isControl || !hasType(currentForm())) return false;
  openSlip();
  changeForm({ do: "keypad", field: "amount" });
  return true;
}

/** The confirming look: the button with the money gets the focus, and Enter places the bet. */
function lookAtBet(): boolean {
  changeForm({ do: "keypad", field: null });
  focusPlace();
  return true;
}

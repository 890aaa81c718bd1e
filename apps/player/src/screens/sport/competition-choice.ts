import { storage } from "../../device/storage.ts";
import { createStore, useStore } from "@club/client/react";

/* Which competitions the board shows, by sport and name, and which are folded, by name: kept on this device. */

const CHOSEN_KEY = "sport-competitions";
const FOLDED_KEY = "sport-folds";
/** Competitions end and are forgotten: the oldest names are dropped. */
const MOST = 200;

/** None of a sport chosen: all of its competitions are shown. */
const chosen = createStore<readonly string[]>(namesAt(CHOSEN_KEY));
const folded = createStore<readonly string[]>(namesAt(FOLDED_KEY));

export const useChosenCompetitions = (): readonly string[] => useStore(chosen);
export const useFoldedCompetitions = (): readonly string[] => useStore(folded);

export function toggleCompetition(id: string): void {
  choose(toggled(chosen.get(), id));
}

/** Chooses none of these sports: all of their competitions are shown again. */
export function showAllOf(sports: readonly string[]): void {
  choose(chosen.get().filter((id) => !sports.some((sport) => id.startsWith(`${sport} `))));
}

function choose(ids: readonly string[]): void {
  chosen.set(ids.slice(-MOST));
  storage.write(CHOSEN_KEY, JSON.stringify(chosen.get()));
}

export function toggleFold(name: string): void {
  setFolds(toggled(folded.get(), name));
}

/** Folds all of these, or opens them. */
export function foldAll(names: readonly string[], isFolded: boolean): void {
  const others = folded.get().filter((name) => !names.includes(name));
  setFolds(isFolded ? [...others, ...names] : others);
}

function setFolds(names: readonly string[]): void {
  folded.set(names.slice(-MOST));
  storage.write(FOLDED_KEY, JSON.stringify(folded.get()));
}

function toggled(names: readonly string[], name: string): string[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name];
}

/** Data left by another version, or edited by hand, must not make it fail. */
function namesAt(key: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.read(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

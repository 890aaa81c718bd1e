import type { Profile } from "@club/contract";
import { expect, test } from "vitest";
import { lockOf, type LockFacts } from "./slip-lock.ts";

const READY: LockFacts = {
  isSignedIn: true,
  isOnline: true,
  isReadOnly: false,
  isClosed: false,
  isOffered: true,
  closedLeg: null,
  isPoolClosed: false,
  price: {
    order: null,
    combinations: 1,
    unitCents: 500n,
    unit2Cents: null,
    costCents: 500n,
    unspentCents: 0n,
    obstacle: null,
  },
  cashCents: 1000,
  limit: undefined,
  profile: undefined,
};
const person = (date_of_birth: string | null, is_adult: boolean) =>
  ({ date_of_birth, is_adult }) as Profile;

test.each<[string, Partial<LockFacts>, string | undefined, string | undefined]>([
  ["nothing is known of the player yet", {}, undefined, undefined],
  ["an adult", { profile: person("1980-01-01", true) }, undefined, undefined],
  ["no date of birth", { profile: person(null, false) }, "profile.age_needed", "birth date"],
  ["too young", { profile: person("2012-01-01", false) }, "profile.under_age", undefined],
  [
    "no date of birth and too little money: the date comes first",
    { profile: person(null, false), cashCents: 1 },
    "profile.age_needed",
    "birth date",
  ],
  ["too little money", { cashCents: 499 }, "form.funds", "top up"],
  ["nobody signed in", { isSignedIn: false }, "form.signIn", "sign in"],
  [
    "offline before all",
    { isOnline: false, profile: person(null, false) },
    "form.offline",
    undefined,
  ],
])("what is missing is said in the slip: %s", (_, facts, code, act) => {
  const lock = lockOf({ ...READY, ...facts });
  expect([lock?.code, lock?.act]).toEqual([code, act]);
});

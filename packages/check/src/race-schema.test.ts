import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { readRaceFile } from "@club/domain";
import { signedDay } from "../test/signed-club.ts";

const PATH = join(import.meta.dirname, "../../../docs/rules/race-file.schema.json");
const schema = JSON.parse(readFileSync(PATH, "utf8")) as object;

test("the published schema and the reader agree on what a race file is", () => {
  const ajv = new Ajv2020({ strict: true, strictTuples: false });
  const isValid = ajv.compile(schema);
  const { race } = signedDay();
  const plain = JSON.parse(JSON.stringify(race)) as Record<string, unknown>;
  expect(isValid(plain), ajv.errorsText(isValid.errors)).toBe(true);
  for (const key of Object.keys(plain)) {
    const { [key]: _, ...less } = plain;
    if (key === "key_id" || key === "signature") expect(isValid(less)).toBe(true);
    else {
      expect(isValid(less), key).toBe(false);
      expect(() => readRaceFile(less), key).toThrow();
    }
    expect(isValid({ ...plain, [`${key}2`]: 1 }), key).toBe(false);
    expect(isValid({ ...plain, [key]: {} }), key).toBe(false);
  }
});

test("they agree on what is said where a pool went back or its stakes are others since", () => {
  const isValid = new Ajv2020({ strict: true, strictTuples: false }).compile(schema);
  const { race } = signedDay();
  const [first, ...others] = race.pools;
  const more = (given_back: unknown, win_at_close: unknown) => ({
    ...(JSON.parse(JSON.stringify(race)) as object),
    race: { ...race.race, win_at_close },
    pools: [{ ...first, given_back }, ...others],
  });
  const good = more(true, { 4: 1000 });
  expect(isValid(good)).toBe(true);
  expect(() => readRaceFile(good)).not.toThrow();
  for (const bad of [more(1, { 4: 1000 }), more(true, { 4: -1 }), more(true, [4])]) {
    expect(isValid(bad)).toBe(false);
    expect(() => readRaceFile(bad)).toThrow();
  }
});

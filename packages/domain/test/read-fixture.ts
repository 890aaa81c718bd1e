import { readFileSync, readdirSync } from "node:fs";

const FIXTURES = new URL("../fixtures/", import.meta.url);

/** Reads a fixture, as whatever shape the test says it has. */
export function readFixture<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, FIXTURES), "utf8")) as T;
}

/** The vectors of a file of `fixtures/vectors`. */
export function readVectors<T>(name: string): T[] {
  return readFixture<{ vectors: T[] }>(`vectors/${name}.json`).vectors;
}

/** The names of the race days. */
export function raceDays(): string[] {
  return readdirSync(new URL("racing/", FIXTURES)).filter((name) => name.endsWith(".json"));
}

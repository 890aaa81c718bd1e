import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playVector } from "../../test/play-vector.ts";
import { sample } from "../../test/sample.ts";
import {
  type RaceVector,
  type VectorClub,
  kindOfRace,
  readVectors,
  startVectorClub,
} from "../../test/vector-race.ts";

describe.each([
  ["race_settlement", 35],
  ["race_settlement_2", 53],
])("%s through the server", (name, count) => {
  const vectors = readVectors<RaceVector>(name);
  let rig: VectorClub;

  beforeAll(async () => {
    rig = await startVectorClub();
  });
  afterAll(async () => await rig.club.close());

  test("every vector is here", () => expect(vectors).toHaveLength(count));

  test.each(
    sample(vectors, { oneIn: 4, kindOf: kindOfRace }).map(
      (vector) => [vector.id, vector.description, vector] as const,
    ),
  )("%s: %s", async (_, __, vector) => await playVector(rig, vector));
});

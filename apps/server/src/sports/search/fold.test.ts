import { expect, test } from "vitest";
import { fold } from "./fold.ts";

test.each([
  ["Étoile d'Azur", "etoile dazur"],
  ["  ÉTOILE   D’AZUR ", "etoile dazur"],
  ["J. McDonald", "j mcdonald"],
  ["Malmø–København", "malmo kobenhavn"],
  ["Łódź", "lodz"],
  ["Gießen", "giessen"],
  ["沙田 第 3 場", "沙田 第 3 場"],
  ["Ｆｕｌｌ Ｗｉｄｔｈ", "full width"],
  ["%_'--", ""],
])("%s is found by %s", (name, found) => {
  expect(fold(name)).toBe(found);
});

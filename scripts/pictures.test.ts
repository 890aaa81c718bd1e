import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DRAWN_FROM, PICTURES, PICTURES_FOLDER, digestOf } from "./lib/pictures.ts";

const drawn = JSON.parse(readFileSync(DRAWN_FROM, "utf8")) as Record<string, string>;

test.each(PICTURES)(
  "$name was drawn from its page as it stands: else npm run pictures",
  (picture) => {
    expect(existsSync(join(PICTURES_FOLDER, `${picture.name}.png`))).toBe(true);
    expect(drawn[picture.name]).toBe(digestOf(picture));
  },
);

test("a page that changed is another page", () => {
  const [picture] = PICTURES;
  const other = digestOf({ ...picture!, page: ["apps/player/src/orders/Order*.tsx"] });
  expect(other).not.toBe(digestOf(picture!));
});

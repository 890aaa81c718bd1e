import { expect, test } from "vitest";
import { z } from "zod";
import { okEnvelope } from "./envelope.ts";
import { sharedSerializerCompiler } from "./compilers.ts";

const route = { method: "GET", url: "/", httpStatus: "200" };
const part = z.object({ n: z.number() });
const schema = z.object({
  status: z.literal(200),
  message: z.string(),
  data: part.optional(),
  list: z.array(part).optional(),
  more: z.string().optional(),
});

/** A value of the answer, and how often it was looked at. */
function counted(): { value: { n: number }; looks: () => number } {
  let looks = 0;
  const value = {
    get n() {
      looks += 1;
      return 7;
    },
  };
  return { value, looks: () => looks };
}

test("what a cache hands to many is written once, as if it were written for each", () => {
  const write = sharedSerializerCompiler({ ...route, schema });
  const { value: data, looks } = counted();
  const first = write(okEnvelope({ data }));
  expect(JSON.parse(first)).toEqual({ status: 200, message: "OK", data: { n: 7 } });
  const seen = looks();
  expect(seen).toBeGreaterThan(0);
  expect(write(okEnvelope({ data }))).toBe(first);
  const list = [data];
  const text = write(okEnvelope({ list }));
  const after = looks();
  expect(write(okEnvelope({ list }))).toBe(text);
  expect(looks()).toBe(after);
});

test("an answer that says something beside is written by itself", () => {
  const write = sharedSerializerCompiler({ ...route, schema });
  const data = { n: 1 };
  expect(JSON.parse(write(okEnvelope({ data })))).not.toHaveProperty("more");
  expect(JSON.parse(write(okEnvelope({ data, more: "x" })))).toMatchObject({ more: "x" });
  expect(JSON.parse(write(okEnvelope({ data, message: "Hm" })))).toMatchObject({ message: "Hm" });
  const list: { n: number }[] = [];
  expect(JSON.parse(write(okEnvelope({ data, list })))).toMatchObject({ data, list });
});

test("another value of the same content is another answer, and one that does not fit is our fault", () => {
  const write = sharedSerializerCompiler({ ...route, schema });
  expect(JSON.parse(write(okEnvelope({ data: { n: 1 } })))).toMatchObject({ data: { n: 1 } });
  expect(JSON.parse(write(okEnvelope({ data: { n: 2 } })))).toMatchObject({ data: { n: 2 } });
  expect(() => write(okEnvelope({ data: { n: "x" } }))).toThrow();
});

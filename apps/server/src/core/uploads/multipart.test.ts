import { expect, test } from "vitest";
import { fileOfForm } from "./multipart.ts";

const TYPE = "multipart/form-data; boundary=xyz";

function form(...parts: string[]): Buffer {
  return Buffer.from(
    `${parts.map((part) => `--xyz\r\n${part}\r\n`).join("")}--xyz--\r\n`,
    "latin1",
  );
}
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nbytes\r\nmore';
const FIELD = 'Content-Disposition: form-data; name="note"\r\n\r\nhello';

test("the file, whole, also beside other fields and with a quoted boundary", () => {
  expect(fileOfForm(TYPE, form(FILE)).toString()).toBe("bytes\r\nmore");
  expect(fileOfForm(TYPE, form(FIELD, FILE)).toString()).toBe("bytes\r\nmore");
  expect(fileOfForm('multipart/form-data; boundary="xyz"', form(FILE)).toString()).toBe(
    "bytes\r\nmore",
  );
});

test("an empty file is a file", () => {
  const empty = 'Content-Disposition: form-data; name="file"; filename=""\r\n\r\n';
  expect(fileOfForm(TYPE, form(empty)).length).toBe(0);
});

const broken: [string, string, Buffer][] = [
  ["no boundary", "multipart/form-data", form(FILE)],
  ["another boundary", "multipart/form-data; boundary=abc", form(FILE)],
  ["no file", TYPE, form(FIELD)],
  ["two files", TYPE, form(FILE, FILE)],
  ["no end", TYPE, form(FILE).subarray(0, 60)],
  ["no head", TYPE, Buffer.from("--xyz\r\nbytes\r\n--xyz--")],
  ["nothing", TYPE, Buffer.alloc(0)],
  ["JSON", TYPE, Buffer.from('{"a":1}')],
];
test.each(broken)("refuses %s", (_what, type, body) => {
  expect(() => fileOfForm(type, body)).toThrow("request.content_type");
});

import { expect, test } from "vitest";
import { createSseParser } from "./sse-parser.ts";

const STREAM =
  'retry: 2000\n\n: ping\n\nid: 7\nevent: odds\ndata: {"a":1}\n\nevent: resync\ndata:\n\nid: 8\nevent: race\ndata: {\ndata: }\n\n';
const EVENTS = [
  { id: "7", kind: "odds", data: '{"a":1}' },
  { id: "", kind: "resync", data: "" },
  { id: "8", kind: "race", data: "{\n}" },
];

test("reads events, names and ids; comments are none", () => {
  const parser = createSseParser();
  expect(parser.push(STREAM)).toEqual(EVENTS);
  expect(parser.retryMs()).toBe(2000);
});

test("wherever the text is cut, the events are the same", () => {
  for (let cut = 1; cut < STREAM.length; cut += 1) {
    const parser = createSseParser();
    const events = [...parser.push(STREAM.slice(0, cut)), ...parser.push(STREAM.slice(cut))];
    expect(events).toEqual(EVENTS);
  }
});

test("lines may end as on any system, also cut in the middle of an end", () => {
  const text = STREAM.replaceAll("\n", "\r\n");
  for (let cut = 1; cut < text.length; cut += 1) {
    const parser = createSseParser();
    const events = [...parser.push(text.slice(0, cut)), ...parser.push(text.slice(cut))];
    expect(events).toEqual(EVENTS);
  }
});

test("an event that has not ended is not told", () => {
  const parser = createSseParser();
  expect(parser.push("event: odds\ndata: 1\n")).toEqual([]);
  expect(parser.push("\n")).toEqual([{ id: "", kind: "odds", data: "1" }]);
});

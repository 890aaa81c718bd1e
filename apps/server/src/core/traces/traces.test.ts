import { type Span, trace } from "@opentelemetry/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  startTraceReceiver,
  type SeenSpan,
  type TraceReceiver,
} from "../../test/trace-receiver.ts";
import { Traces } from "./traces.ts";

const TRACE = "0".repeat(31) + "1";
const CALLER = "b".repeat(16);
const SETTINGS = { tracesHeaders: {}, tracesShare: 1, serviceName: "club" };

let receiver: TraceReceiver;
let warnings: unknown[];
const log = { warn: (...said: unknown[]) => void warnings.push(said) };
beforeEach(async () => {
  receiver = await startTraceReceiver();
  warnings = [];
});
afterEach(async () => await receiver.close());

async function started(parts: object = {}): Promise<Traces> {
  const traces = new Traces();
  await traces.start({ ...SETTINGS, tracesEndpoint: receiver.url, ...parts }, log);
  return traces;
}

function begun(traces: Traces, name: string): Span {
  const span = traces.begin(name, {});
  if (span === undefined) throw new Error(`${name} is not kept`);
  return span;
}

function named(name: string): SeenSpan {
  const span = receiver.spans().find((one) => one.name === name);
  if (span === undefined) throw new Error(`there is no span ${name}`);
  return span;
}

test("off: the work alone is done", async () => {
  const traces = new Traces();
  await traces.start({ ...SETTINGS, tracesEndpoint: undefined }, log);
  expect(traces.begin("call", {})).toBeUndefined();
  expect(await traces.span("part", {}, async () => await Promise.resolve(7))).toBe(7);
  expect(await traces.shared("group", [undefined], async () => await Promise.resolve(8))).toBe(8);
  traces.expectEvent("bet", undefined);
  traces.eventsWritten(["bet"], 0);
  await traces.stop();
  expect(receiver.bodies).toEqual([]);
});

test("what no call is around has no span", async () => {
  const traces = await started();
  await traces.span("job", {}, async () => await Promise.resolve());
  await traces.stop();
  expect(receiver.spans()).toEqual([]);
});

test("what a call has set going is no part of it once it is over", async () => {
  const traces = await started();
  const call = begun(traces, "call");
  const over = Promise.withResolvers<void>();
  const goingOn = traces.within(call, async () => {
    await over.promise;
    await traces.span("later", {}, async () => await Promise.resolve());
  });
  call.end();
  over.resolve();
  await goingOn;
  await traces.stop();
  expect(receiver.spans().map(({ name }) => name)).toEqual(["call"]);
});

test.each([
  [`00-${TRACE}-${CALLER}-01`, CALLER],
  [`01-${TRACE}-${CALLER}-01-more`, CALLER],
  [`00-${"0".repeat(32)}-${CALLER}-01`, undefined],
  [`00-${TRACE}-${"0".repeat(16)}-01`, undefined],
  [`ff-${TRACE}-${CALLER}-01`, undefined],
  [`00-${TRACE}-${CALLER}-01; drop`, undefined],
  ["nonsense", undefined],
  [undefined, undefined],
])("traceparent %s is continued from %s", async (traceparent, parent) => {
  const traces = await started();
  traces.begin("call", {}, traceparent)?.end();
  await traces.stop();
  expect(named("call").parentSpanId).toBe(parent);
  if (parent !== undefined) expect(named("call").traceId).toBe(TRACE);
});

test("a caller may leave its call out, and cannot have more kept than the club wants", async () => {
  const all = await started();
  expect(all.begin("call", {}, `00-${TRACE}-${CALLER}-00`)).toBeUndefined();
  const few = await started({ tracesShare: 0.5 });
  expect(few.begin("call", {}, `00-${TRACE}-${CALLER}-01`)).toBeDefined();
  expect(few.begin("call", {}, `00-${"f".repeat(31)}0-${CALLER}-01`)).toBeDefined();
  expect(
    few.begin("call", {}, `00-${"0".repeat(24)}${"f".repeat(8)}-${CALLER}-01`),
  ).toBeUndefined();
  const none = await started({ tracesShare: 0 });
  expect(none.begin("call", {})).toBeUndefined();
  await Promise.all([all.stop(), few.stop(), none.stop()]);
});

test("a part that fails says by what kind of error, not in what words", async () => {
  const traces = await started();
  const call = begun(traces, "call");
  const failing = traces.within(call, () =>
    traces.span("part", {}, async () => {
      await Promise.resolve();
      throw Object.assign(new Error("the words of a player"), { code: "23505" });
    }),
  );
  await expect(failing).rejects.toThrow("the words of a player");
  await traces.stop();
  expect(named("part")).toMatchObject({ isError: true, attributes: { "error.type": "23505" } });
  expect(receiver.bodies.join("")).not.toContain("words");
});

test("a work for several is a part of the first, and linked with the others", async () => {
  const traces = await started();
  const [first, second] = [begun(traces, "first"), begun(traces, "second")];
  const within = await traces.shared("group", [undefined, first, second], async () => {
    await traces.span("statement", {}, async () => await Promise.resolve());
    return traces.current;
  });
  first.end();
  second.end();
  await traces.stop();
  const group = named("group");
  expect(within?.spanContext().spanId).toBe(group.spanId);
  expect(group.parentSpanId).toBe(named("first").spanId);
  expect(group.links).toEqual([named("second").spanId]);
  expect(named("second").links).toEqual([group.spanId]);
  expect(named("statement").parentSpanId).toBe(group.spanId);
});

test("each bet has its event, and those of one round are linked", async () => {
  const traces = await started();
  const calls = ["first", "second"].map((name) => begun(traces, name));
  calls.forEach((call, i) => traces.expectEvent(`bet ${i}`, call));
  calls.forEach((call) => call.end());
  traces.eventsWritten(["of another process", "bet 0", "bet 1"], Date.now());
  traces.eventsWritten(["bet 0"], Date.now());
  await traces.stop();
  const events = receiver.spans().filter(({ name }) => name === "event");
  expect(events.map(({ parentSpanId }) => parentSpanId)).toEqual([
    named("first").spanId,
    named("second").spanId,
  ]);
  const round = named("event round");
  expect(round).toMatchObject({
    parentSpanId: events[0]?.spanId,
    attributes: { "club.entries": 3 },
  });
  expect(events.map(({ links }) => links)).toEqual([[], [round.spanId]]);
});

test("a receiver that is away costs a line in the log", async () => {
  const away = await startTraceReceiver();
  await away.close();
  const traces = await started({ tracesEndpoint: away.url });
  begun(traces, "call").end();
  await traces.stop();
  await expect.poll(() => warnings.length).toBe(1);
  expect(JSON.stringify(warnings)).toContain('"spans":1');
});

test("nothing is global: two servers of one process send to two receivers", async () => {
  const other = await startTraceReceiver();
  const [ours, theirs] = [await started(), await started({ tracesEndpoint: other.url })];
  begun(ours, "ours").end();
  begun(theirs, "theirs").end();
  await Promise.all([ours.stop(), theirs.stop()]);
  expect(receiver.spans().map(({ name }) => name)).toEqual(["ours"]);
  expect(other.spans().map(({ name }) => name)).toEqual(["theirs"]);
  expect(trace.getTracer("any").startSpan("of nobody").isRecording()).toBe(false);
  await other.close();
});

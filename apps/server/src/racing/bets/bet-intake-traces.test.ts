import type { Span } from "@opentelemetry/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Traces } from "../../core/traces/traces.ts";
import { startTraceReceiver, type TraceReceiver } from "../../test/trace-receiver.ts";
import { BetIntake, type IntakeBet, type IntakeVerdict } from "./bet-intake.ts";

const SETTINGS = { tracesHeaders: {}, tracesShare: 1, serviceName: "club" };

let receiver: TraceReceiver;
let traces: Traces;
beforeEach(async () => {
  receiver = await startTraceReceiver();
  traces = new Traces();
  await traces.start(
    { ...SETTINGS, tracesEndpoint: receiver.url },
    { warn: () => expect.unreachable() },
  );
});
afterEach(async () => await receiver.close());

function betOf(playerId: string): IntakeBet {
  return { id: `of ${playerId}`, playerId, idempotencyKey: null, fingerprint: Buffer.alloc(0) };
}

test("bets of a group: one trace holds the group, the others are linked; an accepted one has its event", async () => {
  const groups: number[] = [];
  const intake = new BetIntake<IntakeBet, IntakeVerdict>(
    async (bets) => {
      groups.push(bets.length);
      await traces.span("statement", {}, async () => await Promise.resolve());
      return bets.map(({ playerId }) => ({ verdict: playerId === "broke" ? "no" : "ok" }));
    },
    { traces },
  );
  const place = async (playerId: string): Promise<void> => {
    const call = traces.begin(`call of ${playerId}`, {}) as Span;
    await traces.within(call, async () => await intake.place(betOf(playerId)));
    call.end();
  };
  await Promise.all([place("ann"), place("bob"), place("broke")]);
  traces.eventsWritten(["of ann", "of bob", "of broke"], Date.now());
  // A later group, set going by nobody's call.
  await intake.place(betOf("nobody"));
  await traces.stop();
  expect(groups).toEqual([3, 1]);

  const spans = receiver.spans();
  const traceOf = (playerId: string) => {
    const { traceId } = spans.find(({ name }) => name === `call of ${playerId}`) ?? {};
    const named = (name: string) =>
      spans.find((span) => span.traceId === traceId && span.name === name);
    const [wait, group, event] = [named("bet intake"), named("bet group"), named("event")];
    return { wait, group, event, statement: named("statement") };
  };
  const [ann, bob, broke] = [traceOf("ann"), traceOf("bob"), traceOf("broke")];
  expect(ann.group).toMatchObject({
    parentSpanId: ann.wait?.spanId,
    links: [bob.wait?.spanId, broke.wait?.spanId],
    attributes: { "club.bets": 3 },
  });
  expect(ann.statement?.parentSpanId).toBe(ann.group?.spanId);
  expect([bob.group, broke.group]).toEqual([undefined, undefined]);
  expect(bob.wait?.links).toEqual([ann.group?.spanId]);
  expect(broke.wait).toMatchObject({ attributes: { "club.verdict": "no" } });
  expect(ann.event?.parentSpanId).toBe(ann.wait?.spanId);
  expect(bob.event?.parentSpanId).toBe(bob.wait?.spanId);
  expect(broke.event).toBeUndefined();
  expect(spans.filter(({ name }) => name === "statement")).toHaveLength(1);
});

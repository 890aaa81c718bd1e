import { AsyncLocalStorage } from "node:async_hooks";
import { assert } from "@club/domain";
import { isSpanContextValid, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context, Span, SpanContext, SpanOptions, Tracer } from "@opentelemetry/api";
import type { FastifyBaseLogger } from "fastify";
import { waitAtMost } from "../kit/pause.ts";
import type { Settings } from "../settings/settings.ts";

export type TraceSettings = Pick<
  Settings,
  "tracesEndpoint" | "tracesHeaders" | "tracesShare" | "serviceName"
>;

/** Makes spans and sends them. */
export interface Sender {
  readonly tracer: Tracer;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** A committed entry whose event is still to be written. */
interface Untold {
  readonly call: SpanContext;
  readonly sinceMs: number;
}

const FLUSH_WITHIN_MS = 2000;
/** Another process may write the events; then nothing is ever told here. */
const MOST_UNTOLD = 4000;
const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/;

/**
 * Where the time of a call goes, as spans of OpenTelemetry. There is one per server and nothing of
 * it is global. Until `start` finds somewhere to send them, all of this only does the work it is
 * given. What is in a span is chosen where it begins: names, codes and counts, never a person's.
 */
export class Traces {
  readonly #here = new AsyncLocalStorage<Span | undefined>();
  readonly #untold = new Map<string, Untold>();
  #sender: Sender | undefined;

  get isOn(): boolean {
    return this.#sender !== undefined;
  }

  /** The span around the code that asks; undefined where none is kept. */
  get current(): Span | undefined {
    if (this.#sender === undefined) return undefined;
    // What a call set going may go on for days after its answer: that is no part of it.
    const span = this.#here.getStore();
    return span?.isRecording() === true ? span : undefined;
  }

  /** Loads the libraries if the settings name a receiver; to be called before the routes are made. */
  async start(settings: TraceSettings, log: Pick<FastifyBaseLogger, "warn">): Promise<void> {
    if (settings.tracesEndpoint === undefined) return;
    const { openSender } = await import("./open-sender.ts");
    this.#sender = openSender({ ...settings, tracesEndpoint: settings.tracesEndpoint }, log);
  }

  /** Sends what is left, if that is soon done. */
  async stop(): Promise<void> {
    if (this.#sender === undefined) return;
    await waitAtMost(FLUSH_WITHIN_MS, this.#sender.close()).catch(() => undefined);
  }

  /**
   * Begins the span of a call from outside, as a part of the caller's trace if it names one.
   * Whoever begins it ends it. Undefined: the call is not among those that are kept.
   */
  begin(name: string, options: SpanOptions, traceparent?: unknown): Span | undefined {
    const span = this.#sender?.tracer.startSpan(name, options, callerOf(traceparent));
    return span?.isRecording() === true ? span : undefined;
  }

  /** Runs what follows inside this span, or inside none. */
  within<T>(span: Span | undefined, work: () => T): T {
    return this.#sender === undefined ? work() : this.#here.run(span, work);
  }

  /** Does a part of the work around it. Where no trace is kept, nothing but the work is done. */
  async span<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
    const around = this.current;
    if (around === undefined) return await work();
    return await this.#record(this.#startUnder(around.spanContext(), name, options), work);
  }

  /** Does one work for several spans: it is a part of the first one, and linked with the others. */
  async shared<T>(
    name: string,
    spans: readonly (Span | undefined)[],
    work: () => Promise<T>,
  ): Promise<T> {
    const [first, ...others] = spans.filter((span) => span !== undefined);
    if (first === undefined) return await this.within(undefined, work);
    const span = this.#startUnder(first.spanContext(), name, {
      attributes: { "club.bets": spans.length },
      links: others.map((other) => ({ context: other.spanContext() })),
    });
    for (const other of others) other.addLink({ context: span.spanContext() });
    return await this.#record(span, work);
  }

  /** An entry was committed: its event belongs to the trace of this span. */
  expectEvent(entryId: string, span: Span | undefined): void {
    if (span === undefined || this.#sender === undefined) return;
    this.#untold.set(entryId, { call: span.spanContext(), sinceMs: Date.now() });
    if (this.#untold.size <= MOST_UNTOLD) return;
    for (const oldest of this.#untold.keys()) {
      this.#untold.delete(oldest);
      break;
    }
  }

  /**
   * The events of these entries were written in one round. Each trace gets a span from the commit
   * to now; the round is a part of the first one, and the others are linked with it.
   */
  eventsWritten(entryIds: readonly string[], roundSinceMs: number): void {
    if (this.#untold.size === 0) return;
    const [first, ...others] = entryIds.flatMap((id) => this.#take(id) ?? []);
    if (first === undefined) return;
    const event = this.#startUnder(first.call, "event", { startTime: first.sinceMs });
    const round = this.#startUnder(event.spanContext(), "event round", {
      startTime: roundSinceMs,
      attributes: { "club.entries": entryIds.length },
    });
    round.end();
    event.end();
    const links = [{ context: round.spanContext() }];
    for (const { call, sinceMs } of others) {
      this.#startUnder(call, "event", { startTime: sinceMs, links }).end();
    }
  }

  #take(entryId: string): Untold | undefined {
    const untold = this.#untold.get(entryId);
    this.#untold.delete(entryId);
    return untold;
  }

  #startUnder(parent: SpanContext, name: string, options: SpanOptions): Span {
    assert(this.#sender !== undefined, "what has a span around it is sent");
    return this.#sender.tracer.startSpan(name, options, contextOf(parent));
  }

  async #record<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      return await this.within(span, work);
    } catch (error) {
      span.setAttribute("error.type", kindOf(error)).setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }
}

/** The trace that a caller names, by the header of W3C; its `tracestate` is not passed on. */
function callerOf(traceparent: unknown): Context {
  const [, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(String(traceparent)) ?? [];
  const caller = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(caller) ? contextOf(caller) : ROOT_CONTEXT;
}

function contextOf(parent: SpanContext): Context {
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** Code or name of an error; its message may quote what a player sent. */
function kindOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const kind = code ?? name;
  return typeof kind === "string" ? kind : "unknown";
}

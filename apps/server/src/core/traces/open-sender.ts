import { randomUUID } from "node:crypto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger } from "fastify";
import { VERSION } from "../kit/version.ts";
import type { Sender, TraceSettings } from "./traces.ts";

/** Spans wait for the next sending at most so long, and at most so many; what is over is dropped. */
const SEND_EVERY_MS = 1000;
const MOST_WAITING = 2048;
/** Tries again within this time; then the spans are lost. */
const SEND_WITHIN_MS = 5000;
const SAY_AGAIN_MS = 60_000;

type SenderSettings = TraceSettings & { readonly tracesEndpoint: string };

/** Sends spans as OTLP (JSON over HTTP). Imported only where the club has a receiver. */
export function openSender(settings: SenderSettings, log: Pick<FastifyBaseLogger, "warn">): Sender {
  const share = new TraceIdRatioBasedSampler(settings.tracesShare);
  const exporter = new OTLPTraceExporter({
    url: `${settings.tracesEndpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: settings.tracesHeaders,
    timeoutMillis: SEND_WITHIN_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": settings.serviceName,
      "service.version": VERSION,
      "service.instance.id": randomUUID(),
    }),
    // A caller may leave its calls out, but not have more of them kept than the club wants.
    sampler: new ParentBasedSampler({ root: share, remoteParentSampled: share }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withWarnings(exporter, log),
        scheduledDelayMillis: SEND_EVERY_MS,
        maxQueueSize: MOST_WAITING,
        exportTimeoutMillis: 2 * SEND_WITHIN_MS,
      }),
    ],
  });
  return {
    tracer: provider.getTracer("club", VERSION),
    close: async () => await provider.shutdown(),
  };
}

/** Says that spans are lost, once a minute at most: the library itself says nothing. */
function withWarnings(exporter: SpanExporter, log: Pick<FastifyBaseLogger, "warn">): SpanExporter {
  let lost = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  const note = (spans: number, reason: string): void => {
    lost += spans;
    if (performance.now() - saidAt < SAY_AGAIN_MS) return;
    log.warn({ spans: lost, reason }, "traces could not be sent");
    saidAt = performance.now();
    lost = 0;
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined) note(spans.length, result.error.message);
        done(result);
      }),
    shutdown: async () => await exporter.shutdown(),
  };
}

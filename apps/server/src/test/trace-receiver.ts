import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as a receiver of OTLP reads it. */
export interface SeenSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Ids of the spans that it is linked with. */
  readonly links: readonly string[];
  readonly isError: boolean;
}

interface WireSpan extends Omit<SeenSpan, "attributes" | "links" | "isError"> {
  readonly attributes?: readonly { key: string; value: Record<string, unknown> }[];
  readonly links?: readonly { spanId: string }[];
  readonly status?: { code?: number };
}

interface WireBody {
  readonly resourceSpans: readonly { scopeSpans: readonly { spans: readonly WireSpan[] }[] }[];
}

export interface TraceReceiver {
  readonly url: string;
  /** All bodies, as they came. */
  readonly bodies: string[];
  readonly headers: IncomingHttpHeaders[];
  spans(): SeenSpan[];
  close(): Promise<void>;
}

const ERROR = 2;

/** A receiver of traces (OTLP as JSON over HTTP) that remembers what it got. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, reply) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      if (request.url === "/v1/traces") {
        bodies.push(body);
        headers.push(request.headers);
      }
      reply.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    spans: () => bodies.flatMap((body) => spansOf(JSON.parse(body) as WireBody)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spansOf({ resourceSpans }: WireBody): SeenSpan[] {
  const all = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  return all.map(({ attributes = [], links = [], status, ...span }) => ({
    ...span,
    attributes: Object.fromEntries(
      attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
    ),
    links: links.map(({ spanId }) => spanId),
    isError: status?.code === ERROR,
  }));
}

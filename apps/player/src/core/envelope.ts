import { noteReadOnly } from "./read-only.ts";
import { CallError } from "./errors.ts";

/** The body of every answer: status 200 is success. */
export interface Envelope {
  readonly status: number;
  readonly message: string;
  readonly data?: unknown;
  readonly list?: unknown;
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly [beside: string]: unknown;
}

/** The envelope of an answer; what is none (a proxy's page) is no answer of the club. */
export async function readEnvelope(response: Response): Promise<Envelope> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === "object" && body !== null && "status" in body) return body as Envelope;
  throw new CallError(`HTTP ${response.status}`, { kind: "broken", status: response.status });
}

/** Raises an answer whose body status is not 200, with the server's message. */
export function refuseUnlessOk(envelope: Envelope, response: Response): void {
  if (envelope.status === 200) return;
  if (envelope.code === "club.read_only") noteReadOnly(true);
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  throw new CallError(envelope.message, {
    kind: envelope.status >= 500 && !envelope.code ? "broken" : "refused",
    status: envelope.status,
    code: envelope.code,
    params: envelope.params,
    requestId: requestIdOf(envelope, response),
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1000 : undefined,
  });
}

function requestIdOf(envelope: Envelope, response: Response): string | undefined {
  const named = envelope.params?.["request_id"];
  return typeof named === "string" ? named : (response.headers.get("x-request-id") ?? undefined);
}

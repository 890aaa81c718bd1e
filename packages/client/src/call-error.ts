import type { ErrorCode } from "@club/contract";

/** The specification's codes for a request that had no answer. */
export const ERR_TIMEOUT = 5;
export const ERR_ABORTED = 600003;
export const ERR_UPLOAD_NETWORK = 602001;

/** refused: the server said no; the others had no usable answer. */
export type CallErrorKind = "refused" | "session" | "network" | "timeout" | "aborted" | "broken";

export interface CallErrorDetails {
  readonly kind: CallErrorKind;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** One of the specification's codes. */
  readonly errCode?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** A call that did not succeed, with everything that the server said about it. */
export class CallError extends Error {
  override name = "CallError";
  readonly kind: CallErrorKind;
  readonly status: number;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly errCode: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: CallErrorDetails) {
    super(message);
    this.kind = details.kind;
    this.status = details.status ?? 0;
    this.code = details.code ?? "";
    this.params = details.params ?? {};
    this.errCode = details.errCode;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** Whether the server refused with one of these codes; without codes, whether it refused at all. */
export function isRefusal(error: unknown, ...codes: readonly ErrorCode[]): error is CallError {
  return (
    error instanceof CallError &&
    error.kind === "refused" &&
    (codes.length === 0 || codes.some((code) => code === error.code))
  );
}

/** Whether it is unknown what the server did: no answer, or one that it could not finish. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof CallError && ["refused", "session"].includes(error.kind));
}

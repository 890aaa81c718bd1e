/*
 * What every app needs to speak with the club over HTTP, and nothing else: no schema comes with it.
 * Sessions, refresh and languages belong to the app.
 */
export { CallError, isRefusal, type CallErrorDetails, type CallErrorKind } from "./call-error.ts";
export { readAnswer, sendWish, type Envelope } from "./exchange.ts";
export { urlOf, type AnyWish, type Answer, type Wish } from "./wish.ts";
export { createSseParser, type SseParser, type StreamEvent } from "./sse-parser.ts";
export { canUsePasskeys, makePasskey, PasskeyStopped, showPasskey } from "./passkey-ceremony.ts";

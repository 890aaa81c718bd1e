/*
 * What every app needs to speak with the club over HTTP, and nothing else: no schema comes with it.
 * Sessions, refresh and languages belong to the app.
 */
export {
  CallError,
  isRefusal,
  type CallErrorDetails,
  type CallErrorKind,
} from "./client/call-error.ts";
export { readAnswer, sendWish, type Envelope } from "./client/exchange.ts";
export { urlOf, type AnyWish, type Answer, type Wish } from "./client/wish.ts";
export { DAY_READERS, TRADERS } from "./desk-roles.ts";
export { turns } from "./client/turns.ts";
export { createSseParser, type SseParser, type StreamEvent } from "./client/sse-parser.ts";
export {
  canUsePasskeys,
  makePasskey,
  PasskeyStopped,
  showPasskey,
} from "./client/passkey-ceremony.ts";

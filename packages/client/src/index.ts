/*
 * What every app needs to talk to the club, and nothing else: no schemas come with it. How to keep
 * a session, which language to speak and how to word a failure is up to the app.
 */
export {
  CallError,
  isRefusal,
  isUnanswered,
  type CallErrorDetails,
  type CallErrorKind,
} from "./call-error.ts";
export { createClient, type Client, type ClientOptions } from "./client.ts";
export { readAnswer, sendWish, TIMEOUT_MS, type Envelope } from "./exchange.ts";
export { newKey } from "./new-key.ts";
export { canUsePasskeys, makePasskey, PasskeyStopped, showPasskey } from "./passkey-ceremony.ts";
export { saveFile } from "./save-file.ts";
export {
  createRefresh,
  createSession,
  type EndReason,
  isLeft,
  type SessionStore,
} from "./session.ts";
export { createSseParser, type StreamEvent } from "./sse-parser.ts";
export { createStorage, type DeviceStorage } from "./storage.ts";
export { startStream, type StreamOptions } from "./stream.ts";
export { createTopics, type Receiver, type StreamState, type Topics } from "./topics.ts";
export { answerOf, urlOf, type Answer, type AnyWish, type Wish } from "./wish.ts";

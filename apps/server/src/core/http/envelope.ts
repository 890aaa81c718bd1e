import { ERROR_STATUS, isErrorCode } from "@club/contract";
import { CommitInDoubt, DatabaseAway, DatabaseBusy } from "../db/connect.ts";
import { codeOf, isDiskFull } from "../db/errors.ts";
import { wireParams } from "./wire.ts";
import { Refusal } from "@club/domain";
import { DEFAULT_LANGUAGE, chooseLanguage, createT } from "@club/i18n";
import type { Language, Translate } from "@club/i18n";
import { REFUSALS, refusalText } from "@club/i18n/refusals";
import type { RefusalMessages } from "@club/i18n/refusals";

/** What every answer below /api looks like. */
export interface Envelope {
  status: number;
  message: string;
  data?: unknown;
  list?: unknown;
  [beside: string]: unknown;
}

export interface RefusalEnvelope extends Envelope {
  code: string;
  params: Record<string, unknown>;
  request_id?: string;
}

const OK = 200;
const BROKEN = 500;
/** Deadlock and serialization failure: rolled back whole, the same request may come again. */
const GAVE_WAY = new Set(["40P01", "40001"]);
/** The database's own no to a bet while all betting is paused (refuse_paused_bets.sql). */
const BETTING_PAUSED = "CLB01";
const translators = new Map<Language, Translate<RefusalMessages>>();

/** The envelope of an answer that is no refusal. */
export function okEnvelope(
  parts: Omit<Envelope, "status" | "message"> & { message?: string },
): Envelope {
  return { ...parts, status: OK, message: parts.message ?? "OK" };
}

/**
 * The refusal that an error stands for. Any other error is our fault: `server.broken`, which the
 * caller logs. The error's own words go nowhere else.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal)
    return isErrorCode(error.code) ? error : new Refusal("server.broken");
  if (error instanceof CommitInDoubt) return new Refusal("bet.in_doubt");
  if (error instanceof DatabaseBusy) return new Refusal("club.busy");
  if (error instanceof DatabaseAway) return new Refusal("club.away");
  if (isDiskFull(error)) return new Refusal("club.read_only");
  if (GAVE_WAY.has(codeOf(error) ?? "")) return new Refusal("club.busy");
  if (codeOf(error) === BETTING_PAUSED) return new Refusal("betting.paused");
  return toHttpRefusal(error);
}

/** Errors of the HTTP framework itself, which carry a code and a status. */
function toHttpRefusal(error: unknown): Refusal {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new Refusal("request.content_type");
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new Refusal("request.too_large");
  if (code === "FST_ERR_HANDLER_TIMEOUT") return new Refusal("club.busy");
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < BROKEN) {
    return new Refusal("request.malformed");
  }
  return new Refusal("server.broken");
}

/** The answer that a refusal becomes, in the caller's language. */
export function refusalEnvelope(
  refusal: Refusal,
  options: { language: Language; requestId: string },
): RefusalEnvelope {
  const code = isErrorCode(refusal.code) ? refusal.code : "server.broken";
  const status = ERROR_STATUS[code];
  const envelope: RefusalEnvelope = {
    status,
    message: refusalText(translatorOf(options.language), code, refusal.params),
    code,
    params: wireParams(refusal.params),
  };
  if (status === BROKEN) envelope.request_id = options.requestId;
  return envelope;
}

/** Seconds until a repeat of the same request makes sense; null where it never does. */
export function retryAfter(refusal: Refusal, status: number): number | null {
  if (status !== 429 && status !== 503) return null;
  const seconds = refusal.params["retry_after"];
  return typeof seconds === "number" ? Math.max(1, Math.ceil(seconds)) : 1;
}

/** The first language of an Accept-Language header that the club speaks. */
export function languageOf(header: string | undefined): Language {
  if (header === undefined || header.length > 500) return DEFAULT_LANGUAGE;
  const tags = header.split(",").map((part) => {
    const [tag = "", weight] = part.split(";");
    const quality = weight === undefined ? 1 : Number(/q=([0-9.]+)/.exec(weight)?.[1] ?? 1);
    return { tag: tag.trim(), quality };
  });
  return chooseLanguage(
    tags
      .filter(({ quality }) => quality > 0)
      .toSorted((a, b) => b.quality - a.quality)
      .map(({ tag }) => tag),
  );
}

function translatorOf(language: Language): Translate<RefusalMessages> {
  let translate = translators.get(language);
  if (translate === undefined) {
    translate = createT<RefusalMessages>(language, REFUSALS[language]);
    translators.set(language, translate);
  }
  return translate;
}

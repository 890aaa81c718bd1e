import { currentLanguage } from "./lang.ts";
import { currentSession } from "./session.ts";
import { readEnvelope, refuseUnlessOk } from "./envelope.ts";
import { CallError, ERR_TIMEOUT, ERR_UPLOAD_NETWORK } from "./errors.ts";
import { TIMEOUT_MS } from "./http.ts";
import { expireSession, refreshSession } from "./refresh.ts";

/*
 * Files go beside the envelope: pictures that are sent, statements and pictures that are fetched. The
 * session is refreshed as for every other call.
 */

/** What the club takes of one picture; more is not even sent. */
const MOST_BYTES = 5 * 1024 * 1024;

/** Sends one file in a form. @throws CallError, with the specification's 602001 for a lost upload */
export async function sendFile(path: string, file: Blob): Promise<unknown> {
  if (file.size > MOST_BYTES) {
    throw new CallError("too large", { kind: "refused", status: 413, code: "request.too_large" });
  }
  const body = new FormData();
  body.set("file", file, "picture.jpg");
  const response = await withSession(path, (headers) =>
    fetch(path, { method: "POST", body, headers, ...COMMON(), credentials: "omit" }),
  );
  const envelope = await readEnvelope(response);
  refuseUnlessOk(envelope, response);
  return envelope.data;
}

/** Fetches a file. @throws CallError */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await withSession(path, (headers) =>
    fetch(path, { headers, ...COMMON(), credentials: "omit" }),
  );
  if (!response.ok) refuseUnlessOk(await readEnvelope(response), response);
  return await response.blob();
}

/** Puts a file on the device, as the browser does it. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TIMEOUT_MS);
}

const COMMON = () => ({ cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) }) as const;

type Ask = (headers: Record<string, string>) => Promise<Response>;

async function withSession(path: string, ask: Ask): Promise<Response> {
  const token = currentSession()?.token;
  const response = await answerOf(path, ask, token);
  if (token === undefined || !isExpired(response)) return response;
  await refreshSession(token);
  const second = await answerOf(path, ask, currentSession()?.token);
  if (isExpired(second)) throw expireSession();
  return second;
}

async function answerOf(path: string, ask: Ask, token: string | undefined): Promise<Response> {
  try {
    return await ask({
      "accept-language": currentLanguage(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    });
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    const failure = isLate
      ? new CallError("request timed out", { kind: "timeout", errCode: ERR_TIMEOUT })
      : new CallError("no network", { kind: "network", errCode: ERR_UPLOAD_NETWORK });
    console.info(`no answer ${path}`, failure);
    throw failure;
  }
}

function isExpired(response: Response): boolean {
  return response.status === 401 || response.status === 402;
}

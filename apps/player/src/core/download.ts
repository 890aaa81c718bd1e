import { currentLanguage } from "./lang.ts";
import { currentSession } from "./session.ts";
import { readEnvelope, refuseUnlessOk } from "./envelope.ts";
import { send } from "./http.ts";
import { refreshSession } from "./refresh.ts";

/**
 * Fetches a file of the player's own and hands it to the browser's downloads. The token goes in a
 * header, so a plain link would not do.
 *
 * @throws CallError, as a call does.
 */
export async function download(path: string, fileName: string): Promise<void> {
  const response = await fetchFile(path);
  if (!response.ok) refuseUnlessOk(await readEnvelope(response), response);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken the bytes by the next minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function fetchFile(path: string): Promise<Response> {
  const used = currentSession()?.token;
  const first = await ask(path, used);
  if (used === undefined || first.status !== 401) return first;
  await refreshSession(used);
  return await ask(path, currentSession()?.token);
}

async function ask(path: string, token: string | undefined): Promise<Response> {
  return await send({
    method: "GET",
    url: path,
    headers: {
      "accept-language": currentLanguage(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });
}

import { CallError, readAnswer } from "@club/client";
import { currentSession } from "../core/session.ts";
import { expireSession, refreshSession } from "./refresh.ts";

const TIMEOUT_MS = 60_000;

/** Fetches a file that only operators may see. @throws CallError */
export async function fetchFile(path: string): Promise<Blob> {
  const token = currentSession()?.token;
  let response = await ask(path, token);
  if (token !== undefined && response.status === 401) {
    await refreshSession(token);
    response = await ask(path, currentSession()?.token);
    if (response.status === 401) throw expireSession();
  }
  if (!response.ok) await readAnswer(response);
  return await response.blob();
}

/** How long the browser may take to begin saving. */
const SAVING_MS = 10_000;

/** Fetches a file that only operators may see and hands it to the device. @throws CallError */
export async function saveFile(path: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await fetchFile(path));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVING_MS);
}

async function ask(path: string, token: string | undefined): Promise<Response> {
  try {
    return await fetch(path, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      credentials: "omit",
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new CallError("no network", { kind: "network" });
  }
}

import { CallError } from "@club/client";
import { exchange } from "./call.ts";

/** What the club takes of one picture; more is not even sent. */
const MOST_BYTES = 5 * 1024 * 1024;

/** Sends one file in a form. @throws CallError, with the specification's 602001 for a lost upload */
export async function sendFile(path: string, file: Blob): Promise<unknown> {
  if (file.size > MOST_BYTES) {
    throw new CallError("too large", { kind: "refused", status: 413, code: "request.too_large" });
  }
  const body = new FormData();
  body.set("file", file, "picture.jpg");
  return (await exchange({ method: "POST", path, body })).data;
}

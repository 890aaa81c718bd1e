import { CallError } from "@club/client";
import { exchange } from "./call.ts";

/** The largest picture that the club takes; a larger one is not sent at all. */
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

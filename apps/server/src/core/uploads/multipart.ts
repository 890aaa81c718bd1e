import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";

const DASHES = "--";
const HEAD_END = "\r\n\r\n";
const MOST_BOUNDARY = 70;
const MOST_HEAD = 2000;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

/**
 * The one file of a `multipart/form-data` body. Its name and type are ignored: the bytes show what
 * it is.
 *
 * @throws request.content_type for a body that is no such form, or has not exactly one file
 */
export function fileOfForm(contentType: string, body: Buffer): Buffer {
  const boundary = boundaryOf(contentType);
  const files: Buffer[] = [];
  let at = body.indexOf(DASHES + boundary);
  if (at !== 0) throw notAForm();
  const mark = Buffer.from(`\r\n${DASHES}${boundary}`);
  let start = DASHES.length + boundary.length;
  while (!isLast(body, start)) {
    at = body.indexOf(mark, start);
    const headEnd = body.indexOf(HEAD_END, start);
    if (at === -1 || headEnd === -1 || headEnd > at || headEnd - start > MOST_HEAD) {
      throw notAForm();
    }
    const head = body.toString("latin1", start, headEnd);
    if (/;\s*filename\*?=/i.test(head)) files.push(body.subarray(headEnd + HEAD_END.length, at));
    start = at + mark.length;
  }
  const [file] = files;
  if (file === undefined || files.length > 1) throw notAForm();
  return file;
}

function boundaryOf(contentType: string): string {
  const match = BOUNDARY.exec(contentType);
  const boundary = match?.[1] ?? match?.[2] ?? "";
  if (boundary === "" || boundary.length > MOST_BOUNDARY) throw notAForm();
  return boundary;
}

function isLast(body: Buffer, start: number): boolean {
  return body.toString("latin1", start, start + DASHES.length) === DASHES;
}

function notAForm(): Refusal {
  return new Refusal("request.content_type");
}

/** Routes that take a form with a file: it comes to these alone; everywhere else a body is JSON. */
export function uploadScope(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "multipart/form-data",
      { parseAs: "buffer" },
      async (request: FastifyRequest, body: Buffer) =>
        fileOfForm(request.headers["content-type"] ?? "", body),
    );
    routes(scope);
  });
}

/** The file of the form; null when the body was something else. */
export function uploadedFile({ body }: FastifyRequest): Buffer | null {
  return Buffer.isBuffer(body) ? body : null;
}

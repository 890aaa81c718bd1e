import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { getDayReport, getPublicBooks, listDayReplays, listRoots } from "@club/contract";
import { Refusal, canonicalJson, isDay } from "@club/domain";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../core/context.ts";
import { RATES } from "../core/limits/rate-limit.ts";
import { hasVersion, keptFor, tagAnswer } from "../core/http/etag.ts";
import { register } from "../core/http/register.ts";
import { knownId } from "../core/kit/ids.ts";
import { audit } from "../desk/operators/audit.ts";
import { requireRole } from "../desk/operators/permissions.ts";
import { dayText } from "./days/day-file.ts";
import { dayReport } from "./days/day-report.ts";
import { eventFile } from "./files/event-file.ts";
import { type FileAnswer, type FileSubject, publicFile } from "./files/public-file.ts";
import { raceFile } from "./files/race-file.ts";
import { BOOKS_SECONDS, publicBooks } from "./log/public-books.ts";
import { clubRoots, logOfDay } from "./log/public-log.ts";
import { listReplays } from "./days/replay.queries.ts";

const unpack = promisify(gunzip);
const pack = promisify(gzip);
const FOR_A_YEAR = "public, max-age=31536000, immutable";
const FEW_SECONDS = 2;
const MOST_REPLAYS = 31;
const FILE = { schema: { hide: true } } as const;

/** Any web page may read the public proofs. */
const FOR_ALL = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "etag",
  "cross-origin-resource-policy": "cross-origin",
  "content-type": "application/json; charset=utf-8",
};

/** What anybody may check. Files have no envelope: their bytes are what is hashed. */
export function proofRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(
    app,
    ctx,
    listRoots,
    async ({ query }) => {
      const { roots, ...data } = await logOfDay(ctx, query.day);
      return { data, list: roots };
    },
    { cacheSeconds: FEW_SECONDS, isOpenToAllOrigins: true },
  );
  register(app, ctx, getPublicBooks, async () => await publicBooks(ctx), {
    cacheSeconds: BOOKS_SECONDS,
  });
  register(app, ctx, getDayReport, async ({ query }) => ({
    data: await dayReport(ctx, query.date),
  }));
  register(app, ctx, listDayReplays, async () => {
    const rows = await listReplays(ctx.db.operators, MOST_REPLAYS);
    return {
      data: { equal: rows.every(({ is_equal }) => is_equal) },
      list: rows.map(({ day: date, is_equal: equal, at, ...rest }) => {
        return { date, equal, at: at.toISOString(), ...rest };
      }),
    };
  });
  app.get<{ Querystring: { date?: string } }>(
    "/api/operator/reports/day/export",
    FILE,
    async (request, reply) => {
      const operator = await ctx.sessions.requireOperator(request, { isAction: true });
      await requireRole(ctx, { call: getDayReport, operator, request });
      ctx.rate.take(RATES.exports, operator.id);
      const day = dayAsked(request.query.date);
      const body = await pack(await dayText(ctx, day));
      await audit(ctx.db.operators, { action: "day.export", operator, request, target: day });
      return await reply
        .headers({
          "content-type": "application/gzip",
          "content-disposition": `attachment; filename="club-day-${day}.json.gz"`,
        })
        .send(body);
    },
  );
  fileRoutes(app, ctx);
}

/** Files and keys, served raw and open to any web page. */
function fileRoutes(app: FastifyInstance, ctx: AppContext): void {
  const serve = (path: string, subject: FileSubject): void => {
    app.get<{ Params: { id: string } }>(path, FILE, async (request, reply) => {
      const id = knownId(request.params.id);
      return await sendFile(request, reply, await publicFile(ctx, subject, id));
    });
  };
  serve("/api/events/race/:id/check", raceFile);
  serve("/api/sport/:id/check", eventFile);
  app.get("/.well-known/club-roots", { ...FILE, onSend: tagAnswer }, async (_request, reply) => {
    const text = canonicalJson(await clubRoots(ctx));
    return await reply.headers({ ...FOR_ALL, "cache-control": keptFor(FEW_SECONDS) }).send(text);
  });
}

/** @throws request.invalid for anything but a day */
function dayAsked(text: string | undefined): string {
  if (text === undefined || !isDay(text)) throw new Refusal("request.invalid", { field: "date" });
  return text;
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, digest, isFinal }: FileAnswer,
): Promise<FastifyReply> {
  const etag = `"${Buffer.from(digest).toString("hex")}"`;
  const kept = isFinal ? FOR_A_YEAR : keptFor(FEW_SECONDS);
  void reply.headers({ ...FOR_ALL, etag, "cache-control": kept });
  void reply.header("vary", "accept-encoding");
  if (hasVersion(request, etag)) return await reply.status(304).send();
  if (/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) {
    return await reply.header("content-encoding", "gzip").send(Buffer.from(body));
  }
  return await reply.send(await unpack(body));
}

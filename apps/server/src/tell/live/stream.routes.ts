import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { STREAMS_PER_ACCOUNT, STREAMS_PER_OPERATOR } from "../../core/limits/rate-limit.ts";
import { refusalOf, requireRole } from "../../desk/operators/permissions.ts";
import { isPublicTopic } from "./events.ts";
import { askedTopics, holdPlaceOfAddress, openStream } from "./open-stream.ts";

/** Not counted among the requests at work; listening alone is not an action of a person. */
const STREAM = {
  config: { isStream: true },
  schema: { summary: "Server-sent events of the topics asked for.", tags: ["Live"] },
};
const NO_ACTION = { isAction: false };
/** It stands beside the calls of the contract, under the same rules. */
const DESK_STREAM = {
  method: "GET",
  path: "/api/operator/stream",
  summary: "",
  access: "operator",
} as const;
/** Topics of somebody's own, and for whom else they are. */
const isOfPlayers = (topic: string): boolean => topic === "player" || isPublicTopic(topic);
const isOfDesk = (topic: string): boolean => topic === "operator" || isOfPlayers(topic);

/** GET /api/stream: server-sent events of the topics asked for. Read it with fetch, not EventSource. */
export function streamRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get("/api/stream", STREAM, async (request, reply) => {
    const asked = askedTopics(request, isOfPlayers);
    const isOwn = asked.includes("player");
    const player = isOwn
      ? await ctx.sessions.requirePlayer(request, NO_ACTION)
      : await ctx.sessions.findPlayer(request);
    const own = `player:${player?.id}`;
    const topics = new Set(asked.map((topic) => (topic === "player" ? own : topic)));
    const onClose = holdPlace(ctx, player?.id, request.ip);
    if (player !== null) ctx.reads.told(player.id);
    const isStillGood = async (): Promise<boolean> =>
      !isOwn || (await ctx.sessions.findPlayer(request)) !== null;
    await openStream(ctx, { request, reply, topics, onClose, isStillGood });
  });
  app.get(DESK_STREAM.path, STREAM, async (request, reply) => {
    const operator = await ctx.sessions.requireOperator(request, NO_ACTION);
    await requireRole(ctx, { call: DESK_STREAM, operator, request });
    const topics = new Set(["operator", "races", ...askedTopics(request, isOfDesk)]);
    const onClose = ctx.rate.hold("desk-streams", operator.id, STREAMS_PER_OPERATOR);
    const isStillGood = async (): Promise<boolean> =>
      await ctx.sessions.requireOperator(request, NO_ACTION).then(
        (now) => refusalOf(ctx, { call: DESK_STREAM, operator: now }) === null,
        () => false,
      );
    await openStream(ctx, { request, reply, topics, onClose, isStillGood });
  });
}

/** Takes a place among the streams of an account, or of the address. @throws request.too_many */
function holdPlace(ctx: AppContext, playerId: string | undefined, address: string): () => void {
  if (playerId === undefined) return holdPlaceOfAddress(ctx, address);
  return ctx.rate.hold("streams", playerId, STREAMS_PER_ACCOUNT);
}

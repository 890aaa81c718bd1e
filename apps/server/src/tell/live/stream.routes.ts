import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { STREAMS_PER_ACCOUNT } from "../../core/limits/rate-limit.ts";
import { isPublicTopic } from "./events.ts";
import { askedTopics, holdPlaceOfAddress, openStream } from "./open-stream.ts";

/** Not counted among the requests at work; listening alone is not an action of a person. */
const STREAM = {
  config: { isStream: true },
  schema: { summary: "Server-sent events of the topics asked for.", tags: ["Live"] },
};
const NO_ACTION = { isAction: false };
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
  app.get("/api/operator/stream", STREAM, async (request, reply) => {
    await ctx.sessions.requireOperator(request, NO_ACTION);
    const topics = new Set(["operator", "races", ...askedTopics(request, isOfDesk)]);
    const isStillGood = async (): Promise<boolean> =>
      await ctx.sessions.requireOperator(request, NO_ACTION).then(
        () => true,
        () => false,
      );
    await openStream(ctx, { request, reply, topics, isStillGood });
  });
}

/** Takes a place among the streams of an account, or of the address. @throws request.too_many */
function holdPlace(ctx: AppContext, playerId: string | undefined, address: string): () => void {
  if (playerId === undefined) return holdPlaceOfAddress(ctx, address);
  return ctx.rate.hold("streams", playerId, STREAMS_PER_ACCOUNT);
}

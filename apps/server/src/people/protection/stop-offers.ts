import { timingSafeEqual } from "node:crypto";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { lookupHash } from "../../core/kit/cipher.ts";
import { knownId } from "../../core/kit/ids.ts";
import { setProtection } from "./set-protection.ts";

const PATH = "/api/offers/stop";
const SCREEN = "/pages/protection/protection";
const MOST_FORM = 1024;

/**
 * An address that ends offers to one player without a sign-in, as mail programs ask for it with one
 * tap (RFC 8058). It lets nobody do anything else, nor begin offers again.
 */
export function stopUrlOf(
  { settings, secrets }: Pick<AppContext, "settings" | "secrets">,
  playerId: string,
): string | undefined {
  const { publicUrl } = settings;
  if (publicUrl === undefined) return undefined;
  return `${publicUrl.replace(/\/$/, "")}${PATH}/${playerId}/${signOf(secrets, playerId)}`;
}

const signOf = (secrets: AppContext["secrets"], playerId: string): string =>
  lookupHash(secrets, "offers", playerId).toString("base64url");

function isSignOf({ secrets }: AppContext, playerId: string, said: string): boolean {
  const [own, other] = [Buffer.from(signOf(secrets, playerId)), Buffer.from(said)];
  return own.length === other.length && timingSafeEqual(own, other);
}

interface Asked {
  readonly Params: { readonly player: string; readonly sign: string };
}

/** What the mails' addresses lead to. Opening one changes nothing: programs that look for dangers do. */
export function stopOffersRoutes(app: FastifyInstance, ctx: AppContext): void {
  const hidden = { schema: { hide: true } };
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: MOST_FORM },
      async () => await Promise.resolve(null),
    );
    scope.post<Asked>(`${PATH}/:player/:sign`, hidden, async ({ params }, reply) => {
      const player = knownId(params.player);
      if (!isSignOf(ctx, player, params.sign)) throw new Refusal("not_found");
      await setProtection(ctx, player, { marketing: false });
      return await reply.status(204).send();
    });
    scope.get<Asked>(`${PATH}/:player/:sign`, hidden, async (_request, reply) => {
      return await reply.redirect(`/#${SCREEN}`, 303);
    });
  });
}

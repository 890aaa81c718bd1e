import { getStatus } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { VERSION } from "../kit/version.ts";
import { wireInstant } from "./wire.ts";
import { register } from "./register.ts";

const READ = `
  SELECT club_now_ms() AS now, b.balanced, b.checked_at,
    coalesce(c.newest_at < club_now() + interval '1 second', true) AS is_clock_right
  FROM club c LEFT JOIN books_look b ON true`;

interface Look {
  now: Date;
  balanced: boolean | null;
  checked_at: Date | null;
  is_clock_right: boolean;
}

/** The club's status, for everybody; the answer is cached for a second. */
export function statusRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(
    app,
    ctx,
    getStatus,
    async () => {
      const { rows } = await ctx.db.browsing.query<Look & Record<string, unknown>>(READ);
      const look = rows[0];
      if (look === undefined) throw new Error("The club has no row.");
      const { balanced, checked_at: checkedAt } = look;
      return {
        data: {
          server_time: wireInstant(look.now),
          version: VERSION,
          takes_bets: look.is_clock_right && !ctx.lifecycle.isDraining && !ctx.disk.isShort,
          books:
            balanced === null || checkedAt === null
              ? null
              : { balanced, checked_at: wireInstant(checkedAt) },
        },
      };
    },
    { cacheSeconds: 1 },
  );
}

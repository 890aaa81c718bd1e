import { confirmClock } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { register } from "../../core/http/register.ts";
import { audit } from "../../desk/operators/audit.ts";

interface ClockRow {
  before: string | null;
  after: string;
}

/** An operator confirms that the clock is right: the newest instant becomes now (promise P19). */
export function clockRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, confirmClock, async ({ body, operator, request }) => {
    const clock = await withTransaction(ctx.db.operators, async (tx) => {
      const { rows } = await tx.query<ClockRow>(
        `UPDATE club SET newest_at = club_now_ms() FROM club old WHERE old.id = club.id
         RETURNING iso_ms(old.newest_at) AS before, iso_ms(club.newest_at) AS after`,
      );
      const [row] = rows as [ClockRow];
      await audit(tx, {
        operator,
        action: "clock.confirm",
        target: "club",
        before: { newest_at: row.before },
        after: { newest_at: row.after },
        reason: body.reason,
        request,
      });
      return row;
    });
    return { data: { club_time: clock.after } };
  });
}

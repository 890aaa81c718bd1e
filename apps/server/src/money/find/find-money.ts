import { findMoney, type FoundMoney } from "@club/contract";
import { parseAmountCents } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { manyRows } from "../../core/db/statements.ts";
import { register } from "../../core/http/register.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";

interface FoundRow {
  kind: FoundMoney["kind"];
  id: string;
  reference: string;
  status: string;
  amount_cents: bigint;
  at: Date;
  player_id: string | null;
  name: string;
}

interface Asked {
  /** Small letters without spaces and dashes; null: too short for a part of a reference. */
  reference: string | null;
  cents: bigint | null;
  /** The beginning of a name, in small letters. */
  name: string;
}

const MOST_EACH = 5;

const isMeant = (reference: string): string =>
  `strpos(translate(lower(${reference}), ' -', ''), $1) > 0`;
const ofPlayer = (table: string, at: string): string => `
  JOIN player p ON p.id = ${table}.player_id
  WHERE ${isMeant(`${table}.reference`)} OR ${table}.amount_cents = $2
    OR lower(p.user_name) ^@ $3 OR lower(p.full_name) ^@ $3
  ORDER BY ${at} DESC LIMIT ${MOST_EACH}`;

/** The newest of each kind. A club's top-ups and withdrawals are compared one by one. */
const findRows = manyRows<FoundRow, Asked>(
  `(SELECT 'top_up' AS kind, t.id, t.reference, t.status, t.amount_cents, t.created_at AS at, t.player_id, p.user_name AS name
    FROM top_up t ${ofPlayer("t", "t.id")})
  UNION ALL (SELECT 'withdrawal', w.id, w.reference, w.status, -w.amount_cents, w.requested_at, w.player_id, p.user_name
    FROM withdrawal w ${ofPlayer("w", "w.id")})
  UNION ALL (SELECT 'bank_line', l.id, concat_ws(' · ', nullif(l.reference, ''), nullif(l.details, '')), l.status,
      l.amount_cents, i.imported_at, NULL, l.name
    FROM bank_line l JOIN bank_import i ON i.id = l.import_id
    WHERE ${isMeant("concat_ws(' ', l.reference, l.details)")} OR abs(l.amount_cents) = $2 OR strpos(lower(l.name), $3) > 0
    ORDER BY l.day DESC, l.id DESC LIMIT ${MOST_EACH})
  UNION ALL (SELECT 'shop_order', o.id, o.order_no, o.status, -o.cost_cents, o.bought_at, o.player_id, p.user_name
    FROM shop_order o JOIN player p ON p.id = o.player_id WHERE ${isMeant("o.order_no")}
    ORDER BY o.id DESC LIMIT ${MOST_EACH})`,
  ["reference", "cents", "name"],
);

const LEAST_OF_REFERENCE = 3;

/** One field finds money: by a reference, an amount, or the beginning of a name. */
export function findRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, findMoney, async ({ query }) => {
    const name = query.q.toLowerCase();
    const plain = name.replaceAll(/[\s-]/g, "");
    const rows = await findRows(ctx.db.operators, {
      reference: plain.length < LEAST_OF_REFERENCE ? null : plain,
      cents: parseAmountCents(query.q.replace(",", ".")),
      name,
    });
    return {
      list: rows.map(({ amount_cents, at, ...row }) => ({
        ...row,
        amount_cents: wireCents(amount_cents),
        at: wireInstant(at),
      })),
    };
  });
}

import {
  getClubFace,
  listClubSettings,
  listSettingVersions,
  setClubSettings,
} from "@club/contract";
import type { SettingGroupView, SettingValues } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { readVersionedSetting } from "../../core/db/club-setting.ts";
import { manyRows } from "../../core/db/statements.ts";
import { register } from "../../core/http/register.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { fallbackOf, readGroup, valuesOf } from "../../core/db/setting-groups.ts";
import type { SettingGroup } from "../../core/db/setting-groups.ts";
import { signUpFieldsOf } from "../connections/define-provider.ts";
import { CLUB, LOOK } from "./club-groups.ts";
import { changeSettings, groupOf, pictureOf, traceOf } from "./keep-settings.ts";

const LOGO = "/club/logo.png";
/** Served by the demo alone. */
export const DEMO_PHONE_PATH = "/api/demo/phone";

const readVersions = manyRows<
  { version: number; value: SettingValues; changed_by: string | null; changed_at: Date },
  [name: string]
>(`SELECT s.version, s.value, o.user_name AS changed_by, s.changed_at
   FROM setting s LEFT JOIN operator o ON o.id = s.changed_by
   WHERE s.name = $1 ORDER BY s.version DESC LIMIT 100`);

/** Served by approval_status. */
const readWaiting = manyRows<{ id: string; target: string }>(
  "SELECT id, target FROM approval WHERE kind = 'setting.change' AND status = 'pending' ORDER BY id",
);

/** What a keeper sets in the running club, and what everybody sees of it. */
export function clubSettingRoutes(app: FastifyInstance, ctx: AppContext): void {
  faceRoutes(app, ctx);
  register(app, ctx, listClubSettings, async () => {
    const waiting = new Map(
      (await readWaiting(ctx.db.operators)).map(({ id, target }) => [target, id]),
    );
    const list: SettingGroupView[] = [];
    for (const group of ctx.settingGroups) {
      list.push({ ...(await viewOf(ctx, group)), waiting_id: waiting.get(group.name) ?? null });
    }
    return { list };
  });
  register(app, ctx, listSettingVersions, async ({ params }) => {
    const rows = await readVersions(ctx.db.operators, groupOf(ctx, params.group).name);
    return {
      list: rows.map(({ version, value, changed_by, changed_at }) => ({
        version,
        values: traceOf(value),
        changed_by,
        changed_at: wireInstant(changed_at),
      })),
    };
  });
  register(app, ctx, setClubSettings, async ({ params, body, operator, request }) => ({
    data: await changeSettings(ctx, { name: params.group, ...body }, { operator, request }),
  }));
}

async function viewOf(
  ctx: AppContext,
  group: SettingGroup,
): Promise<Omit<SettingGroupView, "waiting_id">> {
  const { version, value, changedBy, changedAt } = await readVersionedSetting(
    ctx.db.operators,
    group.name,
  );
  const values = valuesOf(group, value, ctx.settings) as SettingValues;
  return {
    group: group.name,
    is_money: group.isMoney,
    version,
    changed_by: changedBy,
    changed_at: changedAt === null ? null : wireInstant(changedAt),
    fields: Object.entries(group.fields).map(([name, field]) => ({
      name,
      kind: field.kind,
      least: field.least ?? null,
      most: field.most ?? null,
      choices: [...(field.choices ?? [])],
      value: values[name] ?? "",
      fallback: fallbackOf(field, ctx.settings) as string | number | boolean,
    })),
  };
}

function faceRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(
    app,
    ctx,
    getClubFace,
    async () => {
      const club = await readGroup(ctx.db.browsing, CLUB, ctx.settings);
      const { logo, ...colours } = await readGroup(ctx.db.browsing, LOOK);
      const picture = pictureOf(logo);
      const logo_url = picture === null ? null : `${LOGO}?v=${picture.hash}`;
      const demo_phone_url = ctx.settings.demo ? DEMO_PHONE_PATH : null;
      const time_zone = ctx.settings.timeZone;
      const fields = signUpFieldsOf((await ctx.connections.open("exclusion"))?.provider);
      const needed = fields.length === 0 ? {} : { sign_up_fields: fields };
      return { data: { ...club, ...colours, logo_url, demo_phone_url, time_zone, ...needed } };
    },
    { cacheSeconds: 1 },
  );
  app.get(LOGO, { schema: { hide: true } }, async (request, reply) => {
    const picture = pictureOf((await readGroup(ctx.db.browsing, LOOK)).logo);
    if (picture === null) throw new Refusal("not_found");
    const tag = `"${picture.hash}"`;
    void reply.header("etag", tag).header("cache-control", "public, no-cache");
    if (request.headers["if-none-match"] === tag) return await reply.status(304).send();
    return await reply
      .type("image/png")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(picture.bytes);
  });
}

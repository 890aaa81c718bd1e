import { createHash } from "node:crypto";
import type { DataOf, SettingValues, setClubSettings } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { lockSetting, readVersionedSetting, writeSetting } from "../../core/db/club-setting.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { valuesOf } from "../../core/db/setting-groups.ts";
import type { SettingGroup } from "../../core/db/setting-groups.ts";
import { cleanLogo } from "../../core/uploads/logo.ts";
import { defineApproval, requestApproval } from "../approvals/approvals.ts";
import { audit } from "../operators/audit.ts";

const APPROVAL = "setting.change";
const PNG = "data:image/png;base64,";

interface Change {
  readonly name: string;
  /** The version that the operator saw. */
  readonly version: number;
  readonly values: SettingValues;
}

interface By {
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/** @throws not_found */
export function groupOf(ctx: Pick<AppContext, "settingGroups">, name: string): SettingGroup {
  const group = ctx.settingGroups.find((each) => each.name === name);
  if (group === undefined) throw new Refusal("not_found");
  return group;
}

/**
 * Sets values of a group as its next version. What concerns money waits for a second operator where
 * four eyes are on: whoever could open a way for money alone could take some.
 *
 * @throws not_found, setting.invalid with the field, setting.contrast, setting.logo, setting.stale
 */
export async function changeSettings(
  ctx: AppContext,
  asked: Change,
  by: By,
): Promise<DataOf<typeof setClubSettings>> {
  const group = groupOf(ctx, asked.name);
  const change = { ...asked, values: readValues(group, asked.values) };
  return await withTransaction(ctx.db.operators, async (tx) => {
    await lockSetting(tx, group.name);
    const stored = await readFresh(tx, change);
    const whole = { ...valuesOf(group, stored, ctx.settings), ...change.values };
    group.check?.(whole as never);
    if (!group.isMoney || !ctx.settings.fourEyes) {
      await write(tx, change, { stored, ...by });
      return { status: "done", approval_id: null };
    }
    const id = await requestApproval(tx, {
      kind: APPROVAL,
      playerId: null,
      target: group.name,
      payload: { version: change.version, values: change.values },
      reason: null,
      ...by,
    });
    return { status: "pending", approval_id: id };
  });
}

/** @throws setting.invalid, setting.logo */
function readValues(group: SettingGroup, given: SettingValues): SettingValues {
  const read = Object.entries(given).map(([name, value]) => {
    const field = Object.hasOwn(group.fields, name) ? group.fields[name] : undefined;
    const parsed = field?.schema.safeParse(value);
    if (parsed?.success !== true) throw new Refusal("setting.invalid", { field: name });
    const isPicture = field?.kind === "picture" && parsed.data !== "";
    return [name, isPicture ? cleanPicture(String(parsed.data)) : parsed.data];
  });
  return Object.fromEntries(read) as SettingValues;
}

function cleanPicture(address: string): string {
  return PNG + cleanLogo(Buffer.from(address.slice(PNG.length), "base64")).toString("base64");
}

/** The bytes of a picture that was set; null: none. */
export function pictureOf(address: string): { bytes: Buffer; hash: string } | null {
  if (address === "") return null;
  const bytes = Buffer.from(address.slice(PNG.length), "base64");
  return { bytes, hash: createHash("sha256").update(bytes).digest("hex").slice(0, 16) };
}

const record = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** @throws setting.stale when somebody changed the group meanwhile */
async function readFresh(tx: Queryable, { name, version }: Change): Promise<SettingValues> {
  const stored = await readVersionedSetting(tx, name);
  if (stored.version !== version) throw new Refusal("setting.stale", { by: stored.changedBy });
  return record.safeParse(stored.value).data ?? {};
}

async function write(
  tx: Queryable,
  { name, values }: Change,
  { stored, operator, request }: By & { readonly stored: SettingValues },
): Promise<void> {
  const after = { ...stored, ...values };
  await writeSetting(tx, { name, value: after, by: operator.id });
  await audit(tx, {
    action: APPROVAL,
    operator,
    request,
    target: name,
    before: traceOf(stored),
    after: traceOf(after),
  });
}

/** What a log keeps: of a picture its hash. */
export function traceOf(values: SettingValues): SettingValues {
  const traced = Object.entries(values).map(([name, value]) => {
    const isPicture = typeof value === "string" && value.startsWith(PNG);
    return [name, isPicture ? `png ${pictureOf(value)?.hash}` : value];
  });
  return Object.fromEntries(traced) as SettingValues;
}

/** Settings about money that one operator asked for and a second one must agree to. */
export const settingApproval = defineApproval({
  kind: APPROVAL,
  roles: ["owner"],
  payload: z.object({ version: z.int(), values: record }),
  lock: async (tx, { target }) => await lockSetting(tx, target),
  isStale: async (db, { target, payload }) =>
    (await readVersionedSetting(db, target)).version !== payload.version,
  carryOut: async (tx, { target, payload, requestedBy }) => {
    const change = { name: target, ...payload };
    const stored = await readFresh(tx, change);
    await write(tx, change, { stored, operator: { id: requestedBy } });
    return { version: payload.version + 1 };
  },
});

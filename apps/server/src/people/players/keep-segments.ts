import type { BodyOf, createSegment, Segment } from "@club/contract";
import { MOST_SEGMENTS } from "@club/contract";
import { present, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { newId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import {
  dropSegment,
  hasSegmentNamed,
  insertSegment,
  lockSegment,
  lockSegments,
  readSegments,
  updateSegment,
} from "./segments.queries.ts";
import type { SegmentRow } from "./segments.queries.ts";

type Form = BodyOf<typeof createSegment>;

interface By {
  readonly operator: { readonly id: string };
  readonly request: FastifyRequest;
}

/** Gives rules a name. @throws segment.name_taken, segment.too_many */
export async function makeSegment(ctx: AppContext, form: Form, by: By): Promise<Segment> {
  const id = newId();
  return await changing(ctx, async (tx) => {
    if ((await readSegments(tx)).length >= MOST_SEGMENTS) {
      throw new Refusal("segment.too_many", { most: MOST_SEGMENTS });
    }
    await refuseName(tx, id, form.name);
    await insertSegment(tx, id, rowOf(form, by));
    await audit(tx, { action: "segment.create", ...by, target: id, after: form });
    return toSegment(present(await lockSegment(tx, id), "a segment that was made is found"));
  });
}

/** Writes other rules or another name. @throws not_found, segment.stale, segment.name_taken */
export async function rewriteSegment(
  ctx: AppContext,
  { id, version, ...form }: Form & { id: string; version: number },
  by: By,
): Promise<Segment> {
  return await changing(ctx, async (tx) => {
    const before = await lockSegment(tx, id);
    if (before === null) throw new Refusal("not_found");
    if (before.version !== version) throw new Refusal("segment.stale");
    await refuseName(tx, id, form.name);
    await updateSegment(tx, id, rowOf(form, by));
    await audit(tx, {
      action: "segment.change",
      ...by,
      target: id,
      before: contentOf(before),
      after: form,
    });
    return toSegment(present(await lockSegment(tx, id), "a segment that is held stays"));
  });
}

/** @throws not_found */
export async function forgetSegment(ctx: AppContext, id: string, by: By): Promise<void> {
  await changing(ctx, async (tx) => {
    const before = await lockSegment(tx, id);
    if (before === null) throw new Refusal("not_found");
    await dropSegment(tx, id);
    await audit(tx, { action: "segment.delete", ...by, target: id, before: contentOf(before) });
  });
}

async function changing<T>(ctx: AppContext, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    await lockSegments(tx);
    return await work(tx);
  });
}

async function refuseName(tx: Queryable, id: string, name: string): Promise<void> {
  const { has } = await hasSegmentNamed(tx, name, id);
  if (has) throw new Refusal("segment.name_taken", { field: "name" });
}

const rowOf = ({ name, rules }: Form, { operator }: By) => ({
  name,
  rules: JSON.stringify(rules),
  operatorId: operator.id,
});

const contentOf = ({ name, rules }: SegmentRow): Form => ({ name, rules });

export function toSegment(row: SegmentRow): Segment {
  return {
    segment_id: row.id,
    ...contentOf(row),
    version: row.version,
    changed_by: row.changed_by,
    changed_at: wireInstant(row.changed_at),
  };
}

import type { ProductStatus } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import {
  findStockChange,
  insertProduct,
  moveStock,
  noteStockChange,
  readProduct,
  setStatus,
  updateProduct,
} from "./shop.queries.ts";
import type { ProductForm, ProductRow } from "./shop.queries.ts";

/** The operator and request for the audit log. */
export interface By {
  readonly operator?: { readonly id: string };
  readonly request?: FastifyRequest;
}

/** Makes a new product, as a draft. @throws request.invalid for a day without its moment */
export async function createProduct(
  ctx: AppContext,
  form: ProductForm & { stock: number },
  by: By,
): Promise<ProductRow> {
  checkForm(form);
  return await withTransaction(ctx.db.operators, async (tx) => {
    const id = newId();
    await insertProduct(tx, { ...form, id });
    const after = await read(tx, id);
    await audit(tx, { action: "shop.create", ...by, target: id, after });
    return after;
  });
}

/** Changes a product's texts and price. @throws not_found, shop.stale, request.invalid */
export async function changeProduct(
  ctx: AppContext,
  change: ProductForm & { id: string; version: number },
  by: By,
): Promise<ProductRow> {
  checkForm(change);
  return await withTransaction(ctx.db.operators, async (tx) => {
    const before = await read(tx, change.id);
    if (!(await updateProduct(tx, change))) throw new Refusal("shop.stale");
    const after = await read(tx, change.id);
    await audit(tx, { action: "shop.change", ...by, target: change.id, before, after });
    return after;
  });
}

/** Shows a product or takes it out of the shop; orders already made stay. @throws not_found */
export async function setProductStatus(
  ctx: AppContext,
  asked: { id: string; status: ProductStatus },
  by: By,
): Promise<ProductRow> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const before = await read(tx, asked.id);
    await setStatus(tx, asked.id, asked.status);
    const after = await read(tx, asked.id);
    await audit(tx, {
      action: asked.status === "published" ? "shop.publish" : "shop.withdraw",
      ...by,
      target: asked.id,
      before: { status: before.status },
      after: { status: after.status },
    });
    return after;
  });
}

interface StockChange {
  readonly id: string;
  readonly change: number;
  readonly reason: string;
  readonly idempotencyKey: string | null;
}

/**
 * Records a delivery or a count; a repeated key makes one change.
 *
 * @throws not_found, shop.stock_low, idempotency.mismatch for a key of another change
 */
export async function changeStock(
  ctx: AppContext,
  asked: StockChange,
  by: Required<By>,
): Promise<{ product: ProductRow; isReplay: boolean }> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const before = await read(tx, asked.id);
    if (await isRepeated(tx, asked, by)) return { product: before, isReplay: true };
    const moved = await moveStock(tx, asked.id, asked.change);
    if (moved === null) throw new Refusal("shop.stock_low", { stock: before.stock });
    await audit(tx, {
      action: "shop.stock",
      ...by,
      target: asked.id,
      before: { stock: moved.stock - asked.change },
      after: { stock: moved.stock },
      reason: asked.reason,
    });
    return { product: await read(tx, asked.id), isReplay: false };
  });
}

async function isRepeated(
  tx: Queryable,
  { id, change, idempotencyKey: key }: StockChange,
  { operator }: Required<By>,
): Promise<boolean> {
  if (key === null || (await noteStockChange(tx, operator.id, key, id, change)) !== null) {
    return false;
  }
  const known = await findStockChange(tx, operator.id, key);
  if (known?.product_id !== id || known.change !== change) {
    throw new Refusal("idempotency.mismatch");
  }
  return true;
}

function checkForm(form: ProductForm): void {
  if ((form.kind === "day") === (form.happensAt !== null)) return;
  throw new Refusal("request.invalid", { field: "happens_at" });
}

async function read(tx: Queryable, id: string): Promise<ProductRow> {
  const row = await readProduct(tx, id);
  if (row === null) throw new Refusal("not_found");
  return row;
}

import {
  buyProduct as buyCall,
  changeProduct as changeCall,
  changeStock as stockCall,
  createProduct as createCall,
  handOverOrder,
  listOperatorProducts,
  listOperatorShopOrders,
  listProducts,
  listShopOrders,
  publishProduct,
  refundOrder,
  wishProduct,
  withdrawProduct,
} from "@club/contract";
import type { BodyOf } from "@club/contract";
import { isLanguage } from "@club/i18n";
import type { Language } from "@club/i18n";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { languageOf } from "../../core/http/envelope.ts";
import { idempotencyKeyOf, requireIdempotencyKey } from "../../core/http/idempotency-key.ts";
import { readPage, readSorted } from "../../core/http/page.ts";
import type { Page } from "../../core/http/page.ts";
import { register, registerMoney } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { buyProduct } from "./buy-product.ts";
import { endOrder } from "./end-order.ts";
import { changeProduct, changeStock, createProduct, setProductStatus } from "./keep-products.ts";
import {
  countWaiting,
  listAll,
  listAllOrders,
  listPlayerOrders,
  listPublished,
} from "./shop.queries.ts";
import type { ProductForm } from "./shop.queries.ts";
import { isBack, setWish } from "./wish-product.ts";
import { toOperatorProduct, toOperatorShopOrder, toProduct, toShopOrder } from "./shop.wire.ts";

export function shopRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listProducts, async ({ query, player, request }) => {
    const language = languageFor(query.lang, request);
    const rows = await listPublished(ctx.db.browsing, player.id);
    const wanted = query.only === "back" ? rows.filter(isBack) : rows;
    return { list: wanted.map((row) => toProduct(row, language)) };
  });
  register(app, ctx, wishProduct, async ({ body, player }) => {
    await setWish(ctx, player.id, {
      productId: knownId(body.product_id),
      isWished: body.is_wished,
    });
    return {};
  });
  registerMoney(app, ctx, buyCall, async ({ body, player, request, reply }) => {
    const { answer, isReplay } = await buyProduct(ctx, {
      playerId: player.id,
      idempotencyKey: requireIdempotencyKey(request),
      productId: knownId(body.product_id),
      quantity: body.quantity,
      priceCents: BigInt(body.price_cents),
      language: languageFor(undefined, request),
    });
    if (isReplay) reply.header("idempotency-replayed", "true");
    return { data: answer };
  });
  register(app, ctx, listShopOrders, async ({ query, player, request }) => {
    const language = languageFor(query.lang, request);
    const read = async (page: Page<string>) =>
      await listPlayerOrders(ctx.reads.lists(player), player.id, page);
    return await readPage(query, read, (row) => toShopOrder(row, language));
  });
  productRoutes(app, ctx);
  orderRoutes(app, ctx);
}

function productRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listOperatorProducts, async () => ({
    list: (await listAll(ctx.db.operators)).map(toOperatorProduct),
  }));
  register(app, ctx, createCall, async ({ body, operator, request }) => {
    const form = { ...formOf(body), stock: body.stock };
    return { data: toOperatorProduct(await createProduct(ctx, form, { operator, request })) };
  });
  register(app, ctx, changeCall, async ({ params, body, operator, request }) => {
    const id = knownId(params.product_id);
    const change = { ...formOf(body), id, version: body.version };
    return { data: toOperatorProduct(await changeProduct(ctx, change, { operator, request })) };
  });
  register(app, ctx, publishProduct, async ({ params, operator, request }) => {
    const asked = { id: knownId(params.product_id), status: "published" } as const;
    return { data: toOperatorProduct(await setProductStatus(ctx, asked, { operator, request })) };
  });
  register(app, ctx, withdrawProduct, async ({ params, operator, request }) => {
    const asked = { id: knownId(params.product_id), status: "withdrawn" } as const;
    return { data: toOperatorProduct(await setProductStatus(ctx, asked, { operator, request })) };
  });
  register(app, ctx, stockCall, async ({ params, body, operator, request, reply }) => {
    const id = knownId(params.product_id);
    const asked = { id, ...body, idempotencyKey: idempotencyKeyOf(request) };
    const { product, isReplay } = await changeStock(ctx, asked, { operator, request });
    if (isReplay) reply.header("idempotency-replayed", "true");
    return { data: toOperatorProduct(product) };
  });
}

function orderRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listOperatorShopOrders, async ({ query }) => {
    const db = ctx.db.operators;
    const orders = listAllOrders(db, { status: query.status });
    const { data, list } = await readSorted(query, orders, toOperatorShopOrder);
    return { data: { ...data, waiting: await countWaiting(db) }, list };
  });
  register(app, ctx, handOverOrder, async ({ params, operator, request }) => {
    const orderId = knownId(params.shop_order_id);
    const end = { orderId, status: "handed_over", reason: null, operator, request } as const;
    return { data: toOperatorShopOrder(await endOrder(ctx, end)) };
  });
  register(app, ctx, refundOrder, async ({ params, body, operator, request }) => {
    const orderId = knownId(params.shop_order_id);
    const end = { orderId, status: "refunded", reason: body.reason, operator, request } as const;
    return { data: toOperatorShopOrder(await endOrder(ctx, end)) };
  });
}

function formOf(body: Omit<BodyOf<typeof changeCall>, "version">): ProductForm {
  return {
    kind: body.kind,
    picture: body.picture,
    texts: body.texts,
    priceCents: BigInt(body.price_cents),
    happensAt: body.happens_at ?? null,
  };
}

function languageFor(lang: string | undefined, request: FastifyRequest): Language {
  return isLanguage(lang) ? lang : languageOf(request.headers["accept-language"]);
}

import type {
  OperatorProduct,
  OperatorShopOrder,
  Product,
  ProductTexts,
  ShopOrder,
} from "@club/contract";
import type { Language } from "@club/i18n";
import type { OfferRow, OperatorShopOrderRow, ProductRow, ShopOrderRow } from "./shop.queries.ts";

/** A product's texts in the language, or in English when it has none in it. */
function wordsIn(texts: ProductTexts, language: Language): { name: string; about: string } {
  return texts[language] ?? texts.en;
}

export function toProduct(row: OfferRow, language: Language): Product {
  return {
    product_id: row.id,
    kind: row.kind,
    picture: row.picture,
    ...wordsIn(row.texts, language),
    price_cents: Number(row.price_cents),
    stock: row.stock,
    happens_at: row.happens_at?.toISOString() ?? null,
    is_wished: row.is_wished,
    back_at: row.back_at?.toISOString() ?? null,
  };
}

export function toOperatorProduct(row: ProductRow): OperatorProduct {
  return {
    product_id: row.id,
    kind: row.kind,
    picture: row.picture,
    texts: row.texts,
    price_cents: Number(row.price_cents),
    stock: row.stock,
    happens_at: row.happens_at?.toISOString() ?? null,
    status: row.status,
    sold: row.sold,
    version: row.version,
  };
}

export function toShopOrder(row: ShopOrderRow, language: Language): ShopOrder {
  return {
    shop_order_id: row.id,
    order_no: row.order_no,
    product_id: row.product_id,
    picture: row.picture,
    name: wordsIn(row.texts, language).name,
    quantity: row.quantity,
    unit_cents: Number(row.unit_cents),
    cost_cents: Number(row.cost_cents),
    bonus_cents: Number(row.bonus_cents),
    status: row.status,
    bought_at: row.bought_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    reason: row.reason,
  };
}

export function toOperatorShopOrder(row: OperatorShopOrderRow): OperatorShopOrder {
  return {
    ...toShopOrder(row, "en"),
    player_id: row.player_id,
    user_name: row.user_name,
    ended_by: row.ended_by,
  };
}

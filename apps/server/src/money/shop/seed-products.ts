import type { ProductPicture, ProductTexts } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import { createProduct, setProductStatus } from "./keep-products.ts";
import { listAll } from "./shop.queries.ts";

interface Offer {
  readonly picture: ProductPicture;
  readonly priceCents: bigint;
  readonly stock: number;
  /** A day at the club, this many days from now; absent: goods. */
  readonly inDays?: number;
  readonly texts: ProductTexts;
}

const words = (name: string, about: string) => ({ name, about });

const OFFERS: readonly Offer[] = [
  {
    picture: "cap",
    priceCents: 2900n,
    stock: 24,
    texts: {
      en: words("Rail cap", "Green cotton, one size."),
      es: words("Gorra del riel", "Algodón verde, talla única."),
      fr: words("Casquette du rail", "Coton vert, taille unique."),
      "zh-Hans": words("护栏帽", "绿色棉质，均码。"),
      "zh-Hant": words("護欄帽", "綠色棉質，均碼。"),
    },
  },
  {
    picture: "glasses",
    priceCents: 11_800n,
    stock: 6,
    texts: {
      en: words("Field glasses 8 × 32", "Bright, light, with a strap."),
      es: words("Prismáticos 8 × 32", "Luminosos, ligeros, con correa."),
      fr: words("Jumelles 8 × 32", "Lumineuses, légères, avec sangle."),
      "zh-Hans": words("8×32 望远镜", "明亮轻便，附背带。"),
      "zh-Hant": words("8×32 望遠鏡", "明亮輕便，附背帶。"),
    },
  },
  {
    picture: "towel",
    priceCents: 3500n,
    stock: 40,
    texts: {
      en: words("Saddle cloth towel", "Number 7, 60 × 90 cm."),
      es: words("Toalla de sudadero", "Número 7, 60 × 90 cm."),
      fr: words("Serviette tapis de selle", "Numéro 7, 60 × 90 cm."),
      "zh-Hans": words("号码布毛巾", "7 号，60×90 厘米。"),
      "zh-Hant": words("號碼布毛巾", "7 號，60×90 厘米。"),
    },
  },
  {
    picture: "umbrella",
    priceCents: 6400n,
    stock: 0,
    texts: {
      en: words("Jockey umbrella", "In the colours of the club."),
      es: words("Paraguas de jockey", "Con los colores del club."),
      fr: words("Parapluie de jockey", "Aux couleurs du club."),
      "zh-Hans": words("骑师雨伞", "本会会色。"),
      "zh-Hant": words("騎師雨傘", "本會會色。"),
    },
  },
  {
    picture: "mug",
    priceCents: 1800n,
    stock: 60,
    texts: {
      en: words("Winning post mug", "Holds 350 ml."),
      es: words("Taza de la meta", "Capacidad de 350 ml."),
      fr: words("Tasse du poteau", "Contient 350 ml."),
      "zh-Hans": words("终点柱马克杯", "容量 350 毫升。"),
      "zh-Hant": words("終點柱馬克杯", "容量 350 毫升。"),
    },
  },
  {
    picture: "book",
    priceCents: 4800n,
    stock: 9,
    inDays: 14,
    texts: {
      en: words("Morning gallops", "Wattle Ridge, with breakfast."),
      es: words("Galopes matinales", "Wattle Ridge, con desayuno."),
      fr: words("Galops du matin", "Wattle Ridge, petit-déjeuner compris."),
      "zh-Hans": words("观看晨操", "Wattle Ridge，含早餐。"),
      "zh-Hant": words("觀看晨操", "Wattle Ridge，含早餐。"),
    },
  },
];

const DAY_MS = 86_400_000;
const GALLOPS_HOUR = 19;

/** Fills the demo's shop, once. */
export async function seedShop(ctx: AppContext): Promise<void> {
  if ((await listAll(ctx.db.operators)).length > 0) return;
  for (const { inDays, ...offer } of OFFERS) {
    const happensAt = inDays === undefined ? null : morningIn(inDays);
    const kind = happensAt === null ? "goods" : "day";
    const { id } = await createProduct(ctx, { ...offer, kind, happensAt }, {});
    await setProductStatus(ctx, { id, status: "published" }, {});
  }
}

function morningIn(days: number): string {
  const at = new Date(Date.now() + days * DAY_MS);
  at.setUTCHours(GALLOPS_HOUR, 0, 0, 0);
  return at.toISOString();
}

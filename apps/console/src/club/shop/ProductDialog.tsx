import type { OperatorProduct, ProductPicture, ProductTexts } from "@club/contract";
import { LANGUAGES, type Language } from "@club/i18n";
import { ConsoleField, ConsoleSelect } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { createProduct, saveProduct, type ProductForm } from "../../api/shop.ts";
import { useT, type T } from "../../core/lang.ts";
import {
  centsOfText,
  countOfText,
  instantOfInput,
  localInput,
  textOfCents,
} from "../../core/typed.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

interface Draft {
  readonly kind: "goods" | "day";
  readonly picture: ProductPicture;
  readonly texts: ProductTexts;
  readonly price: string;
  readonly stock: string;
  /** As the field has it: by the club's clock, without a zone. */
  readonly happensAt: string;
}

const EMPTY: Draft = {
  kind: "goods",
  picture: "cap",
  texts: { en: { name: "", about: "" } },
  price: "",
  stock: "0",
  happensAt: "",
};

const PICTURES: readonly ProductPicture[] = ["cap", "glasses", "towel", "umbrella", "mug", "book"];

function draftOf(product: OperatorProduct | null): Draft {
  if (product === null) return EMPTY;
  const { kind, picture, texts, stock, happens_at: at } = product;
  const price = textOfCents(product.price_cents);
  return {
    kind,
    picture,
    texts,
    price,
    stock: String(stock),
    happensAt: localInput(at),
  };
}

/** A product's words in every language, its picture and price. A new one has its first stock. */
export function ProductDialog(props: {
  readonly product: OperatorProduct | null;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { product, onClose } = props;
  const [draft, setDraft] = useState(() => draftOf(product));
  const [language, setLanguage] = useState<Language>("en");
  const form = formOf(draft);
  const run = async () => {
    if (form === undefined) return;
    await (product === null
      ? createProduct({ ...form, stock: countOfText(draft.stock) ?? 0 })
      : saveProduct({ product_id: product.product_id, ...form, version: product.version }));
  };
  return (
    <AskDialog
      title={product === null ? t("shop.new") : product.texts.en.name}
      label={t("act.save")}
      reason="none"
      missing={form === undefined ? t("shop.missing") : undefined}
      run={run}
      onClose={onClose}
    >
      <Words draft={draft} language={language} onLanguage={setLanguage} onChange={setDraft} />
      <Facts draft={draft} isNew={product === null} onChange={setDraft} />
    </AskDialog>
  );
}

/** What is sent; undefined while something is missing. */
function formOf(draft: Draft): ProductForm | undefined {
  const cents = centsOfText(draft.price);
  const { en, ...others } = draft.texts;
  const isDated = draft.kind === "goods" || instantOfInput(draft.happensAt) !== undefined;
  if (cents === undefined || en.name.trim() === "" || !isDated) return undefined;
  const filled = Object.entries(others).filter(([, words]) => (words?.name.trim() ?? "") !== "");
  return {
    kind: draft.kind,
    picture: draft.picture,
    texts: { en, ...Object.fromEntries(filled) },
    price_cents: cents,
    happens_at: draft.kind === "day" ? (instantOfInput(draft.happensAt) ?? null) : null,
  };
}

interface PartProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

function Words(
  props: PartProps & {
    readonly language: Language;
    readonly onLanguage: (language: Language) => void;
  },
): ReactNode {
  const t = useT();
  const { draft, language, onChange } = props;
  const words = draft.texts[language] ?? { name: "", about: "" };
  const change = (to: Partial<typeof words>) =>
    onChange({ ...draft, texts: { ...draft.texts, [language]: { ...words, ...to } } });
  return (
    <>
      <ConsoleSelect
        label={t("shop.language")}
        value={language}
        onChange={(id) => props.onLanguage(id as Language)}
        options={LANGUAGES.map(({ id, name }) => ({ id, label: name }))}
      />
      <ConsoleField
        label={t("shop.name")}
        value={words.name}
        onChange={(name) => change({ name })}
      />
      <ConsoleField
        label={t("shop.about")}
        value={words.about}
        lines={2}
        onChange={(about) => change({ about })}
      />
    </>
  );
}

function Facts({ draft, isNew, onChange }: PartProps & { readonly isNew: boolean }): ReactNode {
  const t = useT();
  const kinds = ["goods", "day"] as const;
  return (
    <>
      <ConsoleSelect
        label={t("shop.kind")}
        value={draft.kind}
        onChange={(id) => onChange({ ...draft, kind: id === "day" ? "day" : "goods" })}
        options={kinds.map((id) => ({ id, label: t(`shop.kind.${id}`) }))}
      />
      {draft.kind === "day" && (
        <ConsoleField
          label={t("shop.when")}
          type="datetime-local"
          value={draft.happensAt}
          onChange={(happensAt) => onChange({ ...draft, happensAt })}
        />
      )}
      <ConsoleSelect
        label={t("shop.picture")}
        value={draft.picture}
        onChange={(id) => onChange({ ...draft, picture: pictureOf(id) })}
        options={PICTURES.map((id) => ({ id, label: pictureName(t, id) }))}
      />
      <ConsoleField
        label={t("shop.price")}
        value={draft.price}
        look="figure"
        placeholder="0.00"
        error={
          draft.price !== "" && centsOfText(draft.price) === undefined
            ? t("shop.priceWrong")
            : undefined
        }
        onChange={(price) => onChange({ ...draft, price })}
      />
      {isNew && (
        <ConsoleField
          label={t("shop.stock")}
          value={draft.stock}
          look="figure"
          onChange={(stock) => onChange({ ...draft, stock })}
        />
      )}
    </>
  );
}

function pictureOf(id: string): ProductPicture {
  return PICTURES.find((each) => each === id) ?? "cap";
}

function pictureName(t: T, id: ProductPicture): string {
  return t(`shop.picture.${id}`);
}

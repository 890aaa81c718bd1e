import { newKey } from "@club/client";
import type { OperatorProduct } from "@club/contract";
import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { moveStock } from "../../api/shop.ts";
import { useT } from "../../core/lang.ts";
import { countOfText } from "../../core/typed.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

/** A delivery or a count: what is added to or removed from the stock, and why. */
export function StockDialog(props: {
  readonly product: OperatorProduct;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { product, onClose } = props;
  const [typed, setTyped] = useState("");
  const [key] = useState(() => newKey());
  const change = countOfText(typed);
  const run = async (reason: string) => {
    if (change === undefined) return;
    const fields = { product_id: product.product_id, change, reason };
    await moveStock(fields, { idempotencyKey: key });
  };
  const after = product.stock + (change ?? 0);
  return (
    <AskDialog
      title={t("shop.stockTitle", { name: product.texts.en.name })}
      label={t("act.save")}
      reason="needed"
      missing={change === undefined || change === 0 ? t("shop.stockMissing") : undefined}
      run={run}
      onClose={onClose}
    >
      <ConsoleField
        label={t("shop.stockChange")}
        value={typed}
        onChange={setTyped}
        look="figure"
        placeholder="+10"
        hint={t("shop.stockAfter", { before: product.stock, after })}
        error={
          typed !== "" && (change === undefined || after < 0) ? t("shop.stockWrong") : undefined
        }
      />
    </AskDialog>
  );
}

import { formatMoney } from "@club/i18n";
import { EmptyState, Section } from "@club/ui";
import type { ReactNode } from "react";
import { useProtectionLog } from "../../api/protection.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useT, type T } from "../../core/lang.ts";
import { PagedList } from "../../shell/PagedList.tsx";
import { Screen } from "../../shell/Screen.tsx";
import { whatOf } from "./LimitsPart.tsx";
import { whenText } from "./when.ts";

interface LogLine {
  readonly at: string;
  readonly kind: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Every limit, break and reality check, newest first. */
export function LogView(): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const query = useProtectionLog();
  return (
    <Screen id="protection" title={t("protectionLog.title")} updatedAt={query.dataUpdatedAt}>
      <PagedList
        query={query}
        failed={t("protectionLog.failed")}
        empty={<EmptyState title={t("protectionLog.empty")} />}
      >
        {(lines: readonly LogLine[]) => (
          <Section label={t("protectionLog.title")}>
            <ul className="log-rows">
              {lines.map((line) => (
                <li key={`${line.at} ${line.kind} ${JSON.stringify(line.detail)}`}>
                  <span>{lineText(t, line, currency)}</span>
                  <span className="mute">{whenText(line.at, t.language)}</span>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </PagedList>
    </Screen>
  );
}

function lineText(t: T, { kind, detail }: LogLine, currency: string): string {
  const cents = detail["amount_cents"];
  const amount =
    typeof cents === "number" ? formatMoney(cents, currency, t.language) : t("protection.noLimit");
  const params = kind.startsWith("limit.") ? { what: whatOf(t, detail as never), amount } : {};
  return t.find(`protectionLog.${kind}`, params) ?? kind;
}

import type { ListItemOf, listTopUpMethods, TopUp } from "@club/contract";
import { formatMoney } from "@club/i18n";
import {
  Button,
  centsOfTyped,
  ListGroup,
  Notice,
  PrimaryButton,
  Section,
  StakeChips,
  StakeField,
  typedOfCents,
} from "@club/ui";
import { useRef, useState, type ReactNode } from "react";
import { useCreateTopUp } from "../../api/money.ts";
import { isRefusal } from "../../api/errors.ts";
import { useWallet } from "../../api/wallet.ts";
import { useIsOnline } from "../../connection.ts";
import { useT, type T } from "../../lang.ts";
import { newKey } from "../../new-key.ts";
import { hrefOf } from "../../routes.ts";
import { errorText } from "../../shell/error-text.ts";
import { AmountSheet } from "./AmountSheet.tsx";
import { TopUpRow } from "./TopUpRow.tsx";

interface Props {
  readonly method: ListItemOf<typeof listTopUpMethods>;
  /** Those announced and not decided yet. */
  readonly waiting: readonly TopUp[];
  readonly onMade: (topUpId: string) => void;
}

const CHIPS_CENTS = [2000n, 5000n, 10_000n, 20_000n, 50_000n];

/** How much, by which way. The bank's details come with the reference, after this. */
export function NewTopUp({ method, waiting, onMade }: Props): ReactNode {
  const t = useT();
  const currency = useWallet().data?.currency ?? "AUD";
  const [typed, setTyped] = useState("");
  const [isTyping, setTyping] = useState(false);
  const create = useCreate(onMade);
  const cents = Number(centsOfTyped(typed));
  const money = useWholeMoney();
  const reason = useReason(t, cents, { method, money });
  return (
    <>
      <Section title={t("topUp.bankTransfer")}>
        <div className="stack">
          <p className="mute">{t("topUp.how")}</p>
          <StakeField
            label={t("topUp.amount")}
            layout="side"
            value={typed === "" ? "" : formatMoney(cents, currency, t.language)}
            placeholder={formatMoney(0, currency, t.language)}
            active={false}
            onPress={() => setTyping(true)}
          />
          <StakeChips
            label={t("topUp.amount")}
            chips={CHIPS_CENTS.map((value) => ({ id: typedOfCents(value), label: money(value) }))}
            selectedId={typed === "" ? undefined : typed}
            onSelect={setTyped}
          />
          <p className="mute">
            {t("topUp.range", { least: money(method.min_cents), most: money(method.max_cents) })}
          </p>
          <Trouble error={create.error} />
          <div>
            <PrimaryButton
              busy={create.isPending}
              busyText={t("state.sending")}
              reason={reason}
              money={cents > 0 ? formatMoney(cents, currency, t.language) : undefined}
              onPress={() => create.make(method.method, cents)}
            >
              {t("account.topUp")}
            </PrimaryButton>
          </div>
        </div>
      </Section>
      <Waiting topUps={waiting} />
      {isTyping && <AmountSheet typed={typed} onType={setTyped} onClose={() => setTyping(false)} />}
    </>
  );
}

function useWholeMoney(): (cents: bigint | number) => string {
  const t = useT();
  const currency = useWallet().data?.currency ?? "AUD";
  return (cents) => formatMoney(cents, currency, t.language, { decimals: "whole" });
}

function Waiting({ topUps }: { readonly topUps: readonly TopUp[] }): ReactNode {
  const t = useT();
  if (topUps.length === 0) return null;
  return (
    <ListGroup title={t("topUp.waiting")}>
      {topUps.map((topUp) => (
        <TopUpRow key={topUp.topup_id} topUp={topUp} />
      ))}
    </ListGroup>
  );
}

function Trouble({ error }: { readonly error: unknown }): ReactNode {
  const t = useT();
  const currency = useWallet().data?.currency ?? "AUD";
  if (error === null) return null;
  return (
    <Notice tone="loss" title={errorText(t, error, currency)} alert>
      {isRefusal(error, "profile.age_needed") && (
        <Button href={hrefOf("account", { birth: "1" })}>{t("birth.title")}</Button>
      )}
    </Notice>
  );
}

function useReason(
  t: T,
  cents: number,
  { method, money }: { method: Props["method"]; money: (cents: number) => string },
): string | undefined {
  const isOnline = useIsOnline();
  if (!isOnline) return t("topUp.offline");
  if (cents === 0) return t("topUp.needAmount");
  if (cents < method.min_cents) return t("topUp.tooLittle", { least: money(method.min_cents) });
  if (cents > method.max_cents) return t("topUp.tooMuch", { most: money(method.max_cents) });
  return undefined;
}

/** One key for one amount: pressing again after a lost answer announces nothing twice. */
function useCreate(onMade: (topUpId: string) => void) {
  const create = useCreateTopUp();
  const key = useRef<{ readonly for: string; readonly key: string } | null>(null);
  const make = (method: string, amountCents: number) => {
    if (create.isPending) return;
    const what = `${method} ${amountCents}`;
    if (key.current?.for !== what) key.current = { for: what, key: newKey() };
    create.mutate(
      { method, amountCents, idempotencyKey: key.current.key },
      {
        onSuccess: ({ topup_id }) => {
          key.current = null;
          onMade(topup_id);
        },
      },
    );
  };
  return { make, isPending: create.isPending, error: create.error };
}

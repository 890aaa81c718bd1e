import type { ListItemOf, listTopUpMethods, TopUp } from "@club/contract";
import { formatMoney, refusalText } from "@club/i18n";
import {
  Button,
  centsOfTyped,
  EmptyState,
  ListGroup,
  Notice,
  PrimaryButton,
  Section,
  Segmented,
  StakeChips,
  StakeField,
  typedOfCents,
} from "@club/ui";
import { useState, type ReactNode } from "react";
import { useProfile } from "../../api/accounts.ts";
import { useCreateTopUp, type CreatedTopUp } from "../../api/money.ts";
import { isRefusal } from "@club/client";
import { useCurrency } from "../../api/wallet.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { errorText } from "../../core/texts.ts";
import { AmountSheet } from "./AmountSheet.tsx";
import { DepositRoom } from "./DepositRoom.tsx";
import { TopUpRow } from "./TopUpRow.tsx";

type Method = ListItemOf<typeof listTopUpMethods>;

interface Props {
  readonly methods: readonly Method[];
  /** Those announced and not decided yet. */
  readonly waiting: readonly TopUp[];
  readonly onMade: (topUp: CreatedTopUp) => void;
}

const CHIPS_CENTS = [2000n, 5000n, 10_000n, 20_000n, 50_000n];

/** How much, and how. The bank's details come with the reference, after this. */
export function NewTopUp({ methods, waiting, onMade }: Props): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const [chosen, setChosen] = useState(methods[0]?.method ?? "");
  const method = methods.find((each) => each.method === chosen) ?? methods[0];
  const [typed, setTyped] = useState("");
  const create = useCreateTopUp();
  const cents = Number(centsOfTyped(typed));
  const money = useWholeMoney();
  const reason = useReason(t, cents, { method, money });
  const { data: profile } = useProfile();
  if (method === undefined) return <NoWay waiting={waiting} />;
  if (profile?.is_adult === false) return <NotOfAge isMissing={profile.date_of_birth === null} />;
  const make = () => {
    if (create.isPending) return;
    create.mutate({ method: method.method, amountCents: cents }, { onSuccess: onMade });
  };
  return (
    <>
      <Section title={methods.length > 1 ? undefined : methodName(t, method.method)}>
        <div className="stack">
          <Ways methods={methods} method={method} onChoose={setChosen} />
          <Amount typed={typed} onType={setTyped} />
          <p className="mute">
            {t("topUp.range", { least: money(method.min_cents), most: money(method.max_cents) })}
          </p>
          <DepositRoom cents={cents} />
          <Trouble error={create.error} />
          <div>
            <PrimaryButton
              busy={create.isPending}
              busyText={t("state.sending")}
              reason={reason}
              money={cents > 0 ? formatMoney(cents, currency, t.language) : undefined}
              onPress={make}
            >
              {t("account.topUp")}
            </PrimaryButton>
          </div>
        </div>
      </Section>
      <Waiting topUps={waiting} />
    </>
  );
}

/** A club that has nowhere to pay to yet; what is on its way is shown all the same. */
function NoWay({ waiting }: { readonly waiting: readonly TopUp[] }): ReactNode {
  const t = useT();
  return (
    <>
      <EmptyState title={t("topUp.noWay")} text={t("topUp.noWayText")} />
      <Waiting topUps={waiting} />
    </>
  );
}

function Ways(props: {
  readonly methods: readonly Method[];
  readonly method: Method;
  readonly onChoose: (method: string) => void;
}): ReactNode {
  const t = useT();
  const { methods, method } = props;
  const isCard = method.instructions === null;
  return (
    <>
      {methods.length > 1 && (
        <Segmented
          label={t("topUp.ways")}
          value={method.method}
          onChange={props.onChoose}
          options={methods.map((each) => ({
            id: each.method,
            label: methodName(t, each.method),
          }))}
        />
      )}
      <p className="mute">{t(isCard ? "topUp.howCard" : "topUp.how")}</p>
      <p className="mute">{t(isCard ? "topUp.cost.card" : "topUp.cost.transfer")}</p>
    </>
  );
}

function Amount(props: {
  readonly typed: string;
  readonly onType: (typed: string) => void;
}): ReactNode {
  const t = useT();
  const { typed, onType } = props;
  const currency = useCurrency();
  const money = useWholeMoney();
  const [isTyping, setTyping] = useState(false);
  return (
    <>
      <StakeField
        label={t("topUp.amount")}
        layout="side"
        value={typed === "" ? "" : formatMoney(centsOfTyped(typed), currency, t.language)}
        placeholder={formatMoney(0, currency, t.language)}
        active={false}
        onPress={() => setTyping(true)}
      />
      <StakeChips
        label={t("topUp.amount")}
        chips={CHIPS_CENTS.map((value) => ({ id: typedOfCents(value), label: money(value) }))}
        selectedId={typed === "" ? undefined : typed}
        onSelect={onType}
      />
      {isTyping && <AmountSheet typed={typed} onType={onType} onClose={() => setTyping(false)} />}
    </>
  );
}

export function methodName(t: T, method: string): string {
  return t.find(`topUp.method.${method}`) ?? method;
}

function useWholeMoney(): (cents: bigint | number) => string {
  const t = useT();
  const currency = useCurrency();
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
  const currency = useCurrency();
  if (error === null) return null;
  return (
    <Notice tone="loss" title={errorText(t, error, currency)} alert>
      {isRefusal(error, "profile.age_needed") && (
        <Button href={hrefOf("account", { birth: "1" })}>{t("birth.title")}</Button>
      )}
    </Notice>
  );
}

/** Said before an amount is typed: the club takes no money from somebody whose age it does not know. */
function NotOfAge({ isMissing }: { readonly isMissing: boolean }): ReactNode {
  const t = useT();
  const code = isMissing ? "profile.age_needed" : "profile.under_age";
  return (
    <Section>
      <Notice tone="brass" title={refusalText(t, code)}>
        {isMissing && (
          <Button href={hrefOf("account", { birth: "1" })}>{t("slip.birthDate")}</Button>
        )}
      </Notice>
    </Section>
  );
}

function useReason(
  t: T,
  cents: number,
  { method, money }: { method: Method | undefined; money: (cents: number) => string },
): string | undefined {
  const isOnline = useIsOnline();
  if (!isOnline) return t("topUp.offline");
  if (cents === 0) return t("topUp.needAmount");
  if (method === undefined) return undefined;
  if (cents < method.min_cents) return t("topUp.tooLittle", { least: money(method.min_cents) });
  if (cents > method.max_cents) return t("topUp.tooMuch", { most: money(method.max_cents) });
  return undefined;
}

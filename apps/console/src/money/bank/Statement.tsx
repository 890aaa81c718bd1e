import type { BankLineView } from "@club/contract";
import { BANK_LINE_SORTS } from "@club/contract/choices";
import { formatMoney } from "@club/i18n";
import {
  ConsoleButton,
  ConsoleField,
  DataTable,
  type DataColumn,
  KeyCap,
  Panel,
  PanelState,
  Segmented,
  Tag,
  useKeys,
  column,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useBankLines, type BankStatus } from "../../api/bank.ts";
import { useCurrency } from "../../api/currency.ts";
import { useRested } from "../../api/read.ts";
import { useQueryOfAddress } from "../../core/address.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { useOrder } from "../../core/table-order.ts";
import { useHeld } from "../../shell/AskDialog.tsx";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { BankFiles } from "./BankFiles.tsx";
import { BankLineDialog, type LineAct } from "./BankLineDialogs.tsx";
import { BankLineFacts } from "./BankLineFacts.tsx";

const SHOWN = ["open", "matched", "explained", "booked", "all"] as const;
type Shown = (typeof SHOWN)[number];

/** Movements at the bank, each with its probable match. */
export function Statement({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const [typed, setTyped] = useState(useQueryOfAddress().get("q") ?? "");
  const [shown, setShown] = useState<Shown>(typed === "" ? "open" : "all");
  const desk = useDesk(shown === "all" ? undefined : shown, useRested(typed.trim()));
  const { query, current, asked, asking, ask, reason } = desk;
  return (
    <ConsoleFrame
      title={t("route.bank")}
      meta={`${t("bank.open")}: ${query.data?.open ?? 0}`}
      headEnd={switcher}
      act={
        current === undefined ? undefined : (
          <LineActs line={current} currency={currency} reason={reason} onAsk={ask} />
        )
      }
    >
      <div className="columns-queue">
        <Movements {...{ desk, shown, currency, typed }} onShow={setShown} onType={setTyped} />
        <div className="rows">
          {current !== undefined && <BankLineFacts line={current} currency={currency} />}
          <BankFiles />
        </div>
      </div>
      {asking !== undefined && asked !== undefined && (
        <BankLineDialog
          {...{ asking, currency }}
          line={asked.current}
          certain={asked.certain}
          onClose={() => desk.setAsking(undefined)}
        />
      )}
    </ConsoleFrame>
  );
}

interface FilterProps {
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

function Filter(props: FilterProps): ReactNode {
  const t = useT();
  return (
    <div className="bank-facts">
      <Segmented
        label={t("bank.movements")}
        value={props.shown}
        onChange={props.onShow}
        options={SHOWN.map((id) => ({ id, label: t(`bank.${id}`) }))}
      />
      <ConsoleField
        label={t("bank.find")}
        value={props.typed}
        onChange={props.onType}
        placeholder={t("bank.findHint")}
      />
    </div>
  );
}

function Movements(
  props: FilterProps & {
    readonly desk: ReturnType<typeof useDesk>;
    readonly currency: string;
  },
): ReactNode {
  const t = useT();
  const { desk, currency } = props;
  const { query, current, certain, ask, reason } = desk;
  return (
    <Panel
      title={t("bank.movements")}
      end={
        certain.length > 1 ? (
          <ConsoleButton reason={reason} onPress={() => ask("all")}>
            {t("bank.joinCertain", { n: certain.length })}
          </ConsoleButton>
        ) : undefined
      }
    >
      <Filter {...props} />
      <Listing query={query} rows={8}>
        {({ list: lines }) => (
          <DataTable
            label={t("bank.movements")}
            rows={lines}
            order={desk.order}
            rowId={(line) => line.line_id}
            selectedId={current?.line_id}
            onSelect={desk.select}
            globalKeys
            columns={columnsOf(t, currency)}
            empty={<PanelState state="empty" title={t("bank.none")} text={t("bank.noneText")} />}
          />
        )}
      </Listing>
    </Panel>
  );
}

function useDesk(status: BankStatus | undefined, q: string) {
  const order = useOrder(BANK_LINE_SORTS, "-day");
  const query = useBankLines(status, q, order.by);
  const [selectedId, select] = useState<string | undefined>(undefined);
  const [asking, setAsking] = useState<LineAct | undefined>(undefined);
  const reason = useWhyNot(
    "cashier",
    "POST /api/operator/bank/lines/:line_id/match",
    "POST /api/operator/bank/lines/:line_id/explain",
    "POST /api/operator/bank/lines/:line_id/give",
    "POST /api/operator/bank/lines/:line_id/send-back",
    "POST /api/operator/bank/lines/:line_id/reopen",
  );
  const list = query.data?.list;
  const current = list?.find((line) => line.line_id === selectedId) ?? list?.[0];
  const certain = list?.filter(isCertain) ?? [];
  const ask = (act: LineAct): void => {
    if (reason === undefined && asking === undefined && current !== undefined) setAsking(act);
  };
  useKeys({
    a: () => current !== undefined && canJoin(current) && ask("join"),
    e: () => current?.status === "open" && ask("explain"),
    g: () => current !== undefined && canGive(current) && ask("give"),
  });
  const shown = current === undefined ? undefined : { current, certain };
  const asked = useHeld(asking !== undefined, shown);
  return { query, order, list, current, asked, certain, asking, setAsking, ask, reason, select };
}

const isCertain = (line: BankLineView): boolean =>
  line.status === "open" && line.match?.strength === "certain";

/** Only equal amounts are joined. */
const canJoin = (line: BankLineView): boolean =>
  line.status === "open" && line.match?.has_amount === true;

const canGive = (line: BankLineView): boolean => line.status === "open" && line.amount_cents > 0;

interface LineActProps {
  readonly line: BankLineView;
  readonly currency: string;
  readonly reason: string | undefined;
  readonly onAsk: (act: LineAct) => void;
}

function LineActs(props: LineActProps): ReactNode {
  const t = useT();
  const { line, reason, onAsk } = props;
  return (
    <>
      <span>
        <KeyCap>J</KeyCap> {t("keys.next")}
      </span>
      <span>
        <KeyCap>K</KeyCap> {t("keys.previous")}
      </span>
      <span className="c-act-end">
        {line.status === "open" && <OpenActs {...props} />}
        {["matched", "explained"].includes(line.status) && (
          <ConsoleButton size="large" reason={reason} onPress={() => onAsk("reopen")}>
            {t("bank.reopen")}
          </ConsoleButton>
        )}
        {canJoin(line) && (
          <ConsoleButton
            size="large"
            kind="primary"
            keyCap="A"
            money={formatMoney(line.amount_cents, props.currency, t.language, { sign: "always" })}
            reason={reason}
            onPress={() => onAsk("join")}
          >
            {t("bank.join")}
          </ConsoleButton>
        )}
      </span>
    </>
  );
}

/** What can be done about a movement whose money nobody claims. */
function OpenActs({ line, reason, onAsk }: LineActProps): ReactNode {
  const t = useT();
  return (
    <>
      <ConsoleButton size="large" keyCap="E" reason={reason} onPress={() => onAsk("explain")}>
        {t("bank.explain")}
      </ConsoleButton>
      <ConsoleButton size="large" reason={reason} onPress={() => onAsk("return")}>
        {t("bank.return")}
      </ConsoleButton>
      {canGive(line) && (
        <ConsoleButton size="large" keyCap="G" reason={reason} onPress={() => onAsk("give")}>
          {t("bank.give")}
        </ConsoleButton>
      )}
    </>
  );
}

function columnsOf(t: T, currency: string): DataColumn<BankLineView>[] {
  return [
    column.mute("day", t("bank.day"), (line) => line.day),
    column.figure("amount", t("bank.amount"), (line) =>
      formatMoney(line.amount_cents, currency, t.language, { sign: "always", plain: true }),
    ),
    column.strong("who", t("bank.who"), (line) => line.name || "–"),
    column.text("says", t("bank.says"), (line) => (
      <span className="bank-words">
        {[line.reference, line.details].filter((each) => each !== "").join(" · ")}
      </span>
    )),
    column.text("is", t("bank.is"), (line) => <Is line={line} />),
  ];
}

/** What explains a movement. */
function kindText(t: T, { kind, is_sent_back }: BankLineView): string {
  if (is_sent_back) return t("bank.sentBack");
  return kind === null ? "" : t(`bank.line.${kind}`);
}

function Is({ line }: { readonly line: BankLineView }): ReactNode {
  const t = useT();
  const { match, status } = line;
  if (status === "open") {
    if (match?.strength === null || match?.strength === undefined) return "–";
    return (
      <>
        <Tag
          tone={
            match.strength === "certain" ? "turf" : match.strength === "likely" ? "brass" : "loss"
          }
        >
          {t(`bank.strength.${match.strength}`)}
        </Tag>{" "}
        {match.reference}
      </>
    );
  }
  return (
    <>
      <Tag tone="plain">{t(`bank.${status}`)}</Tag> {match?.reference ?? kindText(t, line)}
    </>
  );
}

import type { LedgerEntry } from "@club/contract";
import { ENTRY_SORTS } from "@club/contract/choices";
import { formatCount } from "@club/i18n";
import { ConsoleButton, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import { useEntries, useTrialBalance } from "../../api/ledger.ts";
import { replaceAddress, useQueryOfAddress } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { useOrder } from "../../core/table-order.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { BooksHistory } from "./BooksHistory.tsx";
import { EntryPanel } from "./EntryPanel.tsx";
import { EntryTable } from "./EntryTable.tsx";
import { HouseAdjust } from "./HouseAdjust.tsx";
import { ReplayBanner } from "./ReplayBanner.tsx";
import { TrialBalanceTable } from "./TrialBalanceTable.tsx";
import { VerifyBanner } from "./VerifyBanner.tsx";

/** The books: verified, summed up, and entry by entry. Route: /ledger */
export function LedgerPage(): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const balance = useTrialBalance();
  const account = useQueryOfAddress().get("account") ?? "";
  const { data } = balance;
  const meta =
    data === undefined
      ? undefined
      : t("ledger.meta", {
          entries: formatCount(data.entries, t.language),
          postings: formatCount(data.postings, t.language),
        });
  return (
    <ConsoleFrame title={t("route.ledger")} meta={meta} headEnd={<HouseAdjust />}>
      <VerifyBanner />
      <ReplayBanner />
      <div className="columns-ledger">
        <Panel title={t("ledger.trial")} end={t("ledger.now")}>
          <Listing query={balance} rows={12}>
            {(trial) => (
              <TrialBalanceTable
                balance={trial}
                currency={currency}
                account={account}
                onAccount={(key) => replaceAddress(addressOf(key))}
              />
            )}
          </Listing>
        </Panel>
        <Entries account={account} currency={currency} />
      </div>
      <BooksHistory />
    </ConsoleFrame>
  );
}

/** All accounts, or the entries of one. */
function addressOf(account: string): string {
  return account === "" ? pathOf("ledger") : `${pathOf("ledger")}?account=${account}`;
}

function Entries(props: { readonly account: string; readonly currency: string }): ReactNode {
  const t = useT();
  const { account, currency } = props;
  const order = useOrder(ENTRY_SORTS, "-at");
  const query = useEntries(account, order.by);
  const [picked, setPicked] = useState<string | undefined>(undefined);
  const list: readonly LedgerEntry[] | undefined = query.data?.list;
  const current = list?.find((entry) => entry.entry_id === picked) ?? list?.[0];
  return (
    <div className="rows">
      {current !== undefined && <EntryPanel entry={current} currency={currency} />}
      <Panel
        title={t("ledger.entries")}
        meta={account === "" ? t("ledger.all") : account}
        end={
          account !== "" && (
            <ConsoleButton kind="text" onPress={() => replaceAddress(pathOf("ledger"))}>
              {t("ledger.showAll")}
            </ConsoleButton>
          )
        }
      >
        <Listing query={query}>
          {({ list: entries }) => (
            <EntryTable
              list={entries}
              order={order}
              currency={currency}
              account={account}
              selectedId={current?.entry_id}
              onSelect={setPicked}
            />
          )}
        </Listing>
      </Panel>
    </div>
  );
}

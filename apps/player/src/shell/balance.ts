import { formatMoney } from "@club/i18n";
import { useWallet, type Wallet } from "../api/wallet.ts";
import { useIsOnline } from "../core/connection.ts";
import { useT } from "../core/lang.ts";
import { useSession } from "../core/session.ts";

export interface Balance {
  /** null: nobody is signed in, or it is loading. "unknown" when it cannot be had: never 0. */
  readonly text: string | null;
  readonly isStale: boolean;
  readonly wallet: Wallet | undefined;
}

/** The player's cash as the head and the account show it. */
export function useBalance(): Balance {
  const t = useT();
  const isSignedIn = useSession() !== null;
  const isOnline = useIsOnline();
  const { data: wallet, isError } = useWallet();
  if (!isSignedIn) return { text: null, isStale: false, wallet: undefined };
  if (wallet === undefined) {
    const isUnknown = isError || !isOnline;
    return { text: isUnknown ? t("state.unknown") : null, isStale: true, wallet };
  }
  const text = formatMoney(wallet.cash_cents, wallet.currency, t.language);
  return { text, isStale: isError || !isOnline, wallet };
}

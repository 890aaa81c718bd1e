import type { RaceDetail } from "@club/contract";
import { lazy, type ReactNode } from "react";
import { useT } from "../../lang.ts";
import { CheckRow } from "./CheckRow.tsx";

const CheckSheet = lazy(async () => ({ default: (await import("./CheckSheet.tsx")).CheckSheet }));

/** The row below a settled race's dividends that opens their check. */
export function CheckRace({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  if (race.status !== "settled") return null;
  return (
    <CheckRow title={t("check.row")} sheet={(check) => <CheckSheet race={race} {...check} />} />
  );
}

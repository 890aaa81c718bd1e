import type { RaceDetail } from "@club/contract";
import { createElement, type ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { lazyPage } from "../core/lazy-page.ts";
import { CheckRow } from "./CheckRow.tsx";

const loadSheet = async () => ({ default: (await import("./CheckSheet.tsx")).CheckSheet });

/** The row below a settled race's dividends that opens their check. */
export function CheckRace({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  if (race.status !== "settled") return null;
  return (
    <CheckRow
      title={t("check.row")}
      sheet={(check) => createElement(lazyPage(loadSheet), { race, ...check })}
    />
  );
}

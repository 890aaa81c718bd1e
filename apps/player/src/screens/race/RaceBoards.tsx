import type { RaceDetail } from "@club/contract";
import { isBoardPool } from "@club/domain";
import { ListRow } from "@club/ui";
import { createElement, useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { lazyPage } from "../../core/lazy-page.ts";

const loadSheet = async () => ({ default: (await import("./BoardSheet.tsx")).BoardSheet });

/** The row that opens the boards of a race; their code comes when it is first opened. */
export function RaceBoards({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  const [state, setState] = useState<"not yet" | "open" | "closed">("not yet");
  const pools = race.pools.map(({ pool }) => pool).filter(isBoardPool);
  if (pools.length === 0 || race.result !== null || race.status === "abandoned") return null;
  const onClose = () => setState("closed");
  return (
    <>
      <ListRow
        icon="filter"
        title={t("detail.boards")}
        meta={t("detail.boardsMeta")}
        onPress={() => setState("open")}
      />
      {state !== "not yet" && createElement(lazyPage(loadSheet), { race, pools, open: state === "open", onClose })}
    </>
  );
}

import type { SportEvent } from "@club/contract";
import { ListRow } from "@club/ui";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useT } from "../../lang.ts";
import { SealedList } from "./SealedList.tsx";

const EventSheet = lazy(async () => ({ default: (await import("./EventSheet.tsx")).EventSheet }));

/** Below a match's markets: its sealed list once betting has closed, and the check of its results. */
export function CheckEvent({ event }: { readonly event: SportEvent }): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const [isEqual, setEqual] = useState(false);
  const { signed_root: root } = event;
  if (event.status !== "settled" && event.status !== "void") {
    return root === null ? null : (
      <SealedList root={{ bets: root.bets, closedAt: root.closed_at, root: root.root }} />
    );
  }
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <ListRow
        icon="shield"
        strong
        title={t("check.eventRow")}
        meta={t(isEqual ? "check.rowEqual" : "check.rowMeta")}
        onPress={open}
      />
      {wasOpened && (
        <Suspense>
          <EventSheet
            event={event}
            open={isOpen}
            onClose={() => setOpen(false)}
            onEqual={() => setEqual(true)}
          />
        </Suspense>
      )}
    </>
  );
}

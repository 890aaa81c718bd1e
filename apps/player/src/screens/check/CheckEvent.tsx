import type { SportEvent } from "@club/contract";
import { ListRow } from "@club/ui";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useT } from "../../lang.ts";

const EventSheet = lazy(async () => ({ default: (await import("./EventSheet.tsx")).EventSheet }));

/** The row below a settled match's markets that opens their check. */
export function CheckEvent({ event }: { readonly event: SportEvent }): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const [isEqual, setEqual] = useState(false);
  if (event.status !== "settled" && event.status !== "void") return null;
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

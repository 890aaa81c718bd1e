import type { RaceDetail } from "@club/contract";
import { ListRow } from "@club/ui";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useT } from "../../lang.ts";

const CheckSheet = lazy(async () => ({ default: (await import("./CheckSheet.tsx")).CheckSheet }));

/** The row below a settled race's dividends that opens their check. */
export function CheckRace({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const [isEqual, setEqual] = useState(false);
  if (race.status !== "settled") return null;
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <ListRow
        icon="shield"
        strong
        title={t("check.row")}
        meta={t(isEqual ? "check.rowEqual" : "check.rowMeta")}
        onPress={open}
      />
      {wasOpened && (
        <Suspense>
          <CheckSheet
            race={race}
            open={isOpen}
            onClose={() => setOpen(false)}
            onEqual={() => setEqual(true)}
          />
        </Suspense>
      )}
    </>
  );
}

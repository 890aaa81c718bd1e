import { IconButton } from "@club/ui";
import { createElement, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useT } from "../../core/lang.ts";
import { lazyPage } from "../../core/lazy-page.ts";
import { useSession } from "../../core/session.ts";
import { useLayout } from "../../device/layout.ts";
import { useMoneyOfBell, useUnseen } from "./bell-news.ts";

/** At the end of home's head: the search, which a wide layout has in its rail, and a player's bell. */
export function HomeEnd(): ReactNode {
  return (
    <>
      {useLayout() === "phone" && <Find />}
      {useSession() !== null && <Bell />}
    </>
  );
}

const loadFind = async () => ({ default: (await import("../find/FindSheet.tsx")).FindSheet });

function Find(): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="search" label={t("act.search")} onPress={() => setOpen(true)} />
      {isOpen && over(createElement(lazyPage(loadFind), { onClose: () => setOpen(false) }))}
    </>
  );
}

const loadSheet = async () => ({ default: (await import("./BellSheet.tsx")).BellSheet });

/** What the club says and what became of the player's bets and money. */
function Bell(): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const money = useMoneyOfBell();
  const { hasNew, markSeen } = useUnseen(money.news);
  const open = () => {
    markSeen();
    setOpen(true);
  };
  return (
    <>
      <IconButton
        icon="bell"
        label={t(hasNew ? "bell.new" : "bell.title")}
        dot={hasNew}
        onPress={open}
      />
      {isOpen &&
        over(createElement(lazyPage(loadSheet), { money, onClose: () => setOpen(false) }))}
    </>
  );
}

/** Outside of the head, whose colours a sheet must not inherit. */
const over = (sheet: ReactNode): ReactNode => createPortal(sheet, document.body);

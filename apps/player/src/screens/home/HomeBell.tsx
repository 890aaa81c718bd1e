import { IconButton } from "@club/ui";
import { createElement, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useT } from "../../core/lang.ts";
import { lazyPage } from "../../core/lazy-page.ts";
import { useMoneyOfBell, useUnseen } from "./bell-news.ts";

const loadSheet = async () => ({ default: (await import("./BellSheet.tsx")).BellSheet });

/** In the head of home: what the club says and what became of the player's bets and money. */
export function HomeBell(): ReactNode {
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
      {/* Outside of the head, whose colours it must not inherit. */}
      {isOpen &&
        createPortal(
          createElement(lazyPage(loadSheet), { money, onClose: () => setOpen(false) }),
          document.body,
        )}
    </>
  );
}

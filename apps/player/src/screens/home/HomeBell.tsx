import { IconButton } from "@club/ui";
import { useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useT } from "../../core/lang.ts";
import { BellSheet } from "./BellSheet.tsx";
import { useMoneyOfBell, useUnseen } from "./bell-news.ts";

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
        createPortal(<BellSheet money={money} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}

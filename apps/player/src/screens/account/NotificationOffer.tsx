import { Button, Notice } from "@club/ui";
import { useState, type ReactNode } from "react";
import { pushAbility, usePushChoice } from "../../api/push.ts";
import { useT } from "../../core/lang.ts";
import { storage } from "../../device/storage.ts";

const ANSWERED_KEY = "push.offered";

/** Once, after a first bet: notifications, or not. The browser itself is asked only after a choice. */
export function NotificationOffer({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const t = useT();
  const { data: choice } = usePushChoice();
  const [isAnswered, setAnswered] = useState(storage.read(ANSWERED_KEY) !== null);
  if (isAnswered || choice !== null || pushAbility() !== "ready") return null;
  const answer = () => {
    storage.write(ANSWERED_KEY, "1");
    setAnswered(true);
  };
  const choose = () => {
    answer();
    onOpen();
  };
  return (
    <div className="pad">
      <Notice tone="turf" icon="bell" title={t("notify.offer")}>
        <p>{t("notify.offerText")}</p>
        <div className="side-by-side">
          <Button onPress={answer}>{t("act.later")}</Button>
          <Button onPress={choose}>{t("notify.choose")}</Button>
        </div>
      </Notice>
    </div>
  );
}

import { ConsoleButton, ConsoleIcon, Panel } from "@club/ui/console";
import type { ReactNode } from "react";
import { useGoingLive, type GoingLiveItem } from "../../api/operators.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import "./going-live.css";

/** What stands between this club and real money, as the club finds it. Route: /going-live */
export function GoingLivePage(): ReactNode {
  const t = useT();
  const query = useGoingLive();
  const open = query.data?.filter((item) => !item.is_done).length;
  return (
    <ConsoleFrame
      title={t("route.goingLive")}
      meta={open === undefined ? undefined : openText(t, open)}
      headEnd={
        <ConsoleButton busy={query.isFetching} onPress={() => void query.refetch()}>
          {t("goLive.again")}
        </ConsoleButton>
      }
    >
      <Panel title={t("goLive.title")} meta={t("goLive.meta")}>
        <Listing query={query}>
          {(items) => (
            <ul className="going-live">
              {items.map((item) => (
                <Item key={item.check} item={item} />
              ))}
            </ul>
          )}
        </Listing>
      </Panel>
    </ConsoleFrame>
  );
}

function openText(t: T, open: number): string {
  return open === 0 ? t("goLive.allDone") : t("goLive.open", { n: open });
}

function Item({ item }: { readonly item: GoingLiveItem }): ReactNode {
  const t = useT();
  const { check, is_done: isDone, missing, at, by, is_failing: isFailing } = item;
  return (
    <li data-done={isDone}>
      <ConsoleIcon name={isDone ? "check-circle" : "alert"} />
      <div>
        <h3>{t(`goLive.${check}`)}</h3>
        <p className="mute">{t(`goLive.${check}.how`)}</p>
        {isFailing && <p>{t("goLive.failing")}</p>}
        {missing !== null && missing > 0 && <p>{t("goLive.missing", { n: missing })}</p>}
        {by !== null && <p>{t("goLive.by", { name: by })}</p>}
        {at !== null && <p>{t("goLive.last", { when: whenText(t, at) })}</p>}
      </div>
      <b>{t(isDone ? "goLive.done" : "goLive.toDo")}</b>
    </li>
  );
}

import { ErrorState, ListGroup, ListRow, Notice, Section, Skeleton, Toggle } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useQueryOfAddress } from "../../core/address.ts";
import { useProtection, useSetProtection } from "../../api/protection.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { useSession } from "../../core/session.ts";
import { reportOf } from "../../core/texts.ts";
import { Screen } from "../../shell/Screen.tsx";
import { ActivityView } from "./ActivityView.tsx";
import { BarBoard } from "./BarBoard.tsx";
import { BreakPart } from "./BreakPart.tsx";
import { ExclusionSheet } from "./ExclusionSheet.tsx";
import { HelpView } from "./HelpView.tsx";
import { LimitsPart } from "./LimitsPart.tsx";
import { LogView } from "./LogView.tsx";
import { RealitySheet } from "./RealitySheet.tsx";
import "../../shell/pages.css";
import "./protection.css";

/** Limits and breaks, all of it. Route: /pages/protection/protection?view=activity, history or help */
export function ProtectionScreen(): ReactNode {
  const view = useQueryOfAddress().get("view");
  const isSignedIn = useSession() !== null;
  if (view === "help" || !isSignedIn) return <HelpView />;
  if (view === "activity") return <ActivityView />;
  if (view === "history") return <LogView />;
  return <Overview />;
}

function Overview(): ReactNode {
  const t = useT();
  const query = useProtection();
  const { data } = query;
  return (
    <Screen id="protection" updatedAt={query.dataUpdatedAt}>
      {data === undefined && !query.isError && <Skeleton kind="row" rows={7} />}
      {data === undefined && query.isError && (
        <ErrorState
          title={t("protection.failed")}
          text={t("state.moneySafe")}
          onRetry={() => void query.refetch()}
          reference={reportOf(t, query.error)}
        />
      )}
      {data !== undefined && (
        <>
          {data.bar !== null && <BarBoard bar={data.bar} />}
          {data.is_held_for_review && (
            <div className="pad">
              <Notice tone="brass" title={t("review.title")}>
                <p>{t("review.text")}</p>
              </Notice>
            </div>
          )}
          <LimitsPart isReviewDue={data.limits_review_due} />
          {data.bar?.kind !== "exclusion" && <BreakPart bar={data.bar} />}
          <Rows />
        </>
      )}
    </Screen>
  );
}

type Open = "none" | "reality" | "exclusion";

function Rows(): ReactNode {
  const t = useT();
  const { data } = useProtection();
  const [open, setOpen] = useState<Open>("none");
  const close = () => setOpen("none");
  if (data === undefined) return null;
  const isBarred = data.bar !== null;
  return (
    <>
      <ListGroup>
        <ListRow
          icon="bell"
          title={t("reality.title")}
          end={t("reality.every", { n: data.reality_minutes })}
          onPress={() => setOpen("reality")}
        />
        {data.bar?.kind !== "exclusion" && (
          <ListRow
            icon="lock"
            title={t("exclusion.title")}
            meta={t("exclusion.meta")}
            onPress={() => setOpen("exclusion")}
          />
        )}
        <ListRow
          icon="message"
          title={t("help.title")}
          meta={t("help.meta")}
          href={hrefOf("protection", { view: "help" })}
        />
      </ListGroup>
      <Records />
      {!isBarred && <Offers />}
      {open === "reality" && <RealitySheet minutes={data.reality_minutes} onClose={close} />}
      {open === "exclusion" && <ExclusionSheet onClose={close} />}
    </>
  );
}

function Records(): ReactNode {
  const t = useT();
  return (
    <ListGroup>
      <ListRow
        icon="statement"
        title={t("activity.title")}
        meta={t("activity.meta")}
        href={hrefOf("protection", { view: "activity" })}
      />
      <ListRow
        icon="history"
        title={t("protectionLog.title")}
        href={hrefOf("protection", { view: "history" })}
      />
    </ListGroup>
  );
}

/** Consent to offers: off until the player turns it on, and off again with one tap. */
function Offers(): ReactNode {
  const t = useT();
  const { data } = useProtection();
  const save = useSetProtection();
  return (
    <Section label={t("protection.offers")}>
      <Toggle
        label={
          <span className="row-text">
            <span>{t("protection.offers")}</span>
            <span className="mute">{t("protection.offersText")}</span>
          </span>
        }
        checked={data?.marketing ?? false}
        onChange={(marketing) => save.mutate({ marketing })}
      />
    </Section>
  );
}

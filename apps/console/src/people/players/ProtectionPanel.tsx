import { formatDate } from "@club/i18n";
import { ConsoleButton, Panel, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import {
  clearReviewOf,
  noteIdentity,
  usePlayerProtection,
  type PlayerProtection,
} from "../../api/players.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { whenText, clubZone } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

/**
 * What protects this player; none of it can be loosened here. A held account can be released with a
 * reason, and an identity recorded with its evidence.
 */
export function ProtectionPanel({ playerId }: { readonly playerId: string }): ReactNode {
  const mayRead = useMay("GET /api/operator/players/:player_id/protection");
  return mayRead && <Facts playerId={playerId} />;
}

function Facts({ playerId }: { readonly playerId: string }): ReactNode {
  const t = useT();
  const mayClear = useMay("POST /api/operator/players/:player_id/review/clear");
  const mayCheck = useMay("POST /api/operator/players/:player_id/identity");
  const { data } = usePlayerProtection(playerId);
  const [asking, setAsking] = useState<"review" | "identity" | null>(null);
  const close = () => setAsking(null);
  if (data === undefined) return null;
  return (
    <Panel title={t("protection.title")} padded>
      <div className="form">
        <p>
          <Tag tone={data.bar === null ? "plain" : "brass"}>{barText(t, data)}</Tag>
        </p>
        {data.review !== null && (
          <div>
            <p className="loss">{t(`protection.review.${data.review}`)}</p>
            {mayClear && (
              <ConsoleButton onPress={() => setAsking("review")}>
                {t("protection.clear")}
              </ConsoleButton>
            )}
          </div>
        )}
        <div>
          <p className="mute">{identityText(t, data)}</p>
          {mayCheck && (
            <ConsoleButton onPress={() => setAsking("identity")}>
              {t("protection.identity.check")}
            </ConsoleButton>
          )}
        </div>
      </div>
      {asking !== null && <Ask what={asking} playerId={playerId} onClose={close} />}
    </Panel>
  );
}

function Ask(props: {
  readonly what: "review" | "identity";
  readonly playerId: string;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { what, playerId, onClose } = props;
  const run = async (reason: string) => {
    await (what === "review"
      ? clearReviewOf({ player_id: playerId, reason })
      : noteIdentity({ player_id: playerId, evidence: reason }));
  };
  const label = what === "review" ? t("protection.clear") : t("protection.identity.check");
  return (
    <AskDialog
      title={label}
      text={what === "review" ? t("protection.reason") : t("protection.identity.evidence")}
      label={label}
      reason="needed"
      run={run}
      onClose={onClose}
    />
  );
}

function barText(t: T, { bar }: PlayerProtection): string {
  if (bar === null) return t("protection.bar.none");
  if (bar.is_over) return t("protection.bar.over");
  if (bar.until === null) return t("protection.bar.forever");
  const time = formatDate(bar.until, clubZone(), t.language);
  return t(`protection.bar.${bar.kind}`, { time });
}

function identityText(t: T, { identity_checked_at: at }: PlayerProtection): string {
  return at === null
    ? t("protection.identity.open")
    : t("protection.identity.checked", { time: whenText(t, at) });
}

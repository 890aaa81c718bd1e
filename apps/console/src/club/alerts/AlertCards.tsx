import type { AlertName } from "@club/contract";
import { ConsoleButton, ConsoleIcon } from "@club/ui/console";
import type { ReactNode } from "react";
import type { Alert } from "../../api/alerts.ts";
import { useT, type T } from "../../core/lang.ts";
import { hasRole, useSession } from "../../core/session.ts";
import { whenText } from "../../core/time.ts";
import { rolesText } from "../../shell/names.ts";
import "./alerts.css";

/** What is wrong now: since when, what to do, whose it is, and who has seen to it. */
export function AlertCards(props: {
  readonly alerts: readonly Alert[];
  readonly onDismiss: (alert: Alert) => void;
}): ReactNode {
  const t = useT();
  if (props.alerts.length === 0) return <p className="c-panel-body mute">{t("alerts.none")}</p>;
  return (
    <ul className="alert-cards">
      {props.alerts.map((alert) => (
        <Card
          key={`${alert.condition} ${alert.subject}`}
          alert={alert}
          onDismiss={() => props.onDismiss(alert)}
        />
      ))}
    </ul>
  );
}

function Card(props: { readonly alert: Alert; readonly onDismiss: () => void }): ReactNode {
  const t = useT();
  const { alert } = props;
  const mayDismiss = hasRole(useSession(), ...alert.roles);
  return (
    <li data-open={alert.dismissed_at === null}>
      <ConsoleIcon name="alert" />
      <div>
        <h3>{alertText(t, alert)}</h3>
        <p>{t(`alert.${alert.condition}.todo`)}</p>
        <p className="mute">{factsText(t, alert)}</p>
        {alert.dismissed_at !== null && <p>{dismissedText(t, alert)}</p>}
      </div>
      {alert.dismissed_at === null && mayDismiss && (
        <ConsoleButton onPress={props.onDismiss}>{t("alerts.dismiss")}</ConsoleButton>
      )}
    </li>
  );
}

/** What is wrong, in the operator's language. */
export function alertText(
  t: T,
  { condition, subject }: { readonly condition: AlertName; readonly subject: string },
): string {
  const name = t.find(`connection.kind.${subject}`) ?? subject;
  return subject === "" ? t(`alert.${condition}`) : `${t(`alert.${condition}`)}: ${name}`;
}

function factsText(t: T, { since, told_at: toldAt, roles }: Alert): string {
  const told =
    toldAt === null ? t("alerts.untold") : t("alerts.told", { when: whenText(t, toldAt) });
  const to = t("alerts.to", { roles: rolesText(t, ["owner", ...roles]) });
  return [t("alerts.since", { when: whenText(t, since) }), told, to].join(" · ");
}

/** Who has seen to it, when, and what they said. */
export function dismissedText(
  t: T,
  alert: Pick<Alert, "dismissed_at" | "dismissed_by" | "reason">,
): string {
  if (alert.dismissed_at === null) return "–";
  return t("alerts.by", {
    name: alert.dismissed_by ?? "–",
    when: whenText(t, alert.dismissed_at),
    reason: alert.reason ?? "",
  });
}

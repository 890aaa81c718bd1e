import type { Operator } from "@club/contract";
import { ConsoleButton, DataTable, Panel, PanelState, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useOperators, type PlainAct } from "../../api/operators.ts";
import { useProviderHost } from "../../api/sign-in.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { whenText } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { rolesText } from "../../shell/names.ts";
import { SessionTable } from "../account/SessionTable.tsx";
import { EmailDialog } from "./EmailDialog.tsx";
import { NewOperatorDialog, PlainActDialog, RolesDialog } from "./OperatorDialogs.tsx";
import { PlayerDialog } from "./PlayerDialog.tsx";
import { PasswordLinkDialog } from "./PasswordLinkDialog.tsx";
import "../people.css";

type Asking = "new" | "roles" | "email" | "player" | "password" | PlainAct | null;

/** Who works here, with what rights, and where they are signed in. Route: /operators */
export function OperatorsPage(): ReactNode {
  const t = useT();
  const query = useOperators();
  const reason = useWhyNot("owner", "POST /api/operator/operators");
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const [asking, setAsking] = useState<Asking>(null);
  const chosen = query.data?.find((operator) => operator.operator_id === chosenId);
  const close = () => setAsking(null);
  return (
    <ConsoleFrame
      title={t("route.operators")}
      meta={query.data && t("people.count", { n: query.data.length })}
      headEnd={
        <span className="acts">
          <ConsoleButton href={hrefOf("roles")}>{t("route.roles")}</ConsoleButton>
          <ConsoleButton icon="add" reason={reason} onPress={() => setAsking("new")}>
            {t("people.new")}
          </ConsoleButton>
        </span>
      }
    >
      <div className="columns-people">
        <Panel title={t("people.all")}>
          <Listing query={query}>
            {(operators) => (
              <OperatorTable operators={operators} chosenId={chosenId} onChoose={setChosenId} />
            )}
          </Listing>
        </Panel>
        {chosen === undefined ? (
          <Panel label={t("people.one")}>
            <PanelState state="empty" title={t("people.choose")} />
          </Panel>
        ) : (
          <OperatorPanel operator={chosen} reason={reason} onAsk={setAsking} />
        )}
      </div>
      {asking === "new" && <NewOperatorDialog onClose={close} />}
      {asking === "roles" && chosen && <RolesDialog operator={chosen} onClose={close} />}
      {asking === "email" && chosen && <EmailDialog operator={chosen} onClose={close} />}
      {asking === "player" && chosen && <PlayerDialog operator={chosen} onClose={close} />}
      {asking === "password" && chosen && <PasswordLinkDialog operator={chosen} onClose={close} />}
      {isPlain(asking) && chosen && (
        <PlainActDialog operator={chosen} act={asking} onClose={close} />
      )}
    </ConsoleFrame>
  );
}

function isPlain(asking: Asking): asking is PlainAct {
  return asking === "close" || asking === "reopen" || asking === "reset-factor";
}

function OperatorTable(props: {
  readonly operators: readonly Operator[];
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
}): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("people.all")}
      rows={props.operators}
      rowId={(operator) => operator.operator_id}
      selectedId={props.chosenId}
      onSelect={props.onChoose}
      globalKeys
      isMuted={({ status }) => status === "closed"}
      columns={(column) => [
        column.strong("name", t("signIn.name"), nameOf, nameOf),
        column.text("roles", t("settings.roles"), (one) => rolesText(t, one.roles, one.own_roles)),
        column.text("factor", t("factor.title"), ({ has_factor }) => (
          <Tag tone={has_factor ? "turf" : "brass"}>
            {t(has_factor ? "people.on" : "people.off")}
          </Tag>
        )),
        column.mute(
          "seen",
          t("people.seen"),
          ({ last_seen_at: at }) => (at === null ? "–" : whenText(t, at)),
          ({ last_seen_at: at }) => at,
        ),
        column.figure(
          "sessions",
          t("people.sessions"),
          ({ sessions }) => sessions,
          ({ sessions }) => sessions,
        ),
      ]}
    />
  );
}

const nameOf = (one: Operator): string => one.user_name;

interface OperatorProps {
  readonly operator: Operator;
  readonly reason: string | undefined;
  readonly onAsk: (what: Asking) => void;
}

function OperatorPanel(props: OperatorProps): ReactNode {
  const t = useT();
  const { operator, reason } = props;
  const isClosed = operator.status === "closed";
  return (
    <div className="rows">
      <Panel
        title={operator.user_name}
        end={
          <Tag tone={isClosed ? "loss" : "turf"}>
            {t(isClosed ? "people.closed" : "people.active")}
          </Tag>
        }
        padded
      >
        <div className="form">
          <p>{rolesText(t, operator.roles, operator.own_roles)}</p>
          <Identity operator={operator} />
          <p className="mute">
            {operator.player_name === null
              ? t("people.playerNone")
              : t("people.playerIs", { name: operator.player_name })}
          </p>
          <OperatorActs {...props} />
        </div>
      </Panel>
      <Panel title={t("people.sessions")}>
        <SessionTable operatorId={operator.operator_id} reason={reason} />
      </Panel>
    </div>
  );
}

function OperatorActs({ operator, reason, onAsk }: OperatorProps): ReactNode {
  const t = useT();
  const isClosed = operator.status === "closed";
  const hasProvider = useProviderHost() !== null;
  return (
    <div className="acts">
      <ConsoleButton reason={reason} onPress={() => onAsk("roles")}>
        {t("people.changeRoles")}
      </ConsoleButton>
      {hasProvider && (
        <ConsoleButton reason={reason} onPress={() => onAsk("email")}>
          {t("people.oidcChange")}
        </ConsoleButton>
      )}
      <ConsoleButton reason={reason} onPress={() => onAsk("player")}>
        {t("people.playerChange")}
      </ConsoleButton>
      <ConsoleButton
        reason={reason ?? (isClosed ? t("people.closed") : undefined)}
        onPress={() => onAsk("password")}
      >
        {t("people.act.reset-password")}
      </ConsoleButton>
      <ConsoleButton
        reason={reason ?? (operator.has_factor ? undefined : t("people.noFactor"))}
        onPress={() => onAsk("reset-factor")}
      >
        {t("people.act.reset-factor")}
      </ConsoleButton>
      <ConsoleButton
        kind={isClosed ? "line" : "danger"}
        reason={reason}
        onPress={() => onAsk(isClosed ? "reopen" : "close")}
      >
        {t(isClosed ? "people.act.reopen" : "people.act.close")}
      </ConsoleButton>
    </div>
  );
}

/** Who the operator is at the identity provider, where there is one. */
function Identity({ operator }: { readonly operator: Operator }): ReactNode {
  const t = useT();
  const host = useProviderHost();
  const { email, is_bound: isBound } = operator;
  if (host === null) return null;
  const text =
    email === null
      ? t("people.oidcNone")
      : t(isBound ? "people.oidcBound" : "people.oidcWaiting", { email });
  return (
    <p>
      <span className="mute">{host}</span> {text}
    </p>
  );
}

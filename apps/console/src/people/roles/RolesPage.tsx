import type { OwnRole, Permission } from "@club/contract";
import { ConsoleButton, DataTable, FactList, Panel, PanelState, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { dropRole, useOwnRoles } from "../../api/operators.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { RoleDialog } from "./RoleDialog.tsx";
import { groupsOf } from "./permission-groups.ts";
import "../people.css";

type Asking = "new" | "change" | "delete" | null;

/** Roles of the club's own: what each may do, and who has it. Route: /roles */
export function RolesPage(): ReactNode {
  const t = useT();
  const query = useOwnRoles();
  const reason = useWhyNot("owner", "POST /api/operator/roles");
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const [asking, setAsking] = useState<Asking>(null);
  const { list = [], permissions = [] } = query.data ?? {};
  const chosen = list.find((role) => role.role_id === chosenId);
  const close = () => setAsking(null);
  return (
    <ConsoleFrame
      title={t("route.roles")}
      meta={<a href={hrefOf("operators")}>{t("route.operators")}</a>}
      headEnd={
        <ConsoleButton icon="add" reason={reason} onPress={() => setAsking("new")}>
          {t("ownRole.new")}
        </ConsoleButton>
      }
    >
      <div className="columns-people">
        <Panel title={t("ownRole.all")} meta={t("ownRole.meta")}>
          <Listing query={query} rows={4}>
            {(data) => <RoleTable roles={data.list} chosenId={chosenId} onChoose={setChosenId} />}
          </Listing>
        </Panel>
        {chosen === undefined ? (
          <Panel label={t("ownRole.one")}>
            <PanelState state="empty" title={t("ownRole.choose")} />
          </Panel>
        ) : (
          <RolePanel role={chosen} permissions={permissions} reason={reason} onAsk={setAsking} />
        )}
      </div>
      {asking === "new" && <RoleDialog permissions={permissions} onClose={close} />}
      {asking === "change" && chosen && (
        <RoleDialog role={chosen} permissions={permissions} onClose={close} />
      )}
      {asking === "delete" && chosen && <DeleteDialog role={chosen} onClose={close} />}
    </ConsoleFrame>
  );
}

function RoleTable(props: {
  readonly roles: readonly OwnRole[];
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
}): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("ownRole.all")}
      rows={props.roles}
      rowId={(role) => role.role_id}
      selectedId={props.chosenId}
      onSelect={props.onChoose}
      globalKeys
      empty={<PanelState state="empty" title={t("ownRole.none")} text={t("ownRole.noneText")} />}
      columns={(column) => [
        column.strong(
          "name",
          t("ownRole.name"),
          ({ name }) => name,
          ({ name }) => name,
        ),
        column.text("about", t("ownRole.about"), ({ description }) => description),
        column.text("who", t("ownRole.who"), ({ operators }) => operators.join(", ") || "–"),
        column.figure(
          "calls",
          t("ownRole.permissions"),
          ({ calls }) => calls.length,
          ({ calls }) => calls.length,
        ),
      ]}
    />
  );
}

function RolePanel(props: {
  readonly role: OwnRole;
  readonly permissions: readonly Permission[];
  readonly reason: string | undefined;
  readonly onAsk: (what: Asking) => void;
}): ReactNode {
  const t = useT();
  const { role, reason, onAsk } = props;
  const held = props.permissions.filter(({ name }) => role.calls.includes(name));
  return (
    <Panel
      title={role.name}
      end={role.needs_factor && <Tag tone="brass">{t("ownRole.factor")}</Tag>}
      padded
    >
      <div className="form">
        {role.description !== "" && <p>{role.description}</p>}
        <FactList
          facts={[
            { label: t("ownRole.who"), value: role.operators.join(", ") || t("ownRole.nobody") },
            { label: t("ownRole.changed"), value: whenText(t, role.changed_at) },
          ]}
        />
        {groupsOf(held, "").map(({ page, permissions }) => (
          <section key={page} className="role-group">
            <h3>{t(`route.${page}`)}</h3>
            <ul lang="en">
              {permissions.map(({ name, summary }) => (
                <li key={name}>{summary}</li>
              ))}
            </ul>
          </section>
        ))}
        <div className="acts">
          <ConsoleButton reason={reason} onPress={() => onAsk("change")}>
            {t("ownRole.change")}
          </ConsoleButton>
          <ConsoleButton
            kind="danger"
            reason={reason ?? (role.operators.length > 0 ? t("ownRole.inUse") : undefined)}
            onPress={() => onAsk("delete")}
          >
            {t("ownRole.delete")}
          </ConsoleButton>
        </div>
      </div>
    </Panel>
  );
}

function DeleteDialog(props: { readonly role: OwnRole; readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { name, role_id } = props.role;
  const run = async () => {
    await dropRole({ role_id });
    return t("ownRole.deleted", { name });
  };
  return (
    <AskDialog
      title={t("ownRole.deleteTitle", { name })}
      text={t("ownRole.deleteText")}
      label={t("ownRole.delete")}
      danger
      reason="none"
      run={run}
      onClose={props.onClose}
    />
  );
}

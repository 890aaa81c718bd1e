import type { OwnRole, Permission, Role } from "@club/contract";
import { Checkbox } from "@club/ui";
import { ConsoleField, ConsoleSelect, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { changeRole, makeRole } from "../../api/operators.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { ROLES } from "../../shell/names.ts";
import { groupsOf, isRead, withReads } from "./permission-groups.ts";

/** A new role, or another form of one: its name, what it is for, and what it may do. */
export function RoleDialog(props: {
  readonly role?: OwnRole;
  readonly permissions: readonly Permission[];
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { role, permissions, onClose } = props;
  const [name, setName] = useState(role?.name ?? "");
  const [description, setDescription] = useState(role?.description ?? "");
  // A call that a release has taken out of the list is no longer on offer.
  const held = permissions.filter(({ name: call }) => role?.calls.includes(call));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(held.map(({ name: call }) => call)),
  );
  const run = async (reason: string) => {
    const form = { name: name.trim(), description, calls: [...chosen], reason };
    await (role === undefined ? makeRole(form) : changeRole({ ...form, role_id: role.role_id }));
    return t("ownRole.saved", { name: form.name });
  };
  return (
    <AskDialog
      title={role === undefined ? t("ownRole.new") : t("ownRole.title", { name: role.name })}
      text={t("ownRole.text")}
      label={t("act.save")}
      reason="needed"
      missing={name.trim() === "" || chosen.size === 0 ? t("ownRole.missing") : undefined}
      run={run}
      onClose={onClose}
    >
      <ConsoleField label={t("ownRole.name")} value={name} onChange={setName} autoFocus />
      <ConsoleField label={t("ownRole.about")} value={description} onChange={setDescription} />
      <StartFrom permissions={permissions} onChoose={setChosen} />
      <PermissionChoice permissions={permissions} chosen={chosen} onChange={setChosen} />
    </AskDialog>
  );
}

/** All that a built-in role may do, to take away from and add to. */
function StartFrom(props: {
  readonly permissions: readonly Permission[];
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}): ReactNode {
  const t = useT();
  const [from, setFrom] = useState<Role | "">("");
  const choose = (id: string) => {
    const role = ROLES.find((each) => each === id);
    setFrom(role ?? "");
    if (role === undefined) return;
    const held = props.permissions.filter(({ roles }) => roles.includes(role));
    props.onChoose(new Set(held.map(({ name }) => name)));
  };
  return (
    <ConsoleSelect
      label={t("ownRole.from")}
      value={from}
      onChange={choose}
      options={[
        { id: "", label: "–" },
        ...ROLES.filter((role) => role !== "owner").map((id) => ({ id, label: t(`role.${id}`) })),
      ]}
    />
  );
}

function PermissionChoice(props: {
  readonly permissions: readonly Permission[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}): ReactNode {
  const t = useT();
  const [q, setQ] = useState("");
  const { permissions, chosen, onChange } = props;
  const all = withReads(permissions, chosen);
  const turn = (name: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(name);
    else next.delete(name);
    onChange(next);
  };
  const groups = groupsOf(permissions, q);
  return (
    <>
      <ConsoleField
        label={t("ownRole.search")}
        value={q}
        onChange={setQ}
        hint={t("ownRole.count", { n: all.size })}
      />
      <div className="role-groups">
        {groups.length === 0 && <p className="mute">{t("ownRole.notFound")}</p>}
        {groups.map(({ page, permissions: list }) => (
          <fieldset key={page} className="role-choice">
            <legend>{t(`route.${page}`)}</legend>
            {list.map((each) => (
              <OnePermission
                key={each.name}
                permission={each}
                isOn={all.has(each.name)}
                isBrought={all.has(each.name) && isNeeded(permissions, chosen, each.name)}
                onTurn={turn}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </>
  );
}

/** Whether something that is chosen cannot be used without it. */
function isNeeded(
  permissions: readonly Permission[],
  chosen: ReadonlySet<string>,
  read: string,
): boolean {
  return permissions.some(({ name, brings }) => brings === read && chosen.has(name));
}

function OnePermission(props: {
  readonly permission: Permission;
  readonly isOn: boolean;
  readonly isBrought: boolean;
  readonly onTurn: (name: string, isOn: boolean) => void;
}): ReactNode {
  const t = useT();
  const { name, summary } = props.permission;
  return (
    <Checkbox
      checked={props.isOn}
      disabled={props.isBrought}
      onChange={(isOn) => props.onTurn(name, isOn)}
      label={
        <>
          <span lang="en">{summary}</span> {props.isBrought && <Tag>{t("ownRole.brought")}</Tag>}
          {!isRead(name) && <Tag tone="brass">{t("ownRole.changes")}</Tag>}
        </>
      }
    />
  );
}

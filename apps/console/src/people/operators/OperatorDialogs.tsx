import type { Operator, Role } from "@club/contract";
import { Checkbox, showToast } from "@club/ui";
import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import {
  actOn,
  giveRoles,
  makeOperator,
  useOwnRoles,
  type PasswordLink,
  type PlainAct,
} from "../../api/operators.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog, AskForm } from "../../shell/AskDialog.tsx";
import { Choices } from "../../shell/Choices.tsx";
import { ROLES } from "../../shell/names.ts";
import { LinkDialog } from "./PasswordLinkDialog.tsx";
import "../people.css";

/** A new operator: name and roles; the password is set by a link, so that nobody else knows it. */
export function NewOperatorDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const [typed, setName] = useState("");
  const [roles, setRoles] = useState<Role[]>([]);
  const [own, setOwn] = useState<string[]>([]);
  const [link, setLink] = useState<PasswordLink | null>(null);
  const name = typed.trim();
  const act = useAct(async () => {
    const { invitation } = await makeOperator({ user_name: name, roles, own_roles: own });
    setLink(invitation);
    showToast(t("people.made", { name }));
  });
  if (link !== null) return <LinkDialog name={name} link={link} onClose={onClose} />;
  return (
    <AskForm
      title={t("people.new")}
      text={t("people.newText")}
      label={t("people.make")}
      reason="none"
      missing={name === "" || roles.length + own.length === 0 ? t("people.missing") : undefined}
      act={act}
      onClose={onClose}
    >
      <ConsoleField
        label={t("signIn.name")}
        autoComplete="off"
        value={typed}
        onChange={setName}
        autoFocus
      />
      <RoleChoice roles={roles} onChange={setRoles} />
      <OwnRoleChoice chosen={own} onChange={setOwn} />
    </AskForm>
  );
}

export function RolesDialog(props: {
  readonly operator: Operator;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { operator, onClose } = props;
  const [roles, setRoles] = useState<Role[]>(operator.roles);
  const [own, setOwn] = useState(operator.own_roles.map(({ role_id }) => role_id));
  const run = async (reason: string) => {
    await giveRoles({ operator_id: operator.operator_id, roles, own_roles: own, reason });
    return t("people.rolesDone", { name: operator.user_name });
  };
  return (
    <AskDialog
      title={t("people.rolesTitle", { name: operator.user_name })}
      label={t("act.save")}
      reason="needed"
      missing={roles.length + own.length === 0 ? t("people.roleMissing") : undefined}
      run={run}
      onClose={onClose}
    >
      <RoleChoice roles={roles} onChange={setRoles} />
      <OwnRoleChoice chosen={own} onChange={setOwn} />
    </AskDialog>
  );
}

/** Closing, reopening, removing a second factor: each asks for a reason. */
export function PlainActDialog(props: {
  readonly operator: Operator;
  readonly act: PlainAct;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { operator, onClose } = props;
  const name = operator.user_name;
  const run = async (reason: string) => {
    await actOn[props.act]({ operator_id: operator.operator_id, reason });
    return t(`people.done.${props.act}`, { name });
  };
  return (
    <AskDialog
      title={t(`people.title.${props.act}`, { name })}
      text={t(`people.text.${props.act}`)}
      label={t(`people.act.${props.act}`)}
      danger={props.act !== "reopen"}
      reason="needed"
      run={run}
      onClose={onClose}
    />
  );
}

function OwnRoleChoice(props: {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}): ReactNode {
  const t = useT();
  const { list = [] } = useOwnRoles().data ?? {};
  if (list.length === 0) return null;
  const options = list.map(({ role_id: id, name: label }) => ({ id, label }));
  return <Choices label={t("ownRole.ofClub")} options={options} {...props} />;
}

function RoleChoice(props: {
  readonly roles: readonly Role[];
  readonly onChange: (roles: Role[]) => void;
}): ReactNode {
  const t = useT();
  const { roles, onChange } = props;
  return (
    <fieldset className="role-choice">
      <legend>{t("settings.roles")}</legend>
      {ROLES.map((role) => (
        <Checkbox
          key={role}
          checked={roles.includes(role)}
          onChange={(isOn) =>
            onChange(isOn ? [...roles, role] : roles.filter((other) => other !== role))
          }
          label={
            <>
              <b>{t(`role.${role}`)}</b>{" "}
              <span className="mute small">{t(`roleAbout.${role}`)}</span>
            </>
          }
        />
      ))}
    </fieldset>
  );
}

import type { Operator, Role } from "@club/contract";
import { Checkbox } from "@club/ui";
import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { actOn, giveRoles, makeOperator, type PlainAct } from "../../api/operators.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { ROLES } from "../../shell/names.ts";
import "../people.css";

/** A new operator: name, first password, roles. */
export function NewOperatorDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const [form, setForm] = useState({ name: "", password: "" });
  const [roles, setRoles] = useState<Role[]>([]);
  const run = async () => {
    await makeOperator({ user_name: form.name.trim(), password: form.password, roles });
    return t("people.made", { name: form.name.trim() });
  };
  const isMissing = form.name.trim() === "" || form.password === "" || roles.length === 0;
  return (
    <AskDialog
      title={t("people.new")}
      text={t("people.newText")}
      label={t("people.make")}
      reason="none"
      missing={isMissing ? t("people.missing") : undefined}
      run={run}
      onClose={onClose}
    >
      <ConsoleField
        label={t("signIn.name")}
        autoComplete="off"
        value={form.name}
        onChange={(name) => setForm({ ...form, name })}
        autoFocus
      />
      <ConsoleField
        label={t("people.firstPassword")}
        type="password"
        autoComplete="new-password"
        value={form.password}
        onChange={(password) => setForm({ ...form, password })}
      />
      <RoleChoice roles={roles} onChange={setRoles} />
    </AskDialog>
  );
}

export function RolesDialog(props: {
  readonly operator: Operator;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { operator, onClose } = props;
  const [roles, setRoles] = useState<Role[]>(operator.roles);
  const run = async (reason: string) => {
    await giveRoles({ operator_id: operator.operator_id, roles, reason });
    return t("people.rolesDone", { name: operator.user_name });
  };
  return (
    <AskDialog
      title={t("people.rolesTitle", { name: operator.user_name })}
      label={t("act.save")}
      reason="needed"
      missing={roles.length === 0 ? t("people.roleMissing") : undefined}
      run={run}
      onClose={onClose}
    >
      <RoleChoice roles={roles} onChange={setRoles} />
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

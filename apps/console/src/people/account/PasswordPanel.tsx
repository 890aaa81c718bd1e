import { showToast } from "@club/ui";
import { ConsoleButton, ConsoleField, Panel } from "@club/ui/console";
import { useState, type FormEvent, type ReactNode } from "react";
import { changePassword } from "../../api/operators.ts";
import { useAct } from "../../api/use-act.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { missingOf, NO_PASSWORD, PasswordFields } from "./PasswordFields.tsx";

/** Changes the operator's own password. */
export function PasswordPanel(): ReactNode {
  const t = useT();
  const isOnline = useIsOnline();
  const [old, setOld] = useState("");
  const [value, setValue] = useState(NO_PASSWORD);
  const act = useAct(async () => {
    await changePassword({ old_password: old, new_password: value.first });
    setOld("");
    setValue(NO_PASSWORD);
    showToast(t("password.changed"));
  });
  const empty = old === "" ? t("password.missing") : missingOf(t, value);
  const missing = isOnline ? empty : t("offline.bar");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing === undefined && !act.busy) void act.run();
  };
  return (
    <Panel title={t("password.title")} padded>
      <form className="form" onSubmit={submit}>
        <p className="mute">{t("password.how")}</p>
        <ConsoleField
          label={t("password.old")}
          type="password"
          autoComplete="current-password"
          value={old}
          onChange={setOld}
        />
        <PasswordFields value={value} onChange={setValue} />
        <ErrorNotice text={act.error} />
        <div className="acts">
          <ConsoleButton type="submit" busy={act.busy} reason={missing}>
            {t("password.change")}
          </ConsoleButton>
        </div>
      </form>
    </Panel>
  );
}

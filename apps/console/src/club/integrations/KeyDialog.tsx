import type { KeyScope } from "@club/contract";
import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { makeKey } from "../../api/integrations.ts";
import { useT } from "../../core/lang.ts";
import { countOfText } from "../../core/typed.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { Choices } from "../../shell/Choices.tsx";
import { KEY_SCOPES } from "./kinds.ts";

const MOST_DAYS = 366;

/** A key: what it is for, what it may read, and for how long. */
export function KeyDialog(props: {
  readonly onMade: (key: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<KeyScope[]>([]);
  const [typed, setTyped] = useState("90");
  const days = countOfText(typed) ?? 0;
  const isMissing = name.trim() === "" || scopes.length === 0 || days < 1 || days > MOST_DAYS;
  const run = async () => props.onMade((await makeKey({ name: name.trim(), scopes, days })).key);
  return (
    <AskDialog
      title={t("key.new")}
      text={t("key.newText")}
      label={t("key.make")}
      reason="none"
      missing={isMissing ? t("key.missing") : undefined}
      run={run}
      onClose={props.onClose}
    >
      <ConsoleField label={t("key.name")} value={name} onChange={setName} autoFocus />
      <Choices
        label={t("key.scopes")}
        options={KEY_SCOPES.map((id) => ({ id, label: t(`key.scope.${id}`) }))}
        chosen={scopes}
        onChange={setScopes}
      />
      <ConsoleField label={t("key.days")} value={typed} onChange={setTyped} />
    </AskDialog>
  );
}

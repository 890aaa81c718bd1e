import type { WebhookKind } from "@club/contract";
import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { makeWebhook } from "../../api/integrations.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { Choices } from "../../shell/Choices.tsx";
import { WEBHOOK_KINDS } from "./kinds.ts";

/** A program to notify: its address, and which events. */
export function HookDialog(props: {
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const [url, setUrl] = useState("");
  const [kinds, setKinds] = useState<WebhookKind[]>(["race.settled"]);
  const run = async () => props.onSecret((await makeWebhook({ url: url.trim(), kinds })).secret);
  const isMissing = url.trim() === "" || kinds.length === 0;
  return (
    <AskDialog
      title={t("hook.new")}
      label={t("hook.make")}
      reason="none"
      missing={isMissing ? t("hook.missing") : undefined}
      run={run}
      onClose={props.onClose}
    >
      <ConsoleField
        label={t("hook.url")}
        value={url}
        onChange={setUrl}
        placeholder="https://"
        hint={t("hook.urlHint")}
        autoFocus
      />
      <Choices
        label={t("hook.kinds")}
        options={WEBHOOK_KINDS.map((id) => ({ id, label: id }))}
        chosen={kinds}
        onChange={setKinds}
      />
    </AskDialog>
  );
}

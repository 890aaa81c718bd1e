import type { ConnectionView } from "@club/contract";
import { Notice } from "@club/ui";
import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { testConnection } from "../../api/connections.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { AskForm } from "../../shell/AskDialog.tsx";

/** Messages go to somebody; the other kinds are asked a question that changes nothing. */
const WITH_RECEIVER: ReadonlySet<string> = new Set(["mail", "sms"]);

/** One real round trip, and what came of it; it stays open, since one tries until it works. */
export function TestDialog(props: {
  readonly connection: ConnectionView;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { kind } = props.connection;
  const [to, setTo] = useState("");
  const [isDone, setDone] = useState(false);
  const asksTo = WITH_RECEIVER.has(kind);
  const act = useAct(async () => {
    setDone(false);
    await testConnection({ kind, to: asksTo ? to.trim() : null });
    setDone(true);
  });
  return (
    <AskForm
      title={`${t(`connection.kind.${kind}`)} · ${t("connection.test")}`}
      text={t(asksTo ? "connection.testMessage" : "connection.testText")}
      label={t("connection.test")}
      reason="none"
      missing={asksTo && to.trim() === "" ? t("connection.toMissing") : undefined}
      act={act}
      onClose={props.onClose}
    >
      {asksTo && (
        <ConsoleField
          label={t(kind === "mail" ? "connection.toAddress" : "connection.toPhone")}
          value={to}
          onChange={setTo}
          autoFocus
        />
      )}
      {isDone && <Notice tone="turf">{t("connection.tested")}</Notice>}
    </AskForm>
  );
}

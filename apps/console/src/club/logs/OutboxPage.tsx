import { showToast } from "@club/ui";
import { ConsoleButton, ConsoleField, DataTable, Panel, Tag, type TagTone } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useOutbox, type Message } from "../../api/logs.ts";
import { useT } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { MessagesPanel } from "./MessagesPanel.tsx";

/** Messages that the club sent; the owner finds registration codes by phone. Route: /outbox */
export function OutboxPage(): ReactNode {
  const t = useT();
  const [typed, setTyped] = useState("");
  const [to, setTo] = useState("");
  const query = useOutbox(to);
  const find = () => {
    setTo(typed.trim());
    if (to === typed.trim()) void query.refetch();
  };
  return (
    <ConsoleFrame title={t("route.outbox")} meta={t("outbox.meta")}>
      <div className="filter">
        <ConsoleField
          label={t("outbox.to")}
          value={typed}
          onChange={setTyped}
          placeholder={t("outbox.toHint")}
          hint={t("outbox.codes")}
          onEnter={find}
        />
        <ConsoleButton onPress={find}>{t("outbox.find")}</ConsoleButton>
      </div>
      <Panel title={t("outbox.title")}>
        <Listing query={query}>{({ list: messages }) => <MessageTable list={messages} />}</Listing>
      </Panel>
      <MessagesPanel />
    </ConsoleFrame>
  );
}

function MessageTable({ list }: { readonly list: readonly Message[] }): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("outbox.title")}
      rows={list}
      rowId={(message) => message.message_id}
      empty={t("outbox.none")}
      columns={[
        {
          id: "at",
          label: t("ledger.at"),
          kind: "mute",
          cell: (message) => whenText(t, message.created_at),
        },
        { id: "to", label: t("outbox.to"), kind: "strong", cell: (message) => message.to },
        {
          id: "channel",
          label: t("outbox.channel"),
          cell: (message) => <Tag>{t(`channel.${message.channel}`)}</Tag>,
        },
        { id: "state", label: t("outbox.state"), cell: (message) => <State message={message} /> },
        { id: "text", label: t("outbox.text"), cell: (message) => message.text },
        {
          id: "code",
          label: t("outbox.code"),
          kind: "end",
          cell: (message) => message.code !== null && <Code code={message.code} />,
        },
      ]}
    />
  );
}

const TONES: Readonly<Record<Message["state"], TagTone>> = {
  queued: "brass",
  sent: "turf",
  delivered: "turf",
  failed: "loss",
  expired: "plain",
};

/** How far it has come; after a failed try, how many there were and why the last one failed. */
function State({ message }: { readonly message: Message }): ReactNode {
  const t = useT();
  const { state, attempts, error } = message;
  const reason = error === null ? "" : (t.find(`connection.failure.${error}`) ?? error);
  return (
    <>
      <Tag tone={TONES[state]}>{t(`outbox.state.${state}`)}</Tag>
      {error !== null && <p className="mute small">{t("outbox.tries", { n: attempts, reason })}</p>}
    </>
  );
}

function Code({ code }: { readonly code: string }): ReactNode {
  const t = useT();
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    showToast(t("act.copied"));
  };
  return (
    <span className="words">
      <b className="fig brass">{code}</b>
      <ConsoleButton kind="text" icon="copy" label={t("act.copy")} onPress={() => void copy()} />
    </span>
  );
}

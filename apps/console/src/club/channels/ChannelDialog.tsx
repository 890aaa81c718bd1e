import type { OperatorChannel } from "@club/contract";
import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { createChannel, saveChannel } from "../../api/channels.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

/** A channel's name, address and track. */
export function ChannelDialog(props: {
  readonly channel: OperatorChannel | null;
  readonly hosts: readonly string[];
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { channel, hosts, onClose } = props;
  const [name, setName] = useState(channel?.name ?? "");
  const [url, setUrl] = useState(channel?.url ?? "");
  const [venue, setVenue] = useState(channel?.venue_code ?? "");
  const run = async () => {
    const fields = {
      name: name.trim(),
      url: url.trim(),
      venue_code: venue.trim() === "" ? null : venue.trim(),
      race_id: channel?.race_id ?? null,
    };
    await (channel === null
      ? createChannel(fields)
      : saveChannel({ channel_id: channel.channel_id, ...fields }));
    return t("channels.saved");
  };
  const isMissing = name.trim() === "" || url.trim() === "";
  const listed = hosts.length === 0 ? t("channels.noHosts") : hosts.join(", ");
  return (
    <AskDialog
      title={t(channel === null ? "channels.new" : "channels.edit")}
      label={t("act.save")}
      reason="none"
      missing={isMissing ? t("channels.missing") : undefined}
      run={run}
      onClose={onClose}
    >
      <ConsoleField label={t("channels.name")} value={name} onChange={setName} autoFocus />
      <ConsoleField
        label={t("channels.url")}
        value={url}
        onChange={setUrl}
        hint={t("channels.urlHint", { hosts: listed })}
      />
      <ConsoleField
        label={t("channels.venue")}
        value={venue}
        onChange={setVenue}
        hint={t("channels.venueHint")}
      />
    </AskDialog>
  );
}

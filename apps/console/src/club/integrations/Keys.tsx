import type { ApiKey } from "@club/contract";
import { formatDate } from "@club/i18n";
import {
  ConsoleButton,
  DataTable,
  Panel,
  Tag,
  type DataColumn,
  type TagTone,
  column,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { dropKey, useApiKeys } from "../../api/integrations.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { whenText, clubZone } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { KeyDialog } from "./KeyDialog.tsx";
import { ShownOnce } from "./ShownOnce.tsx";

const TONES: Readonly<Record<ApiKey["state"], TagTone>> = {
  active: "turf",
  expired: "plain",
  revoked: "plain",
};

/** Keys with which programs read the club. */
export function Keys(): ReactNode {
  const t = useT();
  const query = useApiKeys();
  const may = useMay("POST /api/operator/api-keys");
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <Panel
      title={t("doors.keys")}
      meta={t("key.newText")}
      end={
        <ConsoleButton
          icon="add"
          reason={roleNeeded(t, may, "owner")}
          onPress={() => setMaking(true)}
        >
          {t("key.new")}
        </ConsoleButton>
      }
    >
      <Listing query={query} rows={4}>
        {(keys) => (
          <DataTable
            label={t("doors.keys")}
            rows={keys}
            rowId={(key) => key.key_id}
            isMuted={(key) => key.state !== "active"}
            empty={t("key.none")}
            columns={columnsOf(t, may ? setRevoking : undefined)}
          />
        )}
      </Listing>
      {isMaking && <KeyDialog onMade={setMade} onClose={() => setMaking(false)} />}
      {made !== null && (
        <ShownOnce
          title={t("key.shownTitle")}
          text={t("key.shownText")}
          secret={made}
          onClose={() => setMade(null)}
        />
      )}
      {revoking !== null && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Panel>
  );
}

function columnsOf(t: T, onRevoke: ((key: ApiKey) => void) | undefined): DataColumn<ApiKey>[] {
  return [
    column.strong(
      "name",
      t("key.name"),
      ({ name }) => name,
      ({ name }) => name,
    ),
    column.text("scopes", t("key.scopes"), (key) =>
      key.scopes.map((scope) => t(`key.scope.${scope}`)).join(", "),
    ),
    column.mute("hint", t("key.hint"), (key) => `…${key.hint}`),
    column.text(
      "by",
      t("key.by"),
      ({ created_by: by }) => by,
      ({ created_by: by }) => by,
    ),
    column.mute(
      "used",
      t("key.used"),
      ({ last_used_at: at }) => (at === null ? "–" : whenText(t, at)),
      ({ last_used_at: at }) => at,
    ),
    column.mute(
      "until",
      t("key.until"),
      ({ expires_at: at }) => formatDate(at, clubZone(), t.language),
      ({ expires_at: at }) => at,
    ),
    column.text("state", t("key.state"), ({ state }) => (
      <Tag tone={TONES[state]}>{t(`key.state.${state}`)}</Tag>
    )),
    {
      id: "act",
      label: t("key.revoke"),
      hideLabel: true,
      kind: "end",
      cell: (key) =>
        key.state === "active" &&
        onRevoke !== undefined && (
          <ConsoleButton kind="danger" onPress={() => onRevoke(key)}>
            {t("key.revoke")}
          </ConsoleButton>
        ),
    },
  ];
}

function RevokeDialog(props: { readonly apiKey: ApiKey; readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { apiKey, onClose } = props;
  const run = async () => {
    await dropKey({ key_id: apiKey.key_id });
    return t("key.revoked");
  };
  return (
    <AskDialog
      title={t("key.revokeTitle", { name: apiKey.name })}
      text={t("key.revokeText")}
      label={t("key.revoke")}
      danger
      reason="none"
      run={run}
      onClose={onClose}
    />
  );
}

import type { SettingGroupView } from "@club/contract";
import { Notice, showToast } from "@club/ui";
import { ConsoleButton, DataTable, Panel, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { isPending } from "../../api/ask.ts";
import { setClubSettings, useSettingVersions } from "../../api/club-settings.ts";
import { useAct } from "../../api/use-act.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { whenText } from "../../core/time.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { changedOf, readField, shownOf, type Typed } from "./setting-form.ts";
import { SettingInput } from "./SettingInput.tsx";
import "./club-settings.css";

function titleOf(t: T, group: string): string {
  const [stem = "", method = ""] = group.split(".");
  const name = t.find(`clubSetting.group.${stem}`) ?? group;
  return method === "" ? name : `${name}: ${t.find(`method.${method}`) ?? method}`;
}

/** What is typed of a group, and the version that the typing began from: what is shown moves on. */
function useTyping(t: T, group: SettingGroupView) {
  const [typed, setTyped] = useState<Typed>({});
  const [seen, setSeen] = useState(group.version);
  const values = changedOf(group, typed);
  const act = useAct(async () => {
    if (values === undefined) return;
    const done = await setClubSettings({ group: group.group, version: seen, values });
    showToast(t(isPending(done) ? "clubSetting.asked" : "clubSettings.saved"));
    setTyped({});
  });
  const isTyped = Object.keys(typed).length > 0;
  const type = (name: string, value: string | boolean) => {
    if (!isTyped) setSeen(group.version);
    setTyped({ ...typed, [name]: value });
  };
  const isSame = values !== undefined && Object.keys(values).length === 0;
  const missing = values === undefined ? t("clubSetting.wrong") : t("clubSetting.same");
  const whyNot = values === undefined || isSame ? missing : undefined;
  return { typed, type, act, whyNot, forget: isTyped ? () => setTyped({}) : undefined };
}

/** One group: its fields, who changed it last, what waits, and its versions. */
export function GroupPanel({ group }: { readonly group: SettingGroupView }): ReactNode {
  const t = useT();
  const typing = useTyping(t, group);
  const mayNot = useWhyNot("owner", "PUT /api/operator/club-settings/:group");
  return (
    <Panel
      title={titleOf(t, group.group)}
      end={group.is_money ? <Tag tone="brass">{t("clubSetting.money")}</Tag> : undefined}
    >
      <div className="c-panel-body form">
        <Waiting id={group.waiting_id} />
        {group.fields.map((field) => {
          const value = typing.typed[field.name] ?? shownOf(field);
          const isWrong = readField(field, value) === undefined;
          return (
            <SettingInput
              key={field.name}
              field={field}
              value={value}
              disabled={mayNot !== undefined}
              error={isWrong ? t("clubSetting.wrong") : undefined}
              onChange={(next) => typing.type(field.name, next)}
            />
          );
        })}
        <ErrorNotice text={typing.act.error} />
      </div>
      <Acts group={group} typing={typing} mayNot={mayNot} />
    </Panel>
  );
}

function Acts(props: {
  readonly group: SettingGroupView;
  readonly typing: ReturnType<typeof useTyping>;
  readonly mayNot: string | undefined;
}): ReactNode {
  const t = useT();
  const { group, typing } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="setting-acts">
        <ConsoleButton
          kind="primary"
          busy={typing.act.busy}
          reason={props.mayNot ?? typing.whyNot}
          onPress={() => void typing.act.run()}
        >
          {t("clubSetting.keep")}
        </ConsoleButton>
        {typing.forget !== undefined && (
          <ConsoleButton onPress={typing.forget}>{t("clubSetting.forget")}</ConsoleButton>
        )}
        <ConsoleButton onPress={() => setOpen(!isOpen)}>{t("clubSettings.history")}</ConsoleButton>
        <small className="mute">{lastText(t, group)}</small>
      </div>
      {isOpen && <Versions group={group.group} />}
    </>
  );
}

function lastText(t: T, { changed_at: at, changed_by: by }: SettingGroupView): string {
  if (at === null) return t("clubSetting.never");
  return t("clubSetting.last", { by: by ?? "–", at: whenText(t, at) });
}

function Waiting({ id }: { readonly id: string | null }): ReactNode {
  const t = useT();
  return (
    id !== null && (
      <Notice tone="brass">
        {t("clubSetting.waits")} <a href={hrefOf("approvals")}>{t("route.approvals")}</a>
      </Notice>
    )
  );
}

function Versions({ group }: { readonly group: string }): ReactNode {
  const t = useT();
  const query = useSettingVersions(group);
  return (
    <Listing query={query} rows={2}>
      {(versions) => (
        <DataTable
          label={t("clubSettings.history")}
          rows={versions.map((version, at) => ({ ...version, before: versions[at + 1]?.values }))}
          rowId={({ version }) => String(version)}
          empty={t("clubSettings.none")}
          columns={(column) => [
            column.text("at", t("clubSettings.at"), (row) => whenText(t, row.changed_at)),
            column.text("by", t("clubSettings.by"), (row) => row.changed_by ?? "–"),
            column.text("what", t("clubSettings.after"), ({ values, before }) =>
              differenceText(t, values, before ?? {}),
            ),
          ]}
        />
      )}
    </Listing>
  );
}

type Values = Readonly<Record<string, string | number | boolean>>;

/** Each field that a version changed, old and new. */
export function differenceText(t: T, after: Values, before: Values): string {
  const said = Object.entries(after)
    .filter(([name, value]) => before[name] !== value)
    .map(([name, value]) => {
      const label = t.find(`clubSetting.field.${name}`) ?? name;
      return `${label}: ${String(before[name] ?? "–")} → ${String(value)}`;
    });
  return said.join(" · ");
}

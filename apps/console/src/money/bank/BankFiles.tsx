import {
  ConsoleButton,
  ConsoleSelect,
  DataTable,
  DropZone,
  Panel,
  PanelState,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { importFile, useBankImports, useBankProfiles } from "../../api/bank.ts";
import { useAct } from "../../api/use-act.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { ProfileDialog } from "./ProfileDialog.tsx";

const CAMT = "camt053";

/** Imports statements, and lists those already imported. */
export function BankFiles(): ReactNode {
  const t = useT();
  const reason = useWhyNot("cashier", "POST /api/operator/bank/imports");
  const [profile, setProfile] = useState("plain");
  const [isNew, setIsNew] = useState(false);
  const profiles = useBankProfiles().data ?? [];
  const act = useImport(profile);
  return (
    <>
      <Panel title={t("bank.drop")}>
        <div className="bank-file">
          {reason === undefined ? (
            <>
              <DropZone
                title={t("bank.drop")}
                hint={t("bank.dropHint")}
                accept=".csv,.xml,.txt"
                onFile={(file) => void act.run(file)}
              />
              <ConsoleSelect
                label={t("bank.profile")}
                value={profile}
                options={profiles.map(({ id }) => ({
                  id,
                  label: t.find(`bank.profile.${id}`) ?? id,
                }))}
                onChange={setProfile}
              />
              <ConsoleButton onPress={() => setIsNew(true)}>{t("bank.own")}</ConsoleButton>
            </>
          ) : (
            <p className="mute">{reason}</p>
          )}
          {/* Not a toast: what became of a file is read by somebody who chose the next one. */}
          {act.said !== undefined && (
            <p className="turf" role="status">
              {act.said}
            </p>
          )}
          <ErrorNotice text={act.error} />
        </div>
      </Panel>
      <Imports t={t} />
      {isNew && <ProfileDialog onSaved={setProfile} onClose={() => setIsNew(false)} />}
    </>
  );
}

/** Imports a file: XML is camt.053, anything else is read by the chosen columns. */
function useImport(profile: string) {
  const t = useT();
  const [said, setSaid] = useState<string | undefined>(undefined);
  const act = useAct(async (file: File) => {
    setSaid(undefined);
    const text = await file.text();
    const isXml = /\.xml$/i.test(file.name) || text.trimStart().startsWith("<");
    const done = await importFile({
      file_name: file.name.slice(0, 200),
      profile: isXml ? CAMT : profile,
      text,
    });
    setSaid(
      done.is_repeat
        ? t("bank.repeat")
        : t("bank.imported", { added: done.added, items: done.items }),
    );
  });
  return { ...act, said };
}

function Imports({ t }: { readonly t: T }): ReactNode {
  const query = useBankImports();
  return (
    <Panel title={t("bank.imports")}>
      <Listing query={query} rows={3}>
        {(list) => (
          <DataTable
            label={t("bank.imports")}
            rows={list}
            rowId={(each) => each.import_id}
            empty={<PanelState state="empty" title={t("bank.noImports")} />}
            columns={(column) => [
              column.strong(
                "file",
                t("bank.drop"),
                (each) => <span className="bank-words">{each.file_name}</span>,
                (each) => each.file_name,
              ),
              column.figure(
                "added",
                t("bank.movements"),
                (each) => `${each.added}/${each.items}`,
                (each) => each.items,
              ),
              column.mute(
                "at",
                t("reportColumn.at"),
                (each) => whenText(t, each.imported_at),
                (each) => each.imported_at,
              ),
            ]}
          />
        )}
      </Listing>
    </Panel>
  );
}

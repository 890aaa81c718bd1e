import type { StatementFormat, StatementType } from "@club/contract";
import { ListGroup, ListRow, Notice, Sheet, type IconName } from "@club/ui";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { saveFile } from "@club/client";
import { fetchFile } from "../../core/call.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import type { DayRange } from "./RangeChoice.tsx";

const FORMATS = ["csv", "xlsx", "pdf"] as const satisfies readonly StatementFormat[];
const ICON: Readonly<Record<StatementFormat, IconName>> = {
  csv: "statement",
  xlsx: "statement",
  pdf: "statement",
};
const MOST_PDF_LINES = 5000;

/** Saves all of the chosen lines, as a file that the club makes. */
export function ExportSheet(props: {
  readonly range: DayRange;
  readonly type: StatementType | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const isOnline = useIsOnline();
  const { range, type, onClose } = props;
  const save = useMutation({
    mutationFn: async (format: StatementFormat) => {
      const query = new URLSearchParams({ format, ...range, ...(type !== undefined && { type }) });
      const file = await fetchFile(`/api/statement/export?${query.toString()}`);
      saveFile(file, `statement-${range.from}_${range.to}.${format}`);
    },
    onSuccess: onClose,
  });
  return (
    <Sheet open onClose={onClose} title={t("export.title")} ground="page">
      <p className="pad mute">{save.isPending ? t("export.busy") : t("export.how")}</p>
      <ListGroup>
        {FORMATS.map((format) => (
          <ListRow
            key={format}
            icon={ICON[format]}
            title={t(`export.${format}`)}
            meta={t(`export.${format}Note`, { most: MOST_PDF_LINES })}
            onPress={isOnline && !save.isPending ? () => save.mutate(format) : undefined}
          />
        ))}
      </ListGroup>
      <div className="pad">
        {!isOnline && <Notice tone="brass" title={t("export.offline")} />}
        {save.isError && <Notice tone="loss" title={errorText(t, save.error)} alert />}
      </div>
    </Sheet>
  );
}

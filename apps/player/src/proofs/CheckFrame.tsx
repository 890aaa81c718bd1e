import type { CheckLine } from "@club/domain";
import { Button, ErrorState, Notice, Sheet, Skeleton } from "@club/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { saveFile } from "@club/client";
import { useT } from "../core/lang.ts";
import type { OpenCheck } from "./CheckRow.tsx";

/** What a check has found; null: the file could not be read. */
interface Found {
  readonly lines: readonly CheckLine[];
}

export interface CheckFrameProps<C extends Found> {
  readonly check: OpenCheck;
  readonly title: string;
  /** Shown when the file does not load. */
  readonly failed: string;
  readonly fileName: string;
  /** What the file is about, and in which state: a different one is fetched anew. */
  readonly subject: readonly string[];
  readonly load: () => Promise<string>;
  readonly compute: (text: string) => Promise<C | null>;
  readonly children: (checked: C) => ReactNode;
}

/** The sheet of a check: fetches a public file once, computes it again on this phone, shows what it found, saves it. */
export function CheckFrame<C extends Found>(props: CheckFrameProps<C>): ReactNode {
  const t = useT();
  const { open, onClose } = props.check;
  const query = useChecked(props);
  const { data } = query;
  const save = (text: string) => {
    saveFile(new Blob([text], { type: "application/json" }), props.fileName);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      ground="page"
      full
      title={props.title}
      foot={
        data !== undefined && (
          <div className="acts">
            <Button icon="download" wide onPress={() => save(data.text)}>
              {t("check.save")}
            </Button>
          </div>
        )
      }
    >
      {query.isPending && (
        <div role="status" aria-label={t("check.working")}>
          <Skeleton kind="row" rows={6} />
        </div>
      )}
      {query.isError && (
        <ErrorState
          title={props.failed}
          text={t("state.moneySafe")}
          onRetry={() => void query.refetch()}
        />
      )}
      {data !== undefined &&
        (data.checked === null ? <Unreadable /> : props.children(data.checked))}
    </Sheet>
  );
}

function useChecked<C extends Found>({ check, subject, load, compute }: CheckFrameProps<C>) {
  const { onEqual } = check;
  const query = useQuery({
    queryKey: ["check", ...subject],
    staleTime: Infinity,
    retry: false,
    networkMode: "always",
    queryFn: async () => {
      const text = await load();
      return { text, checked: await compute(text) };
    },
  });
  const isEqual = query.data?.checked?.lines.every(({ verdict }) => verdict === "equal") ?? false;
  useEffect(() => {
    if (isEqual) onEqual();
  }, [isEqual, onEqual]);
  return query;
}

function Unreadable(): ReactNode {
  const t = useT();
  return (
    <div className="check-verdict">
      <Notice tone="loss" title={t("check.differs")}>
        <p>{t("proof.why.format")}</p>
      </Notice>
    </div>
  );
}

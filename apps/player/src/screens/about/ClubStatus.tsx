import { formatTimeSeconds } from "@club/i18n";
import { Button, Notice, Section, Skeleton, ValueRow } from "@club/ui";
import type { ReactNode } from "react";
import { useStatus } from "../../api/club.ts";
import { useT } from "../../core/lang.ts";
import { deviceZone } from "../../device/zone.ts";

/** Whether the club takes bets and its books balance, asked of the server itself. */
export function ClubStatus(): ReactNode {
  const t = useT();
  const { data, isError, isFetching, refetch } = useStatus();
  const time = (at: string | number) => formatTimeSeconds(at, deviceZone(), t.language);
  const again = (
    <Button
      kind="text"
      icon="refresh"
      busy={isFetching && !isError && data !== undefined}
      onPress={() => void refetch()}
    >
      {t("about.again")}
    </Button>
  );
  return (
    <Section title={t("about.status")} end={again}>
      {data === undefined && !isError && <Skeleton kind="row" rows={3} />}
      {isError && <Notice tone="loss" title={t("about.failed")} alert />}
      {data !== undefined && !isError && (
        <div role="status">
          <ValueRow label={t("about.server")} value={time(data.server_time)} />
          <ValueRow label={t("about.release")} value={data.version} />
          <ValueRow
            label={t("about.betting")}
            value={t(data.takes_bets ? "about.yes" : "about.no")}
            tone={data.takes_bets ? "turf" : "loss"}
          />
          <Books books={data.books} time={time} />
        </div>
      )}
      <p className="mute about-how">{t("about.books.how")}</p>
    </Section>
  );
}

function Books(props: {
  readonly books: { readonly balanced: boolean; readonly checked_at: string } | null;
  readonly time: (at: string) => string;
}): ReactNode {
  const t = useT();
  const { books, time } = props;
  if (books === null) return <ValueRow label={t("about.books")} value={t("about.unknown")} />;
  return (
    <ValueRow
      label={t("about.books")}
      value={books.balanced ? t("about.booksAt", { time: time(books.checked_at) }) : t("about.no")}
      tone={books.balanced ? "turf" : "loss"}
    />
  );
}

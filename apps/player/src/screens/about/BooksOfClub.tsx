import { formatCount, formatDateTime, formatMoney, formatTimeSeconds } from "@club/i18n";
import { Icon, Notice, Section, ValueRow } from "@club/ui";
import type { ReactNode } from "react";
import type { Books } from "../../api/club.ts";
import { useT, type T } from "../../core/lang.ts";
import { shortHash } from "../../core/texts.ts";
import { deviceZone } from "../../device/zone.ts";
import "./books.css";

interface BooksProps {
  readonly books: Books;
}

/** Whether the books balance, what each kind of account holds, the last full check, and the chain. */
export function BooksOfClub({ books }: BooksProps): ReactNode {
  return (
    <div className="books">
      <Balance books={books} />
      <Accounts books={books} />
      <LastCheck books={books} />
      <Chain books={books} />
    </div>
  );
}

function Balance({ books }: BooksProps): ReactNode {
  const t = useT();
  const { added_up: look } = books;
  const time = look === null ? "" : formatTimeSeconds(look.at, deviceZone(), t.language);
  return (
    <Section>
      <div role="status">
        {look === null && (
          <Notice tone="brass" title={t("books.never")}>
            <p>{t("books.neverText")}</p>
          </Notice>
        )}
        {look?.balanced === true && (
          <Notice tone="turf" icon="shield" title={t("books.balanced")}>
            <p>{t("books.balancedText", { time })}</p>
          </Notice>
        )}
        {look?.balanced === false && (
          <Notice tone="loss" title={t("books.off")}>
            <p>{t("books.offText", { time })}</p>
          </Notice>
        )}
      </div>
    </Section>
  );
}

function Accounts({ books }: BooksProps): ReactNode {
  const t = useT();
  const money = (amount: number) => formatMoney(amount, books.currency, t.language);
  const shown = books.accounts.filter((account) => account.balance_cents !== 0);
  return (
    <Section title={t("books.accounts")}>
      {shown.map(({ kind, pool, balance_cents }) => (
        <ValueRow
          key={`${kind} ${pool}`}
          label={nameOf(t, { kind, pool })}
          value={money(balance_cents)}
        />
      ))}
      <ValueRow
        label={t("books.sum")}
        value={money(books.total_cents)}
        tone={books.total_cents === 0 ? "turf" : "loss"}
        total
      />
      <p className="mute books-note">{t("books.accountsText")}</p>
    </Section>
  );
}

function nameOf(t: T, { kind, pool }: Pick<Books["accounts"][number], "kind" | "pool">): string {
  const name = t(`books.account.${kind}`);
  return pool === null ? name : `${name}, ${t.find(`pool.${pool}`) ?? pool}`;
}

function LastCheck({ books }: BooksProps): ReactNode {
  const t = useT();
  const { verified } = books;
  if (verified === null) {
    return (
      <Section title={t("books.verified")}>
        <p className="mute">{t("books.verifiedNone")}</p>
      </Section>
    );
  }
  const time = formatDateTime(verified.at, deviceZone(), t.language);
  return (
    <Section
      title={t("books.verified")}
      end={
        <b className={verified.ok ? "turf" : "loss"}>
          {t(verified.ok ? "books.verifiedOk" : "books.verifiedWrong")}
        </b>
      }
    >
      <p className="mute books-note">{t("books.verifiedText", { time })}</p>
      <ul className="books-checks">
        {verified.checks.map(({ name, ok }) => (
          <li key={name} className={ok ? undefined : "loss"}>
            <Icon
              name={ok ? "check" : "alert"}
              label={t(ok ? "books.passed" : "books.notPassed")}
            />
            <span>{t.find(`books.check.${name}`) ?? name}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Chain({ books }: BooksProps): ReactNode {
  const t = useT();
  const { hash } = books.chain_head;
  return (
    <Section title={t("books.chain")}>
      <ValueRow label={t("books.entries")} value={formatCount(books.entries, t.language)} />
      <ValueRow label={t("books.lines")} value={formatCount(books.postings, t.language)} />
      <ValueRow label={t("books.head")} value={shortHash(hash)} />
      <p className="mute books-note">{t("books.chainText")}</p>
    </Section>
  );
}

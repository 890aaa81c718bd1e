import type { RaceDetail } from "@club/contract";
import { type CheckLine, readCombination } from "@club/domain";
import { formatDividend, formatMoney, formatTimeExact } from "@club/i18n";
import {
  Button,
  ErrorState,
  Icon,
  ListRow,
  Notice,
  SelectionLine,
  Sheet,
  Skeleton,
} from "@club/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { saveFile } from "../../api/file.ts";
import { useT, type T } from "../../lang.ts";
import { hrefOf } from "../../routes.ts";
import { shortHash } from "../../shell/hash.ts";
import { type Checked, checkRaceFileHere, loadRaceFile } from "./check-race-file.ts";
import { reasonsOf } from "./reasons.ts";
import "./check.css";

export interface CheckSheetProps {
  readonly race: RaceDetail;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Told when everything was equal. */
  readonly onEqual: () => void;
}

/** A race's dividends computed again on this phone, line by line equal, or the difference. */
export function CheckSheet({ race, open, onClose, onEqual }: CheckSheetProps): ReactNode {
  const t = useT();
  const query = useChecked(race);
  const isEqual = query.data?.checked?.lines.every(({ verdict }) => verdict === "equal") ?? false;
  useEffect(() => {
    if (isEqual) onEqual();
  }, [isEqual, onEqual]);
  const save = (text: string) => {
    const file = new Blob([text], { type: "application/json" });
    saveFile(file, `${race.code}-${race.date}-${race.raceNo}.json`);
  };
  const { data } = query;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      ground="page"
      full
      title={t("check.title")}
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
          title={t("check.failed")}
          text={t("state.moneySafe")}
          onRetry={() => void query.refetch()}
        />
      )}
      {data !== undefined && <Found race={race} checked={data.checked} />}
    </Sheet>
  );
}

function useChecked(race: RaceDetail) {
  const version = String(race.result?.version ?? 0);
  return useQuery({
    queryKey: ["check", race.race_id, version],
    staleTime: Infinity,
    retry: false,
    networkMode: "always",
    queryFn: async () => {
      const text = await loadRaceFile(race.race_id, version);
      return { text, checked: await checkRaceFileHere(text) };
    },
  });
}

function Found(props: { readonly race: RaceDetail; readonly checked: Checked }): ReactNode {
  const t = useT();
  const { race, checked } = props;
  if (checked === null) {
    return (
      <div className="check-verdict">
        <Notice tone="loss" title={t("check.differs")}>
          <p>{t("proof.why.format")}</p>
        </Notice>
      </div>
    );
  }
  return (
    <>
      <div className="check-verdict" role="status">
        <Summary checked={checked} />
      </div>
      {checked.root !== null && <Sealed root={checked.root} race={race} />}
      {checked.pools.map(({ pool, status }, index) => (
        <Pool
          key={`${pool} ${index}`}
          race={race}
          pool={pool}
          isOpen={status === "OPEN" || status === "CLOSED"}
          lines={checked.lines.filter((line) => line.pool === pool)}
        />
      ))}
      <ListRow icon="shield" title={t("route.books")} href={hrefOf("books")} />
    </>
  );
}

function Summary({ checked }: { readonly checked: NonNullable<Checked> }): ReactNode {
  const t = useT();
  const wrong = checked.lines.filter(({ verdict }) => verdict === "differs");
  const isUnsigned = checked.lines.some(({ verdict }) => verdict === "unchecked");
  if (wrong.length > 0) {
    const others = wrong.filter(({ pool }) => pool === null);
    return (
      <Notice tone="loss" title={t("check.differs")}>
        <p>{t("check.differsText")}</p>
        {others.length > 0 && reasonsOf(t, others).map((reason) => <p key={reason}>{reason}</p>)}
      </Notice>
    );
  }
  return (
    <Notice tone="turf" title={t("check.equal")} icon="shield">
      <p>{t("check.equalText", { n: checked.lines.length })}</p>
      {isUnsigned && <p>{t("check.unsigned")}</p>}
    </Notice>
  );
}

function Sealed(props: {
  readonly race: RaceDetail;
  readonly root: NonNullable<NonNullable<Checked>["root"]>;
}): ReactNode {
  const t = useT();
  const { race, root } = props;
  const time = formatTimeExact(root.closedAt, race.timezone);
  return (
    <section className="proof" aria-label={t("check.sealed")}>
      <Icon name="lock" />
      <div>
        <p>
          <b>{t("check.sealed")}</b>
        </p>
        <p className="mute">{t("check.sealedText", { n: root.bets, time })}</p>
        <p className="proof-root mute">
          {t("check.root")} <span className="fig">{shortHash(root.root)}</span>
        </p>
      </div>
    </section>
  );
}

interface PoolProps {
  readonly race: RaceDetail;
  readonly pool: CheckLine["pool"];
  readonly isOpen: boolean;
  readonly lines: readonly CheckLine[];
}

const FIGURES = ["gross", "takeout", "net", "paid", "breakage", "house_topup", "jackpot_out"];

function Pool({ race, pool, isOpen, lines }: PoolProps): ReactNode {
  const t = useT();
  const dividends = lines.filter(({ check }) => check === "dividend");
  const figures = lines.filter(
    ({ check, verdict, stated }) =>
      FIGURES.includes(check) && (verdict !== "equal" || stated !== "0"),
  );
  const others = lines.filter(
    ({ check, verdict }) =>
      verdict === "differs" && check !== "dividend" && !FIGURES.includes(check),
  );
  const rows = [...dividends, ...figures, ...others];
  if (rows.length === 0) return null;
  return (
    <section className="check-pool">
      <h3>
        {t.find(`pool.${pool}`) ?? pool}
        {isOpen && <span className="mute">{t("check.openPool")}</span>}
      </h3>
      {dividends.map((line) => (
        <Line key={line.item} race={race} line={line} />
      ))}
      <div className="check-figures">
        {[...figures, ...others].map((line, index) => (
          <Line key={index} race={race} line={line} />
        ))}
      </div>
    </section>
  );
}

function Line({ race, line }: { readonly race: RaceDetail; readonly line: CheckLine }): ReactNode {
  const t = useT();
  const isEqual = line.verdict === "equal";
  const isDividend = line.check === "dividend";
  const kind = { check: line.check, currency: race.currency };
  const [computed, stated] = [line.computed, line.stated].map((text) => shown(t, kind, text));
  return (
    <>
      <p className="check-line" data-verdict={line.verdict}>
        {isDividend ? (
          <SelectionLine parts={readCombination(line.item ?? "").map((number) => ({ number }))} />
        ) : (
          <span className="mute">
            {t.find(`check.line.${line.check}`) ?? t("check.line.other")}
          </span>
        )}
        <b className="fig">{computed}</b>
        <Icon
          name={isEqual ? "check" : "alert"}
          label={t(isEqual ? "check.equal" : "check.differs")}
        />
      </p>
      {!isEqual && (
        <p className="check-said">
          {t("check.stated", { stated: stated ?? "", computed: computed ?? "" })}
        </p>
      )}
    </>
  );
}

function shown(t: T, { check, currency }: { check: string; currency: string }, text: string) {
  if (!/^-?\d+$/.test(text)) return text === "none" ? t("check.noDividend") : text;
  if (check === "dividend") return formatDividend(Number(text), t.language);
  return formatMoney(Number(text), currency, t.language);
}

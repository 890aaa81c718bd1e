import type { OperatorRace } from "@club/contract";
import { RACE_POOL_CODES, type PoolCode } from "@club/domain";
import { ConsoleButton } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { sendPools } from "../../api/race-changes.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { Choices } from "../../shell/Choices.tsx";
import "../race.css";

/** Which pools of a race take bets; can be changed until it closes. */
export function OfferPools({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const may = useMay("POST /api/operator/races/:race_id/pools");
  const [isAsking, setIsAsking] = useState(false);
  if (!may || !["draft", "open"].includes(race.status)) return null;
  return (
    <>
      <ConsoleButton onPress={() => setIsAsking(true)}>{t("offer.act")}</ConsoleButton>
      {isAsking && <OfferDialog race={race} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** The pools that the race does not offer; nothing when it offers all. */
export function NotOffered({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const missing = RACE_POOL_CODES.filter((code) => race.offered?.includes(code) === false);
  if (missing.length === 0) return null;
  const pools = missing.map((code) => t(`pool.${code}`)).join(", ");
  return <p className="mute pool-note">{t("offer.missing", { pools })}</p>;
}

function OfferDialog(props: {
  readonly race: OperatorRace;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { race } = props;
  const before = race.offered ?? RACE_POOL_CODES;
  const [chosen, setChosen] = useState<PoolCode[]>([...before]);
  const name = `${race.meetings} ${t("race.short", { n: race.raceNo })}`;
  const run = async (reason: string) => {
    await sendPools({ race_id: race.race_id, pools: chosen, reason });
    return t("offer.done", { race: name, n: chosen.length });
  };
  const isSame = chosen.length === before.length && before.every((code) => chosen.includes(code));
  return (
    <AskDialog
      title={t("offer.title", { race: name })}
      text={t("offer.text")}
      label={t("act.save")}
      reason="optional"
      missing={isSame ? t("offer.same") : undefined}
      run={run}
      onClose={props.onClose}
    >
      <Choices
        label={t("offer.act")}
        options={RACE_POOL_CODES.map((id) => ({ id, label: t(`pool.${id}`) }))}
        chosen={chosen}
        onChange={(codes) => setChosen(codes.includes("WIN") ? codes : ["WIN", ...codes])}
      />
    </AskDialog>
  );
}

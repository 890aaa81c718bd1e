import { formatTimeExact } from "@club/i18n";
import { useClock } from "@club/ui";
import { ConsoleButton, useKeys, Verdict, type VerdictProps } from "@club/ui/console";
import type { ReactNode } from "react";
import { errorText } from "../../api/error-text.ts";
import { useVerification, verify, type Verified } from "../../api/ledger.ts";
import { useOfflineText } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { clubZone } from "../../core/time.ts";

const SECOND_MS = 1000;

/** What the last verification found, check by check, and the button that runs it. */
export function VerifyBanner(): ReactNode {
  const t = useT();
  const verification = useVerification();
  const may = useMay("POST /api/operator/ledger/verify");
  const offline = useOfflineText();
  const isRunning = verification.phase === "running";
  const seconds = useClock((nowMs) =>
    isRunning ? Math.floor((nowMs - verification.startedAt) / SECOND_MS) : 0,
  );
  useKeys({ v: () => may && offline === undefined && void verify() });
  const result =
    verification.phase === "done"
      ? verification.result
      : verification.phase === "running"
        ? verification.before
        : undefined;
  const button = (
    <ConsoleButton
      kind="primary"
      keyCap="V"
      busy={isRunning}
      reason={offline}
      onPress={() => void verify()}
    >
      {isRunning ? t("verify.running", { n: seconds }) : t("verify.now")}
    </ConsoleButton>
  );
  return (
    <Verdict
      {...facesOf(t, verification, result)}
      busy={isRunning}
      checks={result?.checks.map((check) => checkOf(t, check)) ?? []}
      end={
        <>
          {result !== undefined && <ChainHead result={result} />}
          {may && button}
        </>
      }
    />
  );
}

function facesOf(
  t: T,
  verification: ReturnType<typeof useVerification>,
  result: Verified | undefined,
): Pick<VerdictProps, "tone" | "title" | "text"> {
  if (verification.phase === "failed") {
    return { tone: "loss", title: t("verify.failed"), text: errorText(t, verification.error) };
  }
  const progress = verification.phase === "running" ? verification.progress : undefined;
  if (progress !== undefined && progress !== null) {
    const { check, done, total } = progress;
    const name = t.find(`check.${check}`) ?? check;
    const text = t("verify.progress", { done, total, check: name });
    return { tone: "plain", title: t("verify.under"), text };
  }
  if (result === undefined)
    return { tone: "plain", title: t("verify.notYet"), text: t("verify.what") };
  const seconds = (result.duration_ms / SECOND_MS).toFixed(1);
  const time = formatTimeExact(result.at, clubZone());
  return {
    tone: result.ok ? "turf" : "loss",
    title: t(result.ok ? "verify.ok" : "verify.broken"),
    text: t("verify.text", { time, seconds }),
  };
}

function checkOf(t: T, check: Verified["checks"][number]): VerdictProps["checks"][number] {
  return {
    id: check.name,
    name: t.find(`check.${check.name}`) ?? check.name,
    ok: check.ok,
    detail: check.detail ?? undefined,
  };
}

function ChainHead({ result }: { readonly result: Verified }): ReactNode {
  const t = useT();
  const { hash } = result.chain_head;
  return (
    <span className="mute" title={hash}>
      {t("verify.head")}{" "}
      <b className="fig">{`${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`}</b>
    </span>
  );
}

import type { CheckLine } from "@club/domain";
import { Icon, Notice, Skeleton } from "@club/ui";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { saveFile } from "@club/client";
import { useT } from "../core/lang.ts";
import type { T } from "../core/lang.ts";
import "./check.css";

/** Where a bet stands: proven up to the club's signature, or without it. */
interface Held {
  readonly state: "inside" | "unsigned";
}

/** The phone's finding: a place, no connection to ask for the keys, or what does not fit. */
export type Proof<H extends Held> =
  | H
  | { readonly state: "offline" }
  | { readonly state: "wrong"; readonly lines: readonly CheckLine[] };

export interface ProofFrameProps<O, H extends Held> {
  readonly order: O;
  /** "Leg 2", where each leg has a proof of its own. */
  readonly leg?: string | undefined;
  /** Whether there is something to prove; if not, what to say meanwhile, null for nothing. */
  readonly hasProof: boolean;
  readonly waiting: string | null;
  readonly prove: (order: O) => Promise<Proof<H>>;
  /** Where the bet stands, and what is sealed. */
  readonly children: (proven: H) => ReactNode;
}

/** The proof of a bet, computed on this phone when it is first shown: waiting, under way, wrong, or where it stands. */
export function ProofFrame<O, H extends Held>(props: ProofFrameProps<O, H>): ReactNode {
  const t = useT();
  const proven = useProven(props);
  const { leg } = props;
  const named = (title: string) => (leg === undefined ? title : `${leg} · ${title}`);
  if (!props.hasProof) {
    return props.waiting === null ? null : (
      <section className="proof" aria-label={named(t("proof.title"))}>
        <Icon name="lock" />
        <p className="mute">{named(props.waiting)}</p>
      </section>
    );
  }
  return (
    <div role="status">
      {proven === null ? (
        <section className="proof" aria-label={named(t("proof.checking"))}>
          <Skeleton kind="row" />
        </section>
      ) : (
        <Verdict proven={proven} title={named(t("proof.title"))} leg={leg}>
          {props.children}
        </Verdict>
      )}
    </div>
  );
}

function useProven<O, H extends Held>(props: ProofFrameProps<O, H>): Proof<H> | null {
  const { order, hasProof, prove } = props;
  const [proven, setProven] = useState<Proof<H> | null>(null);
  useEffect(() => {
    if (!hasProof) return;
    let isShown = true;
    prove(order).then(
      (found) => isShown && setProven(found),
      (error: unknown) => console.error("proof", error),
    );
    return () => {
      isShown = false;
    };
  }, [order, hasProof, prove]);
  return proven;
}

function Verdict<H extends Held>(props: {
  readonly proven: Proof<H>;
  readonly title: string;
  readonly leg: string | undefined;
  readonly children: (proven: H) => ReactNode;
}): ReactNode {
  const t = useT();
  const { proven } = props;
  switch (proven.state) {
    case "offline":
      return <Notice tone="brass">{t("proof.offline")}</Notice>;
    case "wrong":
      return (
        <Notice tone="loss" title={t("proof.wrong")}>
          <p>{t("proof.wrongText")}</p>
          {reasonsOf(t, proven.lines).map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Notice>
      );
    case "inside":
    case "unsigned":
      return (
        <section className="proof" aria-label={props.title}>
          <Icon name="shield" />
          <div>
            {props.leg !== undefined && <p className="mute">{props.leg}</p>}
            {props.children(proven)}
          </div>
        </section>
      );
  }
}

/** Gives the player what an auditor needs to prove the bet elsewhere. */
export async function saveReceipt(
  receiptNo: string,
  receipt: Promise<object | null>,
): Promise<void> {
  const file = new Blob([JSON.stringify(await receipt)], { type: "application/json" });
  saveFile(file, `${receiptNo}.json`);
}

/** What does not fit, in plain words, each once. */
export function reasonsOf(t: T, lines: readonly CheckLine[]): readonly string[] {
  const known = lines.map(({ check }) => t.find(`proof.why.${check}`));
  return [...new Set(known.map((reason) => reason ?? t("proof.why.format")))];
}

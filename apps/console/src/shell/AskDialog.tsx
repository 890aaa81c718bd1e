import { Notice, showToast } from "@club/ui";
import { ConsoleButton, ConsoleDialog, ConsoleField } from "@club/ui/console";
import { useState, type ReactNode, useRef } from "react";
import { useAct, type Act } from "../api/use-act.ts";
import { useT } from "../core/lang.ts";

/** An act of the operator as a dialog needs it. */
type Doing = Pick<Act<readonly never[]>, "busy" | "error">;

interface Question {
  readonly title: string;
  /** What will happen. */
  readonly text?: string | undefined;
  /** The act in one word. */
  readonly label: string;
  readonly danger?: boolean | undefined;
  readonly money?: string | undefined;
  readonly reason: "needed" | "optional" | "none";
  readonly reasonHint?: string | undefined;
  /** Reasons to pick from; each may be written on. */
  readonly reasons?: readonly string[] | undefined;
  /** Why it cannot be done yet, apart from a missing reason. */
  readonly missing?: string | undefined;
  readonly onClose: () => void;
  /** Fields before the reason. */
  readonly children?: ReactNode;
}

export interface AskDialogProps extends Question {
  /** Does it; a text that it returns is said. */
  readonly run: (reason: string) => Promise<unknown>;
}

/** Asks, does, says what was done and closes; a failure stays to be read. */
export function AskDialog({ run, ...question }: AskDialogProps): ReactNode {
  const act = useAct(async (reason: string) => {
    const said = await run(reason);
    if (typeof said === "string") showToast(said);
    question.onClose();
  });
  return <AskForm {...question} act={act} />;
}

/** The act is run with the reason, or `onSubmit` runs it in its own way. */
type AskFormProps = Question &
  (
    | { readonly act: Doing & { readonly run: (reason: string) => Promise<unknown> } }
    | { readonly act: Doing; readonly onSubmit: (reason: string) => void }
  );

/** A question before an act: what it does, the reason for it, and any failure. */
export function AskForm(props: AskFormProps): ReactNode {
  const t = useT();
  const [reason, setReason] = useState("");
  const isReasonMissing = props.reason === "needed" && reason.trim() === "";
  const { busy, error } = props.act;
  const submit: (reason: string) => unknown = "onSubmit" in props ? props.onSubmit : props.act.run;
  const missing = props.missing ?? (isReasonMissing ? t("act.reasonMissing") : undefined);
  return (
    <ConsoleDialog
      title={props.title}
      onClose={props.onClose}
      onSubmit={() => missing === undefined && !busy && void submit(reason.trim())}
      acts={
        <>
          <ConsoleButton onPress={props.onClose}>{t("act.cancel")}</ConsoleButton>
          <ConsoleButton
            kind={props.danger === true ? "danger" : "primary"}
            type="submit"
            keyCap="⏎"
            busy={busy}
            money={props.money}
            reason={missing}
          >
            {props.label}
          </ConsoleButton>
        </>
      }
    >
      {props.text !== undefined && <p className="mute">{props.text}</p>}
      {props.children}
      {props.reasons !== undefined && <Picks texts={props.reasons} onPick={setReason} />}
      {props.reason !== "none" && (
        <ConsoleField
          label={t(props.reason === "needed" ? "act.reason" : "act.reasonOptional")}
          value={reason}
          onChange={setReason}
          hint={props.reasonHint ?? t("act.reasonHint")}
        />
      )}
      <ErrorNotice text={error} />
    </ConsoleDialog>
  );
}

/** What a form proposes to put into the field beneath. */
export function Picks(props: {
  readonly texts: readonly string[];
  readonly onPick: (text: string) => void;
}): ReactNode {
  return (
    <div className="acts">
      {props.texts.map((text) => (
        <ConsoleButton key={text} onPress={() => props.onPick(text)}>
          {text}
        </ConsoleButton>
      ))}
    </div>
  );
}

/** Shows a failure where it happened. */
export function ErrorNotice({ text }: { readonly text: string | undefined }): ReactNode {
  if (text === undefined) return null;
  return (
    <Notice tone="loss" alert>
      {text}
    </Notice>
  );
}

/**
 * Holds what a dialog is about while it is open: the list beneath it moves by itself, and an answer
 * must never hit the row that took the place of the one asked about.
 */
export function useHeld<Value>(isHeld: boolean, value: Value): Value {
  const held = useRef(value);
  if (!isHeld) held.current = value;
  return held.current;
}

import { showToast } from "@club/ui";
import { ConsoleButton, Panel, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { newCardSecret, removeCardHook, useCardHook } from "../../api/cards.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { ShownOnce } from "./ShownOnce.tsx";

const PATH = "/api/hooks/cards";

/** Access for programs that send cards: one secret, made and revoked here. */
export function CardHook(): ReactNode {
  const t = useT();
  const query = useCardHook();
  const [asking, setAsking] = useState<"make" | "remove" | undefined>(undefined);
  const [secret, setSecret] = useState<string | null>(null);
  const hook = query.data;
  return (
    <Panel
      title={t("cardHook.title")}
      meta={t("cardHook.meta")}
      end={hook !== undefined && <Ends isOn={hook.is_on} onAsk={setAsking} />}
    >
      <Listing query={query} rows={1}>
        {({ is_on, last_at }) => (
          <p className="door-note">
            <Tag tone={is_on ? "turf" : "plain"}>
              {last_at === null
                ? t("cardHook.never")
                : t("cardHook.last", { time: whenText(t, last_at) })}
            </Tag>{" "}
            {t(is_on ? "cardHook.isOn" : "cardHook.isOff", { path: PATH })}
          </p>
        )}
      </Listing>
      {asking !== undefined && (
        <HookAsk
          what={asking}
          isOn={hook?.is_on === true}
          onSecret={setSecret}
          onClose={() => setAsking(undefined)}
        />
      )}
      {secret !== null && (
        <ShownOnce
          title={t("cardHook.secret")}
          text={t("hook.secretText")}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Panel>
  );
}

function Ends(props: {
  readonly isOn: boolean;
  readonly onAsk: (what: "make" | "remove") => void;
}): ReactNode {
  const t = useT();
  const may = useMay("POST /api/operator/cards/hook");
  const reason = roleNeeded(t, may, "owner");
  return (
    <span className="acts">
      <ConsoleButton reason={reason} onPress={() => props.onAsk("make")}>
        {t(props.isOn ? "cardHook.rotate" : "cardHook.create")}
      </ConsoleButton>
      {props.isOn && (
        <ConsoleButton kind="danger" reason={reason} onPress={() => props.onAsk("remove")}>
          {t("cardHook.remove")}
        </ConsoleButton>
      )}
    </span>
  );
}

function HookAsk(props: {
  readonly what: "make" | "remove";
  readonly isOn: boolean;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { what, isOn, onClose } = props;
  const run = async () => {
    if (what === "make") props.onSecret((await newCardSecret()).secret);
    else {
      await removeCardHook();
      showToast(t("cardHook.removed"));
    }
  };
  const name = what === "remove" ? "cardHook.remove" : makeName(isOn);
  const text = what === "remove" ? t("cardHook.removeText") : makeText(t, isOn);
  return (
    <AskDialog
      title={`${t("cardHook.title")} · ${t(name)}`}
      text={text}
      label={t(name)}
      danger={what === "remove"}
      reason="none"
      run={run}
      onClose={onClose}
    />
  );
}

const makeName = (isOn: boolean) =>
  isOn ? ("cardHook.rotate" as const) : ("cardHook.create" as const);

function makeText(t: ReturnType<typeof useT>, isOn: boolean): string {
  return isOn ? t("cardHook.rotateText") : t("cardHook.isOn", { path: PATH });
}

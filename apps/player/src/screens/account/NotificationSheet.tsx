import type { PushKind } from "@club/contract";
import {
  Button,
  ErrorState,
  Field,
  Notice,
  PrimaryButton,
  Sheet,
  showToast,
  Skeleton,
  Toggle,
} from "@club/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { useProfile } from "../../api/accounts.ts";
import {
  pushAbility,
  PushFailed,
  usePushChoice,
  useSavePush,
  type PushChoice,
} from "../../api/push.ts";
import { useFavourites } from "../../api/favourites.ts";
import { useFollows } from "../../api/follows.ts";
import { useT, type T } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import "./account.css";

/** What this phone notifies of, and its quiet hours. Nothing is on before it is chosen. */
export function NotificationSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { data: choice, isError, error, refetch } = usePushChoice();
  const { data: profile } = useProfile();
  const obstacle = obstacleOf(t, profile?.has_bet);
  return (
    <Sheet open onClose={onClose} title={t("account.notifications")}>
      {choice === undefined && !isError && <Skeleton kind="row" rows={4} />}
      {isError && <ErrorState title={errorText(t, error)} onRetry={() => void refetch()} />}
      {choice !== undefined && obstacle !== undefined && (
        <div className="pad">
          <Notice tone="firm" icon="bell">
            <p>{obstacle}</p>
          </Notice>
        </div>
      )}
      {choice !== undefined && obstacle === undefined && (
        <ChoiceForm choice={choice} onDone={onClose} />
      )}
    </Sheet>
  );
}

/** Why there is nothing to choose here yet. */
function obstacleOf(t: T, hasBet: boolean | undefined): string | undefined {
  switch (pushAbility()) {
    case "ios":
      return t("notify.ios");
    case "unavailable":
      return t("notify.unavailable");
    case "denied":
      return t("notify.denied");
    case "ready":
      return hasBet === false ? t("notify.notYet") : undefined;
  }
}

const TEXT_OF = { race: "notify.race", follow: "notify.follow", settled: "notify.settled", top_up: "notify.topUp" } as const;
const KINDS = ["race", "follow", "settled", "top_up"] as const satisfies readonly PushKind[];
const NIGHT = { from: "22:00", to: "08:00" };

interface FormProps {
  readonly choice: PushChoice | null;
  readonly onDone: () => void;
}

function ChoiceForm({ choice, onDone }: FormProps): ReactNode {
  const t = useT();
  const [kinds, setKinds] = useState<readonly PushKind[]>(choice?.kinds ?? []);
  const [quiet, setQuiet] = useState(choice?.quiet ?? null);
  const save = useSavePush();
  const keep = (wanted: PushChoice) =>
    save.mutate(wanted, {
      onSuccess: (kept) => {
        showToast(t(kept === null ? "notify.isOff" : "notify.saved"));
        onDone();
      },
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending && (kinds.length > 0 || choice !== null)) keep({ kinds, quiet });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <p className="mute">{t("notify.how")}</p>
      <Kinds kinds={kinds} onChange={setKinds} />
      <QuietHours quiet={quiet} onChange={setQuiet} />
      {save.isError && <Notice tone="loss" title={troubleOf(t, save.error)} alert />}
      <div>
        <PrimaryButton
          type="submit"
          busy={save.isPending}
          busyText={t("state.sending")}
          reason={kinds.length === 0 && choice === null ? "" : undefined}
        >
          {t("act.save")}
        </PrimaryButton>
      </div>
      {choice !== null && (
        <Button kind="text" wide onPress={() => keep({ kinds: [], quiet: null })}>
          {t("notify.turnOff")}
        </Button>
      )}
    </form>
  );
}

function Kinds(props: {
  readonly kinds: readonly PushKind[];
  readonly onChange: (kinds: readonly PushKind[]) => void;
}): ReactNode {
  const t = useT();
  const { kinds, onChange } = props;
  const hasFavourites = useFavourites().length > 0;
  const { data: follows } = useFollows();
  return (
    <div>
      {KINDS.map((kind) => (
        <Toggle
          key={kind}
          label={t(TEXT_OF[kind])}
          checked={kinds.includes(kind)}
          onChange={(isOn) =>
            onChange(isOn ? [...kinds, kind] : kinds.filter((other) => other !== kind))
          }
        />
      ))}
      {kinds.includes("follow") && follows?.length === 0 && (
        <p className="field-note">{t("notify.noFollows")}</p>
      )}
      {kinds.includes("race") && !hasFavourites && (
        <p className="field-note">{t("notify.noFavourites")}</p>
      )}
    </div>
  );
}

function QuietHours(props: {
  readonly quiet: PushChoice["quiet"];
  readonly onChange: (quiet: PushChoice["quiet"]) => void;
}): ReactNode {
  const t = useT();
  const { quiet, onChange } = props;
  return (
    <div className="stack">
      <Toggle
        label={t("notify.quiet")}
        checked={quiet !== null}
        onChange={(isOn) => onChange(isOn ? NIGHT : null)}
      />
      {quiet !== null && (
        <>
          <div className="form-row">
            {(["from", "to"] as const).map((end) => (
              <Field
                key={end}
                label={t(`notify.${end}`)}
                name={`quiet-${end}`}
                type="time"
                value={quiet[end]}
                onChange={(time) => time !== "" && onChange({ ...quiet, [end]: time })}
              />
            ))}
          </div>
          <p className="field-note">{t("notify.quietHow")}</p>
        </>
      )}
    </div>
  );
}

function troubleOf(t: T, error: unknown): string {
  if (!(error instanceof PushFailed)) return errorText(t, error);
  return Notification.permission === "denied" ? t("notify.denied") : t("notify.failed");
}

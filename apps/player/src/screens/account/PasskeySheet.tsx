import { formatDate } from "@club/i18n";
import {
  Button,
  ErrorState,
  Field,
  IconButton,
  Notice,
  PrimaryButton,
  Sheet,
  showToast,
  Skeleton,
} from "@club/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { useSession } from "../../core/session.ts";
import { isRefusal } from "@club/client";
import {
  canUsePasskeys,
  useMakePasskey,
  usePasskeys,
  useRemovePasskey,
} from "../../api/passkeys.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import { deviceZone } from "../../device/zone.ts";
import { UserNameForManagers } from "../sign-in/NewPasswordField.tsx";
import { useDeviceName } from "../sign-in/device-name.ts";
import "./account.css";

/** The player's passkeys: one more, or one less. */
export function PasskeySheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { data: passkeys, isError, refetch } = usePasskeys();
  const [isMaking, setMaking] = useState(false);
  return (
    <Sheet open onClose={onClose} title={t("passkey.title")}>
      <p className="pad mute">{t("passkey.offerText")}</p>
      {passkeys === undefined && !isError && <Skeleton kind="row" rows={2} />}
      {isError && <ErrorState title={t("passkey.failed")} onRetry={() => void refetch()} />}
      {passkeys?.length === 0 && !isMaking && <p className="pad">{t("passkey.none")}</p>}
      <PasskeyList passkeys={passkeys ?? []} />
      {!canUsePasskeys() && (
        <div className="pad">
          <Notice tone="brass">
            <p>{t("passkey.unavailable")}</p>
          </Notice>
        </div>
      )}
      {canUsePasskeys() && !isMaking && passkeys !== undefined && (
        <div className="pad">
          <Button wide icon="add" onPress={() => setMaking(true)}>
            {t("passkey.make")}
          </Button>
        </div>
      )}
      {isMaking && <MakeForm onDone={() => setMaking(false)} />}
    </Sheet>
  );
}

type Passkeys = NonNullable<ReturnType<typeof usePasskeys>["data"]>;

function PasskeyList({ passkeys }: { readonly passkeys: Passkeys }): ReactNode {
  const t = useT();
  const remove = useRemovePasskey();
  const day = (at: string) => formatDate(at, deviceZone(), t.language);
  return (
    <>
      {remove.isError && <Notice tone="loss" title={errorText(t, remove.error)} alert />}
      <ul className="sessions">
        {passkeys.map(({ passkey_id: id, name, created_at: made, last_used_at: used }) => (
          <li key={id}>
            <span className="row-text">
              <b>{name}</b>
              <span className="mute">
                {used === null
                  ? t("passkey.madeAt", { date: day(made) })
                  : t("passkey.usedAt", { date: day(used) })}
              </span>
            </span>
            <IconButton
              icon="trash"
              label={t("passkey.remove", { name })}
              onPress={() => !remove.isPending && remove.mutate(id)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A passkey outlives this session, so the password is asked for first. */
function MakeForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useT();
  const [password, setPassword] = useState("");
  const userName = useSession()?.name ?? "";
  const deviceName = useDeviceName();
  const make = useMakePasskey();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === "" || make.isPending) return;
    make.mutate(
      { password, name: deviceName(navigator.userAgent) },
      {
        onSuccess: () => {
          showToast(t("passkey.made"));
          onDone();
        },
      },
    );
  };
  const isWrong = isRefusal(make.error, "password.wrong");
  return (
    <form className="form" onSubmit={submit} noValidate>
      <UserNameForManagers name={userName} />
      <Field
        label={t("passkey.password")}
        name="password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        maxLength={128}
        error={isWrong ? errorText(t, make.error) : undefined}
        autoFocus
        required
      />
      {make.isError && !isWrong && (
        <Notice tone="brass" title={errorText(t, make.error)} alert />
      )}
      <div>
        <PrimaryButton
          type="submit"
          busy={make.isPending}
          reason={password === "" ? t("login.needPassword") : undefined}
        >
          {t("passkey.make")}
        </PrimaryButton>
      </div>
    </form>
  );
}

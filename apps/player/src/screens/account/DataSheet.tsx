import { Button, Field, Notice, Sheet, showToast } from "@club/ui";
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { go } from "../../core/address.ts";
import { isRefusal, saveFile } from "@club/client";
import { fetchFile } from "../../core/call.ts";
import { useCloseAccount } from "../../api/passwords.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/routes.ts";
import { errorText } from "../../core/texts.ts";
import "./account.css";

/** Everything that the club holds, to take away; and the end of the account. */
export function DataSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const [isClosing, setClosing] = useState(false);
  return (
    <Sheet open onClose={onClose} title={t("account.data")}>
      <ExportPart />
      {isClosing ? (
        <CloseForm />
      ) : (
        <div className="pad data-close">
          <Button kind="text" wide onPress={() => setClosing(true)}>
            {t("data.close")}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

function ExportPart(): ReactNode {
  const t = useT();
  const isOnline = useIsOnline();
  const save = useMutation({
    mutationFn: async (format: "json" | "csv") => {
      const file = await fetchFile(`/api/user/export?format=${format}`);
      saveFile(file, `horse-club-data.${format}`);
    },
    onSuccess: () => showToast(t("data.ready")),
  });
  return (
    <div className="form">
      <p>{t("data.how")}</p>
      <p className="mute">{t("data.private")}</p>
      {save.isError && <Notice tone="loss" title={errorText(t, save.error)} alert />}
      <div className="stack">
        {(["json", "csv"] as const).map((format) => (
          <Button
            key={format}
            wide
            icon="download"
            busy={save.isPending && save.variables === format}
            reason={isOnline ? undefined : t("offline.toast")}
            onPress={() => !save.isPending && save.mutate(format)}
          >
            {t(`data.${format}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** It cannot be undone: the consequences stand above the field, and the password is required. */
function CloseForm(): ReactNode {
  const t = useT();
  const [password, setPassword] = useState("");
  const close = useCloseAccount();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === "" || close.isPending) return;
    close.mutate(password, {
      onSuccess: () => {
        showToast(t("data.closed"));
        go(pathOf("login"), { replace: true });
      },
    });
  };
  const isWrong = isRefusal(close.error, "password.wrong");
  return (
    <form className="form" onSubmit={submit} noValidate>
      <Notice tone="loss" title={t("data.close")}>
        <p>{t("data.closeHow")}</p>
      </Notice>
      <Field
        label={t("login.password")}
        name="password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        maxLength={128}
        error={isWrong ? errorText(t, close.error) : undefined}
        required
      />
      {close.isError && !isWrong && <Notice tone="brass" title={errorText(t, close.error)} alert />}
      <div>
        <Button
          kind="danger"
          size="large"
          type="submit"
          busy={close.isPending}
          busyText={t("state.sending")}
          reason={password === "" ? t("login.needPassword") : undefined}
        >
          {t("data.close")}
        </Button>
      </div>
    </form>
  );
}

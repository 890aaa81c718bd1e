import { Button, Icon, Notice, PrimaryButton, showToast } from "@club/ui";
import type { ReactNode } from "react";
import { canUsePasskeys, useMakePasskey } from "../../api/passkeys.ts";
import { useT } from "../../core/lang.ts";
import { storage } from "../../device/storage.ts";
import { useDeviceName } from "./device-name.ts";
import { errorText } from "../../core/texts.ts";
import "./login.css";

const OFFERED_KEY = "passkey.offered";

/** Offered once on a device, after its first sign-in by password. */
export function shouldOfferPasskey(): boolean {
  return canUsePasskeys() && storage.read(OFFERED_KEY) === null;
}

/** A passkey for the next time, or not: the buttons are the same size, and it is offered once. */
export function PasskeyOffer({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useT();
  const make = useMakePasskey();
  const deviceName = useDeviceName();
  const leave = () => {
    storage.write(OFFERED_KEY, "1");
    onDone();
  };
  const start = () =>
    make.mutate(
      { name: deviceName(navigator.userAgent) },
      {
        onSuccess: () => {
          showToast(t("passkey.made"));
          leave();
        },
      },
    );
  return (
    <div className="form passkey-offer">
      <span className="passkey-mark">
        <Icon name="key" />
      </span>
      <h2>{t("passkey.offer")}</h2>
      <p>{t("passkey.offerText")}</p>
      {make.isError && <Notice tone="brass" title={errorText(t, make.error)} alert />}
      <PrimaryButton busy={make.isPending} onPress={start}>
        {t("passkey.make")}
      </PrimaryButton>
      <Button size="large" onPress={leave}>
        {t("act.later")}
      </Button>
    </div>
  );
}

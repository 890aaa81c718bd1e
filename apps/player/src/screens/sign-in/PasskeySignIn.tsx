import { Button, Notice } from "@club/ui";
import type { ReactNode } from "react";
import { canUsePasskeys, usePasskeySignIn } from "../../api/passkeys.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";

/** Signing in without a name or a password, where the browser can. */
export function PasskeySignIn({ onEntered }: { readonly onEntered: () => void }): ReactNode {
  const t = useT();
  const signIn = usePasskeySignIn();
  if (!canUsePasskeys()) return null;
  return (
    <>
      <Button
        wide
        icon="key"
        busy={signIn.isPending}
        onPress={() => signIn.mutate(undefined, { onSuccess: onEntered })}
      >
        {t("passkey.signIn")}
      </Button>
      {signIn.isError && <Notice tone="brass" title={errorText(t, signIn.error)} alert />}
    </>
  );
}

import type { changePassword, closeAccount, resetPassword } from "@club/contract";
import { useMutation } from "@tanstack/react-query";
import { endSession } from "../core/session.ts";
import { enter } from "./accounts.ts";
import { call } from "../core/call.ts";

/** Changes the password. The answer is a new session: this device stays signed in, the others do not. */
export function useChangePassword() {
  return useMutation({
    mutationFn: async (asked: { readonly oldPassword: string; readonly newPassword: string }) => {
      const { data } = await call<typeof changePassword>({
        method: "POST",
        path: "/api/user/change-password",
        body: { old_password: asked.oldPassword, new_password: asked.newPassword },
      });
      enter(data);
    },
  });
}

export interface Reset {
  readonly phone: string;
  readonly verificationId: string;
  readonly timestamp: number;
  readonly code: string;
  readonly newPassword: string;
}

/** Sets a new password by a code from the phone; then every device is signed out. */
export function useResetPassword() {
  return useMutation({
    mutationFn: async (asked: Reset) => {
      await call<typeof resetPassword>({
        method: "POST",
        path: "/api/user/reset-password",
        body: {
          phone: asked.phone,
          verification_id: asked.verificationId,
          timestamp: asked.timestamp,
          code: asked.code,
          new_password: asked.newPassword,
        },
        anonymous: true,
      });
    },
  });
}

/** Closes and erases the account; on this device nothing of it stays. */
export function useCloseAccount() {
  return useMutation({
    mutationFn: async (password: string) => {
      await call<typeof closeAccount>({
        method: "POST",
        path: "/api/user/close",
        body: { password, confirm: true },
      });
      endSession("signed out");
    },
  });
}

import type {
  BodyOf,
  registerPlayer,
  sendVerification,
  SignUpField,
  VerificationPurpose,
} from "@club/contract";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../core/call.ts";
import { useClubFace } from "../core/club-face.ts";
import { type Credentials, enter } from "./accounts.ts";

export function useSendCode(purpose: VerificationPurpose) {
  return useMutation({
    mutationFn: async ({ phone, email }: { readonly phone: string; readonly email: string }) =>
      (
        await call<typeof sendVerification>({
          method: "POST",
          path: "/api/user/verification",
          body: { phone, purpose, ...(email !== "" && { email }) },
          anonymous: true,
        })
      ).data,
  });
}

/** What the club's register of excluded people needs to know before there is an account. */
export function useSignUpFields(): readonly SignUpField[] {
  // It may have changed since the app last asked.
  useEffect(() => void lookAtClub(), []);
  return useClubFace()?.sign_up_fields ?? [];
}

async function lookAtClub(): Promise<void> {
  try {
    await (await import("../core/follow-club-face.ts")).lookAtClub();
  } catch (error) {
    console.info("club", error);
  }
}

type Facts = Pick<BodyOf<typeof registerPlayer>, "full_name" | "date_of_birth" | "postcode">;

export interface NewPlayer extends Credentials {
  readonly phone: string;
  readonly code: string;
  readonly verificationId: string;
  readonly timestamp: number;
  readonly inviteCode: string;
  readonly email: string;
  readonly facts: Facts;
}

export function useRegister() {
  return useMutation({
    mutationFn: async (player: NewPlayer) => {
      const { data } = await call<typeof registerPlayer>({
        method: "POST",
        path: "/api/user/register",
        body: {
          user_name: player.userName,
          password: player.password,
          verification_id: player.verificationId,
          timestamp: player.timestamp,
          phone: player.phone,
          code: player.code,
          invite_code: player.inviteCode,
          ...(player.email !== "" && { email: player.email }),
          ...player.facts,
        },
        anonymous: true,
      });
      enter(data);
      return data;
    },
    // Whatever it needs now is asked for.
    onError: () => void lookAtClub(),
  });
}

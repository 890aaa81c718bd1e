import type {
  askEmail,
  chooseMessageKinds,
  confirmEmail,
  listMessageKinds,
  ListItemOf,
} from "@club/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../core/call.ts";
import { MINE } from "../core/query-client.ts";

const MESSAGES_KEY = [MINE, "messages"] as const;

export type MessageChoice = ListItemOf<typeof listMessageKinds>;

/** Has a code sent to a new address. */
export function useAskEmail() {
  return useMutation({
    mutationFn: async (body: { readonly email: string; readonly password: string }) =>
      (await call<typeof askEmail>({ method: "POST", path: "/api/user/email", body })).data,
  });
}

/** Puts the new address in force by its code. */
export function useConfirmEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: { readonly change_id: string; readonly code: string }) =>
      (await call<typeof confirmEmail>({ method: "POST", path: "/api/user/email/confirm", body }))
        .data,
    onSuccess: (profile) => cache.setQueryData([MINE, "profile"], profile),
  });
}

/** The messages that the player may turn off. */
export function useMessageChoices() {
  return useQuery({
    queryKey: MESSAGES_KEY,
    queryFn: async () =>
      (await call<typeof listMessageKinds>({ method: "GET", path: "/api/user/messages" })).list,
  });
}

export function useChooseMessages() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (refused: readonly string[]) =>
      (
        await call<typeof chooseMessageKinds>({
          method: "PUT",
          path: "/api/user/messages",
          body: { refused: [...refused] },
        })
      ).list,
    onSuccess: (list) => cache.setQueryData(MESSAGES_KEY, list),
  });
}

import type {
  askEmail,
  askPhone,
  BodyOf,
  chooseMessageKinds,
  confirmEmail,
  confirmPhone,
  listMessageKinds,
} from "@club/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../core/call.ts";
import { MINE } from "../core/query-client.ts";

const MESSAGES_KEY = [MINE, "messages"] as const;

/** Where a player can be reached, as it is changed. */
export interface Change {
  /** The new address or number. */
  readonly place: string;
  /** What the code goes back with. */
  readonly ask: Readonly<Record<string, string | number>>;
}

/** The ways that a player can change: the password asks for a code, which the new one must show. */
const WAYS = {
  email: {
    ask: async (email: string, password: string): Promise<Change> => {
      const path = "/api/user/email";
      const body = { email, password };
      const { data } = await call<typeof askEmail>({ method: "POST", path, body });
      return { place: email, ask: { change_id: data.change_id } };
    },
    confirm: async ({ ask }: Change, code: string) => {
      const path = "/api/user/email/confirm";
      const body = { ...ask, code } as BodyOf<typeof confirmEmail>;
      return (await call<typeof confirmEmail>({ method: "POST", path, body })).data;
    },
  },
  phone: {
    ask: async (phone: string, password: string): Promise<Change> => {
      const path = "/api/user/phone";
      const body = { phone, password };
      const { data } = await call<typeof askPhone>({ method: "POST", path, body });
      const { verification_id, timestamp } = data;
      return { place: phone, ask: { phone, verification_id, timestamp } };
    },
    confirm: async ({ ask }: Change, code: string) => {
      const path = "/api/user/phone/confirm";
      const body = { ...ask, code } as BodyOf<typeof confirmPhone>;
      return (await call<typeof confirmPhone>({ method: "POST", path, body })).data;
    },
  },
} as const;
export type Way = keyof typeof WAYS;

/** Has a code sent to a new address or number. */
export function useAskChange(way: Way) {
  return useMutation({
    mutationFn: async (asked: { readonly place: string; readonly password: string }) =>
      await WAYS[way].ask(asked.place, asked.password),
  });
}

/** Puts the new one in force by its code. */
export function useConfirmChange(way: Way) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (asked: { readonly change: Change; readonly code: string }) =>
      await WAYS[way].confirm(asked.change, asked.code),
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

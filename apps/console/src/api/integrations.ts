import type {
  changeWebhook,
  createApiKey,
  createWebhook,
  KeyScope,
  listApiKeys,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  resendDelivery,
  revokeApiKey,
  rotateWebhook,
  testWebhook,
  WebhookEndpoint,
  WebhookKind,
} from "@club/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "./client.ts";
import { queryClient } from "./query-client.ts";

const HOOKS = "webhooks";
const KEYS = "api-keys";
const AGAIN_MS = 5000;

export function useWebhooks() {
  return useQuery({
    queryKey: [HOOKS],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => {
      const wish = { method: "GET", path: "/api/operator/webhooks", signal } as const;
      return (await call<typeof listWebhooks>(wish)).list;
    },
  });
}

export function useDeliveries(endpointId: string) {
  return useQuery({
    queryKey: [HOOKS, endpointId],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => {
      const { list } = await call<typeof listDeliveries>({
        method: "GET",
        path: "/api/operator/webhooks/:endpoint_id/deliveries",
        params: { endpoint_id: endpointId },
        query: { limit: 50 },
        signal,
      });
      return list;
    },
  });
}

/** The secret is in the answer, and nowhere else. */
export async function makeWebhook(url: string, kinds: WebhookKind[]): Promise<string> {
  const { data } = await call<typeof createWebhook>({
    method: "POST",
    path: "/api/operator/webhooks",
    body: { url, kinds },
  });
  await refresh(HOOKS);
  return data.secret;
}

export async function pauseWebhook(hook: WebhookEndpoint): Promise<void> {
  await call<typeof changeWebhook>({
    method: "PUT",
    path: "/api/operator/webhooks/:endpoint_id",
    params: { endpoint_id: hook.endpoint_id },
    body: { kinds: hook.kinds, status: hook.status === "active" ? "paused" : "active" },
  });
  await refresh(HOOKS);
}

export async function rotateSecretOf(endpointId: string): Promise<string> {
  const { data } = await call<typeof rotateWebhook>({
    method: "POST",
    path: "/api/operator/webhooks/:endpoint_id/rotate",
    params: { endpoint_id: endpointId },
  });
  return data.secret;
}

export async function dropWebhook(endpointId: string): Promise<void> {
  await call<typeof removeWebhook>({
    method: "DELETE",
    path: "/api/operator/webhooks/:endpoint_id",
    params: { endpoint_id: endpointId },
  });
  await refresh(HOOKS);
}

export async function tryWebhook(endpointId: string): Promise<void> {
  await call<typeof testWebhook>({
    method: "POST",
    path: "/api/operator/webhooks/:endpoint_id/test",
    params: { endpoint_id: endpointId },
  });
  await refresh(HOOKS);
}

export async function sendAgain(endpointId: string, deliveryId: string): Promise<void> {
  await call<typeof resendDelivery>({
    method: "POST",
    path: "/api/operator/webhooks/:endpoint_id/deliveries/:delivery_id/resend",
    params: { endpoint_id: endpointId, delivery_id: deliveryId },
  });
  await refresh(HOOKS);
}

export function useApiKeys() {
  return useQuery({
    queryKey: [KEYS],
    queryFn: async ({ signal }) => {
      const wish = { method: "GET", path: "/api/operator/api-keys", signal } as const;
      return (await call<typeof listApiKeys>(wish)).list;
    },
  });
}

/** The key is in the answer, and nowhere else. */
export async function makeKey(form: {
  name: string;
  scopes: KeyScope[];
  days: number;
}): Promise<string> {
  const { data } = await call<typeof createApiKey>({
    method: "POST",
    path: "/api/operator/api-keys",
    body: form,
  });
  await refresh(KEYS);
  return data.key;
}

export async function dropKey(keyId: string): Promise<void> {
  await call<typeof revokeApiKey>({
    method: "POST",
    path: "/api/operator/api-keys/:key_id/revoke",
    params: { key_id: keyId },
  });
  await refresh(KEYS);
}

async function refresh(key: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [key] });
}

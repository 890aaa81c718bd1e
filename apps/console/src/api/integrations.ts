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
import { call } from "./client.ts";
import { send } from "./query-client.ts";
import { useList } from "./read.ts";

const HOOKS = "webhooks";
const KEYS = "api-keys";
const AGAIN_MS = 5000;

export function useWebhooks() {
  return useList<typeof listWebhooks>(
    [HOOKS],
    { path: "/api/operator/webhooks" },
    { refetchInterval: AGAIN_MS },
  );
}

export function useDeliveries(endpointId: string) {
  return useList<typeof listDeliveries>(
    [HOOKS, endpointId],
    {
      path: "/api/operator/webhooks/:endpoint_id/deliveries",
      params: { endpoint_id: endpointId },
      query: { limit: 50 },
    },
    { refetchInterval: AGAIN_MS },
  );
}

/** The secret is only in this answer. */
export async function makeWebhook(url: string, kinds: WebhookKind[]): Promise<string> {
  const data = await send<typeof createWebhook>([HOOKS], {
    method: "POST",
    path: "/api/operator/webhooks",
    body: { url, kinds },
  });
  return data.secret;
}

export async function pauseWebhook(hook: WebhookEndpoint): Promise<void> {
  await send<typeof changeWebhook>([HOOKS], {
    method: "PUT",
    path: "/api/operator/webhooks/:endpoint_id",
    params: { endpoint_id: hook.endpoint_id },
    body: { kinds: hook.kinds, status: hook.status === "active" ? "paused" : "active" },
  });
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
  await send<typeof removeWebhook>([HOOKS], {
    method: "DELETE",
    path: "/api/operator/webhooks/:endpoint_id",
    params: { endpoint_id: endpointId },
  });
}

export async function tryWebhook(endpointId: string): Promise<void> {
  await send<typeof testWebhook>([HOOKS], {
    method: "POST",
    path: "/api/operator/webhooks/:endpoint_id/test",
    params: { endpoint_id: endpointId },
  });
}

export async function sendAgain(endpointId: string, deliveryId: string): Promise<void> {
  await send<typeof resendDelivery>([HOOKS], {
    method: "POST",
    path: "/api/operator/webhooks/:endpoint_id/deliveries/:delivery_id/resend",
    params: { endpoint_id: endpointId, delivery_id: deliveryId },
  });
}

export function useApiKeys() {
  return useList<typeof listApiKeys>([KEYS], { path: "/api/operator/api-keys" });
}

/** The key is only in this answer. */
export async function makeKey(form: {
  name: string;
  scopes: KeyScope[];
  days: number;
}): Promise<string> {
  const data = await send<typeof createApiKey>([KEYS], {
    method: "POST",
    path: "/api/operator/api-keys",
    body: form,
  });
  return data.key;
}

export async function dropKey(keyId: string): Promise<void> {
  await send<typeof revokeApiKey>([KEYS], {
    method: "POST",
    path: "/api/operator/api-keys/:key_id/revoke",
    params: { key_id: keyId },
  });
}

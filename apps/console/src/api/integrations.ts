import { defineAct } from "./ask.ts";
import { useList } from "./read.ts";

const HOOKS = "webhooks";
const KEYS = "api-keys";
const AGAIN_MS = 5000;

export const useWebhooks = () =>
  useList([HOOKS], "/api/operator/webhooks", {}, { refetchInterval: AGAIN_MS });

export const useDeliveries = (endpoint_id: string) =>
  useList(
    [HOOKS, endpoint_id],
    "/api/operator/webhooks/:endpoint_id/deliveries",
    { endpoint_id, limit: 50 },
    { refetchInterval: AGAIN_MS },
  );

/** The secret is only in this answer. */
export const makeWebhook = defineAct("POST /api/operator/webhooks", [HOOKS]);
export const changeWebhook = defineAct("PUT /api/operator/webhooks/:endpoint_id", [HOOKS]);
export const rotateSecretOf = defineAct("POST /api/operator/webhooks/:endpoint_id/rotate");
export const dropWebhook = defineAct("DELETE /api/operator/webhooks/:endpoint_id", [HOOKS]);
export const tryWebhook = defineAct("POST /api/operator/webhooks/:endpoint_id/test", [HOOKS]);
export const sendAgain = defineAct(
  "POST /api/operator/webhooks/:endpoint_id/deliveries/:delivery_id/resend",
  [HOOKS],
);

export const useApiKeys = () => useList([KEYS], "/api/operator/api-keys");

/** The key is only in this answer. */
export const makeKey = defineAct("POST /api/operator/api-keys", [KEYS]);
export const dropKey = defineAct("POST /api/operator/api-keys/:key_id/revoke", [KEYS]);

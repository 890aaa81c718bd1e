import type { MoneyKey } from "./en.ts";

export const es = {
  "sandbox.title": "Tarjeta de pruebas",
  "sandbox.notice": "Esto es una prueba. Aquí no hay tarjeta real ni dinero real.",
  "sandbox.how": "Decida qué responde el banco. El proveedor de tarjetas se lo comunica al club.",
  "sandbox.pay": "Pagar {money}",
  "sandbox.decline": "Que el banco la rechace",
  "sandbox.cancel": "Volver al club sin pagar",
} as const satisfies Record<MoneyKey, string>;

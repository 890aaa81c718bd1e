import { smpp } from "../../tell/providers/smpp.ts";
import { smsHttp } from "../../tell/providers/sms-http.ts";
import { smtp } from "../../tell/providers/smtp.ts";
import { twilio } from "../../tell/providers/twilio.ts";
import type { Provider } from "../../desk/connections/define-provider.ts";

/** Every provider that the club knows, by kind; a new one is a folder and a line here. */
export const PROVIDERS: readonly Provider[] = [smtp, smsHttp, twilio, smpp];

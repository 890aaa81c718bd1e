import type { AppContext } from "../../core/context.ts";
import { DELIVERED } from "../delivery/define-channel.ts";
import { messageChannel, silentProvider } from "./message-channel.ts";
import type { MessageProvider } from "./message-channel.ts";

/** In the demo, a newcomer reads the code on the terminal; a log never holds it. */
export const terminalProvider: MessageProvider = {
  reachesPhones: false,
  send: async (message) => {
    process.stdout.write(`SMS to ${message.to}: ${message.text}\n`);
    return DELIVERED;
  },
};

/** Who sends this club's text messages. */
export function providerOf(settings: AppContext["settings"]): MessageProvider {
  return settings.demo && settings.mode !== "test" ? terminalProvider : silentProvider;
}

export const smsChannel = messageChannel("sms", providerOf);

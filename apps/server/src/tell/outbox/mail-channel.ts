import { messageChannel, silentProvider } from "./message-channel.ts";

/** Mails to addresses. None leaves the club until there is a provider: SMTP belongs here. */
export const mailChannel = messageChannel("mail", () => silentProvider);

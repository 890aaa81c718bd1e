import { messageChannel, silentProvider } from "./message-channel.ts";

/** Mails to addresses. None leaves the club until it has a provider: SMTP belongs here. */
export const mailChannel = messageChannel("mail", () => silentProvider);

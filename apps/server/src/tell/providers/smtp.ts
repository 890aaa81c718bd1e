import { clubNameOf } from "../../desk/club-settings/club-groups.ts";
import { LOGO_CID } from "@club/i18n/mail-page";
import type { Socket } from "node:net";
import { createTransport } from "nodemailer";
import { z } from "zod";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import type { FailureReason } from "../../core/http/ask-provider.ts";
import { connectPublic } from "../../core/http/call-outside.ts";
import { defineProvider } from "../../desk/connections/define-provider.ts";

const TIMEOUT_MS = 20_000;
const MOST_CONNECTIONS = 5;
const SMTP_PORT = 587;
const SMTPS_PORT = 465;
const PERMANENT = 500;
const TRANSIENT = 400;

/**
 * E-mail by SMTP: `smtp://` with STARTTLS where the server offers it, `smtps://` with TLS from the
 * start and a certificate that holds.
 */
export const smtp = defineProvider({
  kind: "mail",
  name: "smtp",
  fields: {
    url: {
      env: "smtpUrl",
      isSecret: true,
      isRequired: true,
      schema: z.string().regex(/^smtps?:\/\/\S+$/),
    },
    from: {
      env: "mailFrom",
      isSecret: false,
      isRequired: true,
      schema: z.string().regex(/^[^<>\r\n]*<?[^\s@<>]+@[^\s@<>]+>?$/),
    },
  },
  connect: ({ url, from }, { isFromMachine }) => {
    const transport = createTransport({
      url,
      pool: true,
      maxConnections: MOST_CONNECTIONS,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // TLS that is merely offered hides the mail from who only listens, whoever signed it (RFC 7435).
      tls: { rejectUnauthorized: url.startsWith("smtps:") },
      ...(isFromMachine ? {} : { getSocket: publicSocket(new URL(url)) }),
    });
    const host = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? "club";
    return {
      send: async ({ id, to, subject, text, html, logo = null, stopUrl }) => {
        try {
          await transport.sendMail({
            from,
            to,
            subject,
            text,
            ...(html === null ? {} : { html }),
            ...(logo === null ? {} : { attachments: [asLogo(logo)] }),
            ...(stopUrl === undefined ? {} : { headers: stoppedBy(stopUrl) }),
            messageId: `<${id}@${host}>`,
          });
          return { ref: null };
        } catch (error) {
          throw failureOf(error);
        }
      },
      close: () => transport.close(),
    };
  },
  test: async (adapter, { to, ctx }) => {
    const clubName = await clubNameOf(ctx, ctx.db.operators);
    await adapter.send({
      id: crypto.randomUUID(),
      to: to ?? "",
      subject: clubName,
      text: `${clubName}: this is a test of the club's e-mail.`,
      html: null,
    });
  },
});

/** One tap in the reader's program ends mails of this kind. */
const stoppedBy = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** A picture of the page itself, not a file for the reader to open. */
function asLogo(content: Buffer) {
  const contentDisposition = "inline" as const;
  return {
    cid: LOGO_CID,
    filename: "logo.png",
    content,
    contentType: "image/png",
    contentDisposition,
  };
}

type Opened = (error: Error | null, opened?: { connection: Socket }) => void;

/** Opens the connections of mails to the public internet alone. */
function publicSocket({ protocol, hostname, port }: URL) {
  const usual = protocol === "smtps:" ? SMTPS_PORT : SMTP_PORT;
  return (_options: unknown, opened: Opened): void => {
    const connection = connectPublic({ host: hostname, port: port === "" ? usual : Number(port) });
    connection.once("error", opened);
    connection.once("connect", () => {
      connection.off("error", opened);
      opened(null, { connection });
    });
  };
}

const REASONS: Readonly<Record<string, FailureReason>> = {
  EAUTH: "not_signed_in",
  ETIMEDOUT: "timeout",
  ECONNECTION: "unreachable",
  ESOCKET: "unreachable",
  EDNS: "unreachable",
  ETLS: "unreachable",
};

function failureOf(error: unknown): ProviderFailure {
  const {
    code = "",
    responseCode = 0,
    response = "",
  } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
  };
  const known = REASONS[code];
  const detail = { answer: responseCode, said: response };
  if (known !== undefined) return new ProviderFailure(known, detail);
  if (responseCode >= PERMANENT) return new ProviderFailure("refused", detail);
  return new ProviderFailure(responseCode >= TRANSIENT ? "busy" : "unreachable", detail);
}

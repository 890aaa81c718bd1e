import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail as it arrived. */
export interface ArrivedMail {
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The pictures that come along, by the name that the page calls them by. */
  readonly pictures: readonly string[];
  /** All its headers, by their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it came over TLS. */
  readonly isSecure: boolean;
  readonly at: Date;
}

interface MailSession {
  readonly secure: boolean;
  readonly envelope: { readonly rcptTo: readonly { readonly address: string }[] };
}

interface SmtpFault extends Error {
  responseCode?: number;
}

export interface MailOptions {
  readonly user?: string;
  readonly password?: string;
  /** Speaks TLS from the start, under this certificate, and not STARTTLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly offersStartTls?: boolean;
}

/**
 * A mail server that keeps what it is sent. It offers STARTTLS with a certificate that nobody
 * signed, unless it is told otherwise.
 */
export class MailDouble {
  readonly mails: ArrivedMail[] = [];
  /** The answers of the next deliveries: an SMTP code, or null for taken. */
  readonly #next: (number | null)[] = [];
  #always: number | null = null;
  readonly #server: SMTPServer;
  readonly #scheme: string;

  constructor(options: MailOptions = {}) {
    const { user, password, tls, offersStartTls = true } = options;
    this.#scheme = tls === undefined ? "smtp" : "smtps";
    this.#server = new SMTPServer({
      ...(tls === undefined ? {} : { secure: true, ...tls }),
      authOptional: user === undefined,
      disabledCommands: [
        ...(user === undefined ? ["AUTH"] : []),
        ...(offersStartTls ? [] : ["STARTTLS"]),
      ],
      logger: false,
      // Clients keep their connections; a double that ends cuts them.
      closeTimeout: 100,
      onAuth: (auth, _session, done) => {
        if (auth.username === user && auth.password === password)
          done(null, { user: auth.username });
        else done(faultOf(535));
      },
      onRcptTo: (_address, _session, done) => {
        const code = this.#next.length > 0 ? this.#next.shift() : this.#always;
        if (code === null || code === undefined) done();
        else done(faultOf(code));
      },
      onData: (stream, session, done) => {
        const pieces: Buffer[] = [];
        stream.on("data", (piece: Buffer) => pieces.push(piece));
        stream.on("end", () => {
          void this.#take(Buffer.concat(pieces), session, done);
        });
      },
    });
    this.#server.on("error", () => undefined);
  }

  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    return this;
  }

  /** `smtp://127.0.0.1:PORT`; `smtps:` where it speaks TLS from the start. */
  get url(): string {
    const { port } = this.#server.server.address() as AddressInfo;
    return `${this.#scheme}://127.0.0.1:${port}`;
  }

  failNext(...codes: (number | null)[]): void {
    this.#next.push(...codes);
  }

  failAlways(code: number | null): void {
    this.#always = code;
    this.#next.length = 0;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #take(raw: Buffer, session: MailSession, done: (error?: Error) => void): Promise<void> {
    try {
      await this.#keep(raw, session);
    } catch {
      done(faultOf(554));
      return;
    }
    done();
  }

  async #keep(raw: Buffer, session: MailSession): Promise<void> {
    const mail = await PostalMime.parse(raw);
    this.mails.push({
      messageId: mail.messageId ?? "",
      from: mail.from?.address ?? "",
      to: session.envelope.rcptTo.map(({ address }) => address).join(","),
      subject: mail.subject ?? "",
      text: mail.text ?? "",
      html: mail.html ?? "",
      pictures: mail.attachments.map(({ contentId }) => contentId?.replaceAll(/[<>]/g, "") ?? ""),
      headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
      isSecure: session.secure,
      at: new Date(),
    });
  }
}

function faultOf(code: number): SmtpFault {
  const fault: SmtpFault = new Error(code >= 500 ? "not here" : "come again later");
  fault.responseCode = code;
  return fault;
}

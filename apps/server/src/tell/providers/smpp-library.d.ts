/** The part of smpp that is used: the club's session, and the server of the doubles. */
declare module "smpp" {
  import type { Server as NetServer } from "node:net";

  export interface Pdu {
    readonly command?: string;
    readonly command_status?: number;
    readonly system_id?: string;
    readonly password?: string;
    readonly destination_addr?: string;
    readonly source_addr?: string;
    readonly data_coding?: number;
    readonly message_id?: unknown;
    readonly short_message?: { readonly message?: unknown; readonly udh?: unknown };
    response(fields?: Record<string, unknown>): unknown;
  }

  export interface Session {
    on(event: string, listener: (pdu: Pdu) => void): void;
    bind_transceiver(fields: Record<string, unknown>, answered: (pdu: Pdu) => void): void;
    submit_sm(fields: Record<string, unknown>, answered: (pdu: Pdu) => void): void;
    deliver_sm(fields: Record<string, unknown>): void;
    send(pdu: unknown): void;
    destroy(): void;
  }

  const smpp: {
    connect(options: Record<string, unknown>): Session;
    createServer(onSession: (session: Session) => void): NetServer;
  };
  export default smpp;
}

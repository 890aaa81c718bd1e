import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const CLIENT_ID = "horse-club-desk";
const CLIENT_SECRET = "let the desk in: 1+1=2";
const HOUR_S = 3600;

interface Answer {
  status: number;
  body: unknown;
}

/** How the provider misbehaves, and whom it vouches for. */
export interface Manners {
  /** Claims that replace the right ones; undefined leaves one out. */
  claims: Record<string, unknown>;
  /** Signs with a key that it never published. */
  isForged: boolean;
  /** Answers the token call with this instead. */
  token: Answer | null;
  /** What the userinfo endpoint answers; null: there is no such endpoint. */
  userinfo: Record<string, unknown> | null;
  /** Answers nothing at all. */
  isSilent: boolean;
}

const GOOD: Manners = { claims: {}, isForged: false, token: null, userinfo: null, isSilent: false };

/** An identity provider in this process: discovery, keys, authorize, token, userinfo; RS256. */
export class IdentityProvider {
  readonly url: string;
  manners: Manners = GOOD;
  /** The bodies of all token calls so far. */
  readonly asked: URLSearchParams[] = [];
  readonly #server: ReturnType<typeof createServer>;
  readonly #keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  readonly #strange = generateKeyPairSync("rsa", { modulusLength: 2048 });
  readonly #codes = new Map<string, URLSearchParams>();

  static async start(): Promise<IdentityProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new IdentityProvider(server);
  }

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.on("request", (request, response) => void this.#handle(request, response));
  }

  /** The settings of a club that trusts it. */
  get env(): Record<string, string> {
    return {
      CLUB_OIDC_ISSUER: this.url,
      CLUB_OIDC_CLIENT_ID: CLIENT_ID,
      CLUB_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    };
  }

  /** Vouches for somebody from now on, behaving well unless `manners` say otherwise. */
  vouch(claims: Record<string, unknown>, manners: Partial<Manners> = {}): void {
    this.manners = { ...GOOD, ...manners, claims };
  }

  /** What a browser brings back from the authorize page: the provider's answer to this address. */
  authorize(authorizeUrl: string): { code: string; state: string; page: string } {
    const asked = new URL(authorizeUrl).searchParams;
    const code = randomBytes(16).toString("hex");
    this.#codes.set(code, asked);
    return { code, state: asked.get("state") ?? "", page: asked.get("redirect_uri") ?? "" };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.manners.isSilent) return;
    const { pathname } = new URL(request.url ?? "/", this.url);
    if (pathname === "/authorize") return this.#sendBack(request, response);
    const { status, body } = await this.#answer(pathname, request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  #sendBack(request: IncomingMessage, response: ServerResponse): void {
    const { code, state, page } = this.authorize(this.url + (request.url ?? ""));
    const back = new URL(page);
    back.search = new URLSearchParams({ code, state }).toString();
    response.writeHead(302, { location: back.href }).end();
  }

  async #answer(pathname: string, request: IncomingMessage): Promise<Answer> {
    switch (pathname) {
      case "/.well-known/openid-configuration":
        return { status: 200, body: this.#describe() };
      case "/jwks": {
        const key = this.#keys.publicKey.export({ format: "jwk" });
        return { status: 200, body: { keys: [{ ...key, kid: "one", alg: "RS256", use: "sig" }] } };
      }
      case "/token":
        return this.manners.token ?? (await this.#token(request));
      case "/userinfo":
        return { status: 200, body: this.manners.userinfo };
      default:
        return { status: 404, body: {} };
    }
  }

  #describe(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/jwks`,
      userinfo_endpoint: `${this.url}/userinfo`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      code_challenge_methods_supported: ["S256"],
    };
  }

  async #token(request: IncomingMessage): Promise<Answer> {
    let text = "";
    for await (const piece of request) text += String(piece);
    const form = new URLSearchParams(text);
    this.asked.push(form);
    const asked = this.#codes.get(form.get("code") ?? "");
    this.#codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isGood =
      isClient(request.headers.authorization) &&
      asked?.get("client_id") === CLIENT_ID &&
      asked.get("code_challenge") === challenge &&
      asked.get("redirect_uri") === form.get("redirect_uri");
    if (!isGood) return { status: 400, body: { error: "invalid_grant" } };
    const token = this.#idToken(asked.get("nonce") ?? "");
    const body = { access_token: "opaque", token_type: "Bearer", id_token: token };
    return { status: 200, body };
  }

  #idToken(nonce: string): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.url,
      aud: CLIENT_ID,
      sub: "nobody",
      iat: now,
      exp: now + HOUR_S,
      nonce,
      ...this.manners.claims,
    };
    const { privateKey } = this.manners.isForged ? this.#strange : this.#keys;
    return signedJwt(claims, privateKey);
  }
}

function signedJwt(claims: object, key: KeyObject): string {
  const head = partOf({ alg: "RS256", kid: "one", typ: "JWT" });
  const body = partOf(claims);
  const signature = sign("sha256", Buffer.from(`${head}.${body}`), key);
  return `${head}.${body}.${signature.toString("base64url")}`;
}

function partOf(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** RFC 6749: both are form-encoded before they are joined. */
function isClient(authorization = ""): boolean {
  const joined = Buffer.from(authorization.replace(/^Basic /, ""), "base64").toString();
  const [id, secret] = joined
    .split(":")
    .map((part) => decodeURIComponent(part.replaceAll("+", " ")));
  return authorization.startsWith("Basic ") && id === CLIENT_ID && secret === CLIENT_SECRET;
}

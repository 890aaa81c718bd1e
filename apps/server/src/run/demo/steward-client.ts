/** A steward who uses the operator's calls, signing in again when a session has ended. */
export class StewardClient {
  readonly #url: string;
  readonly #login: { readonly name: string; readonly password: string };
  #token: string | null = null;

  constructor(url: string, login: { name: string; password: string }) {
    this.#url = url;
    this.#login = login;
  }

  /** Returns the answer's data. @throws Error with code and path of a refusal. */
  async post(path: string, body: object): Promise<Record<string, unknown>> {
    this.#token ??= await this.#signIn();
    let answer = await this.#send(path, body);
    if (answer.status === 401) {
      this.#token = await this.#signIn();
      answer = await this.#send(path, body);
    }
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.code ?? ""}`);
    return answer.data ?? {};
  }

  async #signIn(): Promise<string> {
    const { name, password } = this.#login;
    this.#token = null;
    const answer = await this.#send("/api/operator/signin", { user_name: name, password });
    if (answer.status !== 200)
      throw new Error(`the steward ${name} could not sign in: ${answer.code ?? ""}`);
    return String(answer.data?.["access_token"]);
  }

  async #send(path: string, body: object): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  }
}

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly data?: Record<string, unknown>;
}

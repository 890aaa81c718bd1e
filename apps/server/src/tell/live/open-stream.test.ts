import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { sendOrCut } from "./open-stream.ts";

const MOST = 1000;
const FRAME = Buffer.from("id: 1\ndata: {}\n\n");
let server: Server;
let socket: Socket;

afterEach(() => {
  socket.destroy();
  server.close();
});

/** Asks by hand, and gives the answers that the server has begun and what comes of them. */
async function ask(request: string): Promise<{ answers: ServerResponse[]; heard: () => string }> {
  const answers: ServerResponse[] = [];
  server = createServer((_, answer) => {
    answer.writeHead(200, { "content-type": "text/event-stream" });
    answer.write(": hello\n\n");
    answers.push(answer);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("data", (data) => void (text += data.toString()));
  socket.write(request);
  await expect.poll(() => text).toContain(": hello");
  return { answers, heard: () => text.slice(text.indexOf("\r\n\r\n") + 4) };
}

const STREAM = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

test("an event is one whole chunk, after what the answer wrote itself and before what it writes next", async () => {
  const { answers, heard } = await ask(STREAM);
  const [answer] = answers as [ServerResponse];
  expect(sendOrCut(answer, FRAME, MOST)).toBe(true);
  answer.write(": ping\n\n");
  expect(sendOrCut(answer, FRAME, MOST)).toBe(true);
  answer.end();
  const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
  const parts = [": hello\n\n", String(FRAME), ": ping\n\n", String(FRAME)].map(chunk);
  await expect.poll(heard).toBe(`${parts.join("")}0\r\n\r\n`);
});

test("a reader by HTTP/1.0 gets it without chunks", async () => {
  const { answers, heard } = await ask("GET / HTTP/1.0\r\nhost: x\r\n\r\n");
  expect(sendOrCut(answers[0] as ServerResponse, FRAME, MOST)).toBe(true);
  await expect.poll(heard).toBe(`: hello\n\n${String(FRAME)}`);
});

test("nothing follows an answer that has ended, nor one that was cut", async () => {
  const { answers, heard } = await ask(STREAM);
  const [answer] = answers as [ServerResponse];
  answer.end(": bye\n\n");
  expect(sendOrCut(answer, FRAME, MOST)).toBe(false);
  await expect.poll(heard).toContain("0\r\n\r\n");
  expect(heard()).not.toContain("data:");
  answer.destroy();
  expect(sendOrCut(answer, FRAME, MOST)).toBe(false);
});

test("a second stream on one connection waits for the first, whole", async () => {
  const { answers, heard } = await ask(STREAM + STREAM);
  await expect.poll(() => answers.length).toBe(2);
  const [first, second] = answers as [ServerResponse, ServerResponse];
  expect(sendOrCut(second, Buffer.from("data: second\n\n"), MOST)).toBe(true);
  expect(sendOrCut(first, FRAME, MOST)).toBe(true);
  await expect.poll(heard).toContain(String(FRAME));
  expect(heard()).not.toContain("second");
  first.end();
  await expect.poll(heard).toContain("data: second");
});

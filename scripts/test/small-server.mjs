/** Stands in for the club's server in tests of the starter. */
import { createServer } from "node:http";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });
pool.on("error", () => undefined);

const server = createServer(async (request, response) => {
  if (request.url === "/die") process.exit(3);
  try {
    const { rows } = await pool.query("SELECT current_user AS role");
    const isOwnerKnown = Object.keys(process.env).some((name) => name.startsWith("DATABASE_OWNER"));
    response.end(JSON.stringify({ pid: process.pid, role: rows[0].role, isOwnerKnown }));
  } catch (error) {
    response.writeHead(503).end(String(error));
  }
});

server.listen(Number(process.env.PORT), process.env.HOST, () => {
  const { port } = server.address();
  process.send({ type: "ready", lines: [`Players: http://127.0.0.1:${port}/`] });
});

process.on("SIGTERM", () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});

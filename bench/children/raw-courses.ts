/** Reference: Node's own server runs the site's query for this request through `pg` and sends the rows as JSON. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import pg from "pg";

const [port, queryFile, url, poolSize] = process.argv.slice(2);
const query = JSON.parse(readFileSync(queryFile ?? "", "utf8")) as pg.QueryConfig<unknown[]>;
const pool = new pg.Pool({ connectionString: url, max: Number(poolSize) });

createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    JSON.parse(body);
    pool.query(query).then(
      ({ rows }) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data: rows })),
      () => response.writeHead(500).end(),
    );
  });
}).listen(Number(port), "127.0.0.1", () => console.log("ready"));

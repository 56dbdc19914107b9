/** Reference: Node's own server sends the same bytes with the same headers from memory and does nothing else. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [port, headersFile, bodyFile] = process.argv.slice(2);
const headers = JSON.parse(readFileSync(headersFile ?? "", "utf8")) as Record<string, string>;
const body = readFileSync(bodyFile ?? "");
createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(body);
}).listen(Number(port), "127.0.0.1", () => console.log("ready"));

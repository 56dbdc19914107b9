/** A collector of OpenTelemetry for tests: takes OTLP over HTTP as JSON and keeps the spans. */
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number };
  attributes: Record<string, string | boolean | undefined>;
  service: string | boolean | undefined;
}
interface Value {
  stringValue?: string;
  intValue?: string;
  boolValue?: boolean;
}
interface Listed {
  attributes: { key: string; value: Value }[];
}
interface Sent {
  resourceSpans: { resource: Listed; scopeSpans: { spans: (Omit<ReceivedSpan, "attributes"> & Listed)[] }[] }[];
}

export interface Collector {
  url: string;
  spans: ReceivedSpan[];
  /** Of the last request. */
  headers: Record<string, unknown>;
  /** What it answers from now on. */
  status: number;
  close(): Promise<void>;
}

const record = ({ attributes }: Listed) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue] as const),
  );

export async function startCollector(): Promise<Collector> {
  const collector: Collector = { url: "", spans: [], headers: {}, status: 200, close: async () => {} };
  const server = createServer(async (request, response) => {
    const sent = (await json(request)) as Sent;
    collector.headers = request.headers;
    if (collector.status === 200 && request.url === "/v1/traces")
      for (const { resource, scopeSpans } of sent.resourceSpans)
        for (const span of scopeSpans.flatMap(({ spans }) => spans))
          collector.spans.push({ ...span, attributes: record(span), service: record(resource)["service.name"] });
    response.writeHead(request.url === "/v1/traces" ? collector.status : 404, { "content-type": "application/json" });
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  collector.url = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
  collector.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return collector;
}

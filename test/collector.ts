/** An OpenTelemetry collector for tests. It accepts OTLP over HTTP as JSON and stores the spans. */
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
interface WithAttributes {
  attributes: { key: string; value: Value }[];
}
interface TraceExport {
  resourceSpans: {
    resource: WithAttributes;
    scopeSpans: { spans: (Omit<ReceivedSpan, "attributes"> & WithAttributes)[] }[];
  }[];
}

export interface Collector {
  url: string;
  spans: ReceivedSpan[];
  /** Headers of the last request. */
  headers: Record<string, unknown>;
  /** The status of the next answers. With another status than 200 the spans are not stored. */
  status: number;
  close(): Promise<void>;
}

const toRecord = ({ attributes }: WithAttributes) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue] as const),
  );

export async function startCollector(): Promise<Collector> {
  const collector: Collector = { url: "", spans: [], headers: {}, status: 200, close: async () => {} };
  const server = createServer(async (request, response) => {
    const sent = (await json(request)) as TraceExport;
    collector.headers = request.headers;
    if (collector.status === 200 && request.url === "/v1/traces")
      for (const { resource, scopeSpans } of sent.resourceSpans)
        for (const span of scopeSpans.flatMap(({ spans }) => spans))
          collector.spans.push({ ...span, attributes: toRecord(span), service: toRecord(resource)["service.name"] });
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

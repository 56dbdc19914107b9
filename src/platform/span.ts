/** One step of a request as OpenTelemetry knows it. */
export type Attributes = Record<string, string | number | boolean>;

export interface Span {
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  kind: "server" | "client" | "consumer" | "internal";
  startMs: number;
  endMs: number;
  attributes: Attributes;
  failure: string | null;
  /** Of a trace that was not drawn: kept for its children, sent nowhere. */
  isSampled: boolean;
}

/** Described when the call begins; `attributes` may be added to until it ends. */
export type SpanStart = Pick<Span, "name" | "kind"> & { attributes?: Attributes };

export interface Exporter {
  begin(start: SpanStart, parent: Span | null, requestId: string | undefined): Span;
  end(span: Span): void;
  /** Sends what waits, and nothing more. */
  close(): Promise<void>;
}

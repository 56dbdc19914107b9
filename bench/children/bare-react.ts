/**
 * Reference: a page rendered by `react-dom/server` and sent by Node's own server. No loader, no route matching, no
 * hashing, no cache.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { createElement, type FunctionComponent, type ReactElement } from "react";
import type { PipeableStream, RenderToPipeableStreamOptions } from "react-dom/server";

interface PageContext {
  /** The page's data for the browser, read while rendering. */
  serverHandoffStream?: ReadableStream<Uint8Array>;
}
interface PageProps {
  context: PageContext;
  url: string;
  nonce?: string;
}
export type PageElement = ReactElement<PageProps, FunctionComponent<PageProps>>;
export type RenderToPipeableStream = (element: PageElement, options?: RenderToPipeableStreamOptions) => PipeableStream;

/** A page that the site has rendered, with what is needed to render it again. */
export interface Rendered {
  render: RenderToPipeableStream;
  element: PageElement;
  /** The chunks of the page's data. */
  handoff: Promise<Uint8Array[]>;
}

/** Reads a stream to its end and resolves with its chunks. */
export async function readChunks(stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value);
  return chunks;
}

function replay(chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

/**
 * Creates a request listener that renders `element` again for every request. Each rendering reads the page's data from
 * `handoff`.
 */
export function createBareListener(
  render: RenderToPipeableStream,
  { type, props }: PageElement,
  handoff: Uint8Array[],
) {
  const { nonce } = props;
  return (_: IncomingMessage, response: ServerResponse): void => {
    const page: PageElement = createElement(type, {
      ...props,
      context: { ...props.context, serverHandoffStream: replay(handoff) },
    });
    const { pipe } = render(page, {
      ...(nonce === undefined ? {} : { nonce }),
      onAllReady() {
        const chunks: Buffer[] = [];
        const sink = new PassThrough();
        sink.on("data", (chunk: Buffer) => chunks.push(chunk));
        sink.on("end", () => {
          const html = Buffer.concat(chunks);
          response
            .writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": html.length })
            .end(html);
        });
        pipe(sink);
      },
      onError() {
        response.writeHead(500).end();
      },
    });
  };
}

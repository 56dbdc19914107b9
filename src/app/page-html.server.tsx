import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { createContext, ServerRouter, type EntryContext } from "react-router";
import { finishPage, hashScript, type FinishedPage } from "#site/finish-page.server.ts";
import { StructuredDataContext } from "#site/seo/structured-data-script.tsx";
import { structuredData } from "#site/seo/structured-data.ts";
import { headScript } from "#site/head-script.ts";

/** Set by `entry.server.tsx`; null for data and redirects. */
export const scriptHashes = createContext<string[] | null>(null);

const headScriptHash = hashScript(headScript());

interface PageProps {
  context: EntryContext;
  url: string;
  nonce: string;
}

function Page({ context, url, nonce }: PageProps) {
  const { statusCode, loaderData } = context.staticHandlerContext;
  return (
    <StructuredDataContext value={statusCode === 200 ? structuredData(loaderData) : ""}>
      <ServerRouter context={context} url={url} nonce={nonce} />
    </StructuredDataContext>
  );
}

/** Not streamed: pages are cached whole. */
function renderWhole(page: ReactElement, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Otherwise a late part of a long page, such as the header of Login, would be shown by a script only.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      // A part that cannot be rendered fails the page: half a page must not be sent or cached.
      onError: reject,
    });
  });
}

/** Rejects when any part of the page fails. */
export async function renderPage(context: EntryContext, url: string): Promise<FinishedPage> {
  const nonce = randomBytes(18).toString("base64url");
  const rendered = await renderWhole(<Page context={context} url={url} nonce={nonce} />, nonce);
  const { html, hashes } = finishPage(rendered, nonce, import.meta.env.PROD);
  return { html, hashes: [headScriptHash, ...hashes] };
}

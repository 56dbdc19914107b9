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

/** Hashes of the page's inline scripts, which `entry.server.tsx` sets; null for data requests and redirects. */
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

/** Renders the whole page before it resolves, because the page cache stores whole pages. */
function renderWhole(page: ReactElement, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Without this, React would send late parts of a long page hidden and reveal them by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      // A part that cannot be rendered fails the page, so that no incomplete page is sent or cached.
      onError: reject,
    });
  });
}

/** Renders a page to HTML with the hashes of its inline scripts. Rejects when any part of the page fails. */
export async function renderPage(context: EntryContext, url: string): Promise<FinishedPage> {
  const nonce = randomBytes(18).toString("base64url");
  const rendered = await renderWhole(<Page context={context} url={url} nonce={nonce} />, nonce);
  const { html, hashes } = finishPage(rendered, nonce, import.meta.env.PROD);
  return { html, hashes: [headScriptHash, ...hashes] };
}

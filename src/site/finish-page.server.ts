import { createHash } from "node:crypto";
import { buildWaitingScript } from "./deferred-hydration.ts";

export interface FinishedPage {
  html: string;
  /** SHA-256 of inline scripts, for the page's policy. */
  hashes: string[];
}

export const hashScript = (code: string) => createHash("sha256").update(code).digest("base64");

/**
 * Hashes the scripts that have the page's nonce, and removes the nonce. An injected script lacks it and gets no hash.
 * With `isDeferred`, the page's own code waits until it is started (deferred-hydration.ts).
 */
export function finishPage(html: string, nonce: string, isDeferred: boolean): FinishedPage {
  const hashes = new Set<string>();
  const modules: string[] = [];
  const ownTags = new RegExp(
    `<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>|<script([^>]*) nonce="${nonce}"([^>]*)>([^]*?)</script>`,
    "g",
  );
  const finished = html.replace(
    ownTags,
    (tag, href: string | undefined, before: string, after: string, code: string) => {
      if (href !== undefined) {
        modules.push(href);
        return isDeferred ? "" : tag;
      }
      if (code) hashes.add(hashScript(code));
      const attributes = before + after;
      return isDeferred && attributes.includes(' type="module"')
        ? buildWaitingScript(code, modules)
        : `<script${attributes}>${code}</script>`;
    },
  );
  return { html: finished.replaceAll(` nonce="${nonce}"`, ""), hashes: [...hashes] };
}

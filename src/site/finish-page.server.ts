import { createHash } from "node:crypto";
import { waitingScript } from "./deferred-hydration.ts";

export interface FinishedPage {
  html: string;
  /** SHA-256 of inline scripts, for the page's policy. */
  hashes: string[];
}

export const hashScript = (code: string) => createHash("sha256").update(code).digest("base64");

/**
 * Hashes the scripts with the page's nonce and removes it, so that an injected script gets no hash. With `isDeferred`
 * the page's own code waits (deferred-hydration.ts).
 */
export function finishPage(html: string, nonce: string, isDeferred: boolean): FinishedPage {
  const hashes = new Set<string>();
  const modules: string[] = [];
  const ours = new RegExp(
    `<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>|<script([^>]*) nonce="${nonce}"([^>]*)>([^]*?)</script>`,
    "g",
  );
  const finished = html.replace(ours, (tag, href: string | undefined, before: string, after: string, code: string) => {
    if (href !== undefined) {
      modules.push(href);
      return isDeferred ? "" : tag;
    }
    if (code) hashes.add(hashScript(code));
    const attributes = before + after;
    return isDeferred && attributes.includes(' type="module"')
      ? waitingScript(code, modules)
      : `<script${attributes}>${code}</script>`;
  });
  return { html: finished.replaceAll(` nonce="${nonce}"`, ""), hashes: [...hashes] };
}

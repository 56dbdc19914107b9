import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, hashInlineScripts, newNonce } from "./security.server.ts";

describe("inline scripts", () => {
  it("only those with the page's nonce get a hash; the nonce is gone from the page", () => {
    const nonce = newNonce();
    const ours = "window.x = 1;";
    const html = `<head><script nonce="${nonce}">${ours}</script><link rel="modulepreload" href="/a.js" nonce="${nonce}"></head><p><script>alert(1)</script><script nonce="guess">alert(2)</script></p>`;
    const page = hashInlineScripts(html, nonce);
    expect(page.hashes).toEqual([createHash("sha256").update(ours).digest("base64")]);
    expect(page.html).not.toContain(nonce);
    const policy = contentSecurityPolicy({ paymentsOrigin: "http://127.0.0.1:3001" }, page.hashes);
    expect(policy).toContain(`script-src 'self' 'sha256-${page.hashes[0]}';`);
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it("a module script with a source needs no hash and keeps its attributes", () => {
    const nonce = newNonce();
    const page = hashInlineScripts(`<script type="module" nonce="${nonce}" async="">import "/a.js"</script><script nonce="${nonce}" src="/b.js"></script>`, nonce);
    expect(page.hashes).toHaveLength(1);
    expect(page.html).toBe(`<script type="module" async="">import "/a.js"</script><script src="/b.js"></script>`);
  });

  it("a nonce is never the same twice", () => {
    expect(new Set(Array.from({ length: 1000 }, newNonce)).size).toBe(1000);
  });
});

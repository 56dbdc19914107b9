import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { contentSecurityPolicy } from "#platform/http/security.server.ts";
import { finishPage } from "./finish-page.server.ts";

const nonce = "known-to-the-renderer-only";
const sha256 = (code: string) => createHash("sha256").update(code).digest("base64");

describe("inline scripts", () => {
  it("hashes only scripts with the page's nonce, and removes the nonce", () => {
    const ours = "window.x = 1;";
    const html = `<head><script nonce="${nonce}">${ours}</script><link rel="modulepreload" href="/a.js" nonce="${nonce}"></head><p><script>alert(1)</script><script nonce="guess">alert(2)</script></p>`;
    const page = finishPage(html, nonce, false);
    expect(page.hashes).toEqual([sha256(ours)]);
    expect(page.html).toBe(html.replaceAll(` nonce="${nonce}"`, ""));
    const policy = contentSecurityPolicy({ paymentsOrigin: "http://127.0.0.1:3001" }, page.hashes);
    expect(policy).toContain(`script-src 'self' 'sha256-${page.hashes[0]}';`);
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it("hashes no script with a source, and keeps its attributes", () => {
    const page = finishPage(
      `<script type="module" nonce="${nonce}" async="">import "/a.js"</script><script nonce="${nonce}" src="/b.js"></script>`,
      nonce,
      false,
    );
    expect(page.hashes).toHaveLength(1);
    expect(page.html).toBe(`<script type="module" async="">import "/a.js"</script><script src="/b.js"></script>`);
  });
});

describe("the page's module script", () => {
  const code = `import "/a.js";`;
  const html = `<head><link rel="modulepreload" crossorigin="" href="/a.js"><link rel="modulepreload" href="/b.js"></head><script nonce="${nonce}">1</script><script nonce="${nonce}" type="module" async="">${code}</script>`;

  it("is deferred with the addresses of its modules, and hashed as it runs", () => {
    const page = finishPage(html, nonce, true);
    expect(page.html).toBe(
      `<head></head><script>1</script><script type="text/plain" data-modules="/a.js /b.js">${code}</script>`,
    );
    expect(page.hashes).toEqual([sha256("1"), sha256(code)]);
  });

  it("leaves scripts in content as they are", () => {
    const injected = `<script type="module">alert(1)</script>`;
    expect(finishPage(html + injected, nonce, true).html.endsWith(injected)).toBe(true);
  });
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withCuts } from "./react-without.ts";

it("every cut finds its place once in the React we have, and nothing else goes", () => {
  const code = readFileSync("node_modules/react-dom/cjs/react-dom-client.production.js", "utf8");
  const made = withCuts(code);
  expect(made.match(/AbortController(?!Local)/g)).toHaveLength(1);
  expect(made).toMatch(/var AbortControllerLocal =\s+null,\n\s+scheduleCallback\$2 =/);
  expect(code.split("\n").length - made.split("\n").length).toBeLessThan(20);
});

it("a place that is missing, or there twice, fails the build", () => {
  expect(() => withCuts("nothing of it")).toThrow(/0 places.*react-without/);
  const stand = `"undefined" !== typeof AbortController\n ? AbortController\n : function () {\n        },\n`;
  expect(() => withCuts(stand + stand)).toThrow(/2 places/);
});

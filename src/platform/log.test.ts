import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pathForLog } from "./log.server.ts";

it.each([
  ["/ar/quotation/7-AbC_d", "/ar/quotation/…"],
  ["/courses/safety?run=7&key=AbC_d", "/courses/safety?run=7&key=…"],
  ["/login?redirect=%2Fquotation%2F7-AbC_d&expired=1", "/login?redirect=…&expired=1"],
  ["/courses/safety?run=7&key=AbC_d&preview=EfG", "/courses/safety?run=7&key=…&preview=…"],
  ["/staff/invitation/AbC_d", "/staff/invitation/…"],
  ["/courses?q=audit", "/courses?q=audit"],
])("logs an address without its secrets: %s", (path, logged) => {
  expect(pathForLog(path)).toBe(logged);
});

it("logs no token of any page that has one", () => {
  const paths = [...readFileSync("src/routes.ts", "utf8").matchAll(/route\("([^"]+\/:(?:token|code))"/g)];
  expect(paths.length).toBeGreaterThan(8);
  for (const [, path = ""] of paths)
    // Only `new-dates/:verb/:token` has a `:verb`: one page for each.
    for (const verb of ["confirm", "stop"])
      expect(pathForLog(`/ar/${path.replace(":verb", verb).replace(/:(?:token|code)$/, "secret")}`)).not.toContain(
        "secret",
      );
});

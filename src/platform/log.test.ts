import { expect, it } from "vitest";
import { pathForLog } from "./log.server.ts";

it.each([
  ["/ar/quotation/7-AbC_d", "/ar/quotation/…"],
  ["/courses/safety?run=7&key=AbC_d", "/courses/safety?run=7&key=…"],
  ["/login?redirect=%2Fquotation%2F7-AbC_d&expired=1", "/login?redirect=…&expired=1"],
  ["/courses?q=audit", "/courses?q=audit"],
])("an address is logged without what opens it: %s", (path, logged) => {
  expect(pathForLog(path)).toBe(logged);
});

import { expect, it } from "vitest";
import { getLinkTarget, getNavigationTarget } from "./links.ts";

const site = "https://nama.example";

it.each([
  "javascript:alert(1)",
  "file:///etc/passwd",
  "chrome-extension://abc/shell.html",
  "data:text/html,x",
  "nothing",
  "ms-settings:privacy",
])("D-01 %s opens nowhere", (address) => {
  expect(getLinkTarget(address, site)).toBe("refused");
  expect(getNavigationTarget({ from: `${site}/checkout/a`, to: address, site })).toBe("refused");
});

it.each([
  "https://www.linkedin.com/company/x",
  "mailto:info@nama.example",
  "tel:+966110000000",
  "http://nama.example/",
  "https://nama.example.evil.example/",
  "https://nama.example@evil.example/",
])("D-01 %s opens in the system's own program", (address) => {
  expect(getLinkTarget(address, site)).toBe("outside");
  expect(getNavigationTarget({ from: `${site}/courses`, to: address, site })).toBe("outside");
});

it("D-01 the site opens in the window", () => {
  expect(getLinkTarget(`${site}/ar/courses?q=1`, site)).toBe("inside");
  expect(getNavigationTarget({ from: "about:blank", to: `${site}/`, site })).toBe("inside");
});

it("D-01 a payment may lead through provider and bank and back, but mail and unencrypted pages still open outside", () => {
  const bank = "https://acs.bank.example/3ds";
  expect(getNavigationTarget({ from: `${site}/ar/checkout/a`, to: bank, site })).toBe("inside");
  expect(getNavigationTarget({ from: bank, to: "https://other.example/next", site })).toBe("inside");
  expect(getNavigationTarget({ from: bank, to: `${site}/order-response?id=1`, site })).toBe("inside");
  expect(getNavigationTarget({ from: `${site}/checkout/a`, to: "http://bank.example/", site })).toBe("outside");
  expect(getNavigationTarget({ from: `${site}/checkout/a`, to: "mailto:a@b.example", site })).toBe("outside");
  expect(getNavigationTarget({ from: "about:blank", to: bank, site })).toBe("outside");
  expect(getNavigationTarget({ from: `${site}/checkouts`, to: bank, site })).toBe("outside");
});

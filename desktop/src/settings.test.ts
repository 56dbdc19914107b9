import { expect, it } from "vitest";
import { defaultLimitBytes } from "./cache/pictures.ts";
import { pictureLimit, siteOrigin } from "./settings.ts";

it.each([undefined, "", "nama.example", "http://nama.example", "file:///tmp/site", "javascript:1"])(
  "D-01 rejects %s as the address of the site",
  (site) => {
    expect(() => siteOrigin([], { site })).toThrow("no https address");
  },
);

it("D-01 the command line takes precedence over the manifest, and a site on this machine needs no https", () => {
  expect(siteOrigin([], { site: "https://nama.example/ar?x" })).toBe("https://nama.example");
  expect(siteOrigin(["--x", "--site=http://127.0.0.1:3000"], { site: "https://nama.example" })).toBe(
    "http://127.0.0.1:3000",
  );
});

it("D-01 the picture cache is limited to 200 MB unless the manifest sets another limit", () => {
  expect(pictureLimit({})).toBe(defaultLimitBytes);
  expect(pictureLimit({ pictureMegabytes: -1 })).toBe(200 * 1024 * 1024);
  expect(pictureLimit({ pictureMegabytes: 50 })).toBe(50 * 1024 * 1024);
});

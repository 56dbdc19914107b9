import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { cuts, refuseWhatIsCut, withCuts } from "./router-without.ts";
import config from "../react-router.config.ts";

const router = "node_modules/react-router/dist/production/lib";

it("every cut finds its line once in the router we have", () => {
  for (const file of new Set(cuts.map(([name]) => name))) expect(withCuts(file, readFileSync(`${router}/${file}`, "utf8")), file).not.toContain("useIsRSCRouterContext()");
});

it("a line that is missing, or there twice, fails the build", () => {
  expect(() => withCuts("router/router.js", "nothing of it")).toThrow(/0 lines.*router-without/);
  const [file, line] = cuts[0] ?? ["", ""];
  expect(() => withCuts(file, `${line}\n${line}`)).toThrow(/2 lines/);
});

it("code of ours that begins to use what is cut fails the build", () => {
  expect(() => refuseWhatIsCut("a.tsx", 'import { useFetcher } from "react-router";')).toThrow(/useFetcher/);
  expect(() => refuseWhatIsCut("a.tsx", "submit(form, { navigate: false })")).toThrow(/navigate/);
  refuseWhatIsCut("a.tsx", 'const { navigate } = useRouter(); navigate("/false");');
});

it("the settings the cuts rely on are the site's", () => {
  expect(config).toMatchObject({ ssr: true, routeDiscovery: { mode: "initial" } });
  expect(readFileSync("src/entry.client.tsx", "utf8")).not.toMatch(/instrumentations/);
});

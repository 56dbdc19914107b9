/** Programs accept the files that operators copy from deploy/. */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { debianProgram } from "./debian.ts";
import { checkNginx } from "./nginx.ts";

describe.runIf(process.env["TEST_ALL"])("the files of deploy/", () => {
  it("nginx accepts its configuration, including TLS", () => {
    expect(checkNginx()).toBe("ok");
  });

  it("systemd accepts the units, except that the program they start is not installed here", () => {
    const verify = debianProgram("/usr/bin/systemd-analyze", "systemd");
    const units = globSync("deploy/systemd/*.{service,timer}");
    expect(units.length).toBeGreaterThan(2);
    const { stderr } = spawnSync(verify, ["verify", ...units], { encoding: "utf8" });
    const problems = stderr.split("\n").filter((line) => line && !line.includes("is not executable"));
    expect(problems).toEqual([]);
  });
});

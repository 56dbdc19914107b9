/** What operators copy from deploy/ is what their programs accept. */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { debianProgram } from "./debian.ts";
import { checkNginx } from "./nginx.ts";

describe.runIf(process.env["TEST_ALL"])("the files of deploy/", () => {
  it("nginx accepts its configuration, TLS included", () => {
    expect(checkNginx()).toBe("ok");
  });

  it("systemd accepts the units; only the program is not there", () => {
    const verify = debianProgram("/usr/bin/systemd-analyze", "systemd");
    const units = globSync("deploy/systemd/*.{service,timer}");
    expect(units.length).toBeGreaterThan(2);
    const { stderr } = spawnSync(verify, ["verify", ...units], { encoding: "utf8" });
    const problems = stderr.split("\n").filter((line) => line && !line.includes("is not executable"));
    expect(problems).toEqual([]);
  });

  it("Prometheus accepts the alerts, and each names a figure that the site has", () => {
    const promtool = debianProgram("/usr/bin/promtool", "prometheus");
    const { status, stdout } = spawnSync(promtool, ["check", "rules", "deploy/prometheus/alerts.yml"], {
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining("7 rules found")]);
    const ours = globSync("src/platform/http/*metrics.server.ts").map((file) => readFileSync(file, "utf8"));
    const named = readFileSync("deploy/prometheus/alerts.yml", "utf8").match(/\b(?:outbox|http)_[a-z_]+/g) ?? [];
    for (const name of new Set(named)) expect(ours.join("\n")).toContain(`"${name.replace(/_bucket$/, "")}"`);
  });
});

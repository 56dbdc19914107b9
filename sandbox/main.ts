import { isHttpUrl, resolveOptions, SandboxSettingsError, type SandboxOptions } from "./settings.ts";
import { startSandbox } from "./server.ts";

/** Reads the settings of a fake provider in its own process. Throws SandboxSettingsError that lists every problem. */
function readEnvironment(env: NodeJS.ProcessEnv): SandboxOptions {
  const problems: string[] = [];
  if (env["NODE_ENV"] === "production" && env["PAYMENTS_SANDBOX"] !== "1")
    problems.push("In production the sandbox starts only with PAYMENTS_SANDBOX=1.");
  const sitePort = Number(env["PORT"] ?? 3000);
  const site = env["BASE_URL"] ?? `http://127.0.0.1:${sitePort}`;
  const webhookList =
    env["PAYMENTS_WEBHOOK_URL"] ?? (isHttpUrl(site) ? new URL("/api/payment-webhook", site).href : site);
  const options: SandboxOptions = {
    port: Number(env["PAYMENTS_SANDBOX_PORT"] ?? sitePort + 1),
    webhookUrls: webhookList
      .split(",")
      .map((url) => url.trim())
      .filter((url) => url !== ""),
    webhookClock: Number(env["PAYMENTS_WEBHOOK_CLOCK"] ?? 60),
    controlRoute: env["PAYMENTS_SANDBOX_CONTROL"] === "1",
    log: (entry) => console.log(JSON.stringify({ time: new Date().toISOString(), ...entry })),
  };
  if (env["HOST"]) options.host = env["HOST"];
  if (env["PAYMENTS_SANDBOX_URL"]) options.publicUrl = env["PAYMENTS_SANDBOX_URL"];
  if (env["PAYMENTS_PUBLISHABLE_KEY"]) options.publishableKey = env["PAYMENTS_PUBLISHABLE_KEY"];
  if (env["PAYMENTS_SECRET_KEY"]) options.secretKey = env["PAYMENTS_SECRET_KEY"];
  if (env["PAYMENTS_WEBHOOK_SECRET"]) options.webhookSecret = env["PAYMENTS_WEBHOOK_SECRET"];
  if (env["DATA_DIR"]) options.dataDir = env["DATA_DIR"];
  try {
    resolveOptions(options);
  } catch (error) {
    if (!(error instanceof SandboxSettingsError)) throw error;
    problems.push(error.message);
  }
  if (problems.length > 0) throw new SandboxSettingsError(problems.join("\n"));
  return options;
}

try {
  const sandbox = await startSandbox(readEnvironment(process.env));
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  // Printed last: a process that waits for this line may send a signal at once.
  console.log(
    JSON.stringify({ time: new Date().toISOString(), level: "info", event: "sandbox_started", url: sandbox.url }),
  );
} catch (error) {
  if (!(error instanceof SandboxSettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 78;
}

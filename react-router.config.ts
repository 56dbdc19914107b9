import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: "build",
  ssr: true,
  // All routes are in one hashed manifest, so that a link works without a request for its route.
  routeDiscovery: { mode: "initial" },
} satisfies Config;

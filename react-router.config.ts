import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: "build",
  ssr: true,
  // One hashed manifest file instead of a request per page: nothing to fetch before a link can be followed.
  routeDiscovery: { mode: "initial" },
} satisfies Config;

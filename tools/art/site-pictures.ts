import type { ArtOptions } from "./art.ts";

/** A wide picture whose text side is calm; the Arabic one gathers at the left. */
const both = (name: string, options: ArtOptions): Record<string, ArtOptions> => ({
  [name]: options,
  [`${name}-ar`]: { ...options, rtl: true },
});

const panel = { width: 760, height: 1000, focus: "center", lattice: "dodeca", scale: 0.84, focusY: 0.42 } as const;
const demo = { width: 1280, height: 420, lattice: "octagon", quiet: 0.48 } as const;
const productHero = { width: 1440, height: 820, palette: "night", kind: "plain", quiet: 0.42 } as const;
const radarBanner = { width: 560, height: 260 } as const;

/**
 * The fixed pictures of the site (DESIGN §6): what is drawn where. Pictures of courses and news come from their slugs.
 */
export const sitePictures: Record<string, ArtOptions> = {
  ...both("hero", {
    seed: "nama-hero-3",
    kind: "ecg",
    palette: "palm",
    width: 1440,
    height: 760,
    quiet: 0.5,
    lattice: "octagon",
    scale: 0.92,
  }),
  "hero-mobile": {
    seed: "nama-hero-3",
    kind: "ecg",
    palette: "palm",
    width: 780,
    height: 800,
    focus: "center",
    lattice: "octagon",
    scale: 0.8,
  },
  "radar-incidents": { ...radarBanner, seed: "incident-board", kind: "flow", palette: "khuzama" },
  "radar-audits": { ...radarBanner, seed: "audit-cycle", kind: "cross", palette: "palm" },
  "radar-risks": { ...radarBanner, seed: "risk-register", kind: "molecule", palette: "oasis" },
  consultancy: {
    seed: "consultancy-3",
    kind: "frond",
    palette: "dawn",
    width: 640,
    height: 600,
    focus: "center",
    lattice: "dodeca",
    scale: 0.86,
  },
  "consultancy-dark": {
    seed: "consultancy-3",
    kind: "frond",
    palette: "night",
    width: 640,
    height: 600,
    focus: "center",
    lattice: "dodeca",
    scale: 0.86,
  },
  ...both("demo", { ...demo, seed: "demo-band", kind: "rosette", palette: "khuzama" }),

  ...both("page-head", {
    seed: "courses-head-4",
    kind: "plain",
    palette: "limestone",
    width: 900,
    height: 320,
    lattice: "dodeca",
    scale: 1.1,
  }),
  ...both("training-head", {
    seed: "training-centre-2",
    kind: "frond",
    palette: "palm",
    width: 1000,
    height: 520,
    lattice: "dodeca",
    scale: 0.95,
    quiet: 0.3,
  }),
  ...both("learning-head", {
    seed: "learning-flow-3",
    kind: "flow",
    palette: "khuzama",
    width: 1060,
    height: 560,
    lattice: "khatam",
    quiet: 0.2,
  }),
  ...both("learning-demo", { ...demo, seed: "lms-demo-2", kind: "frond", palette: "palm" }),
  ...both("digital-health-hero", { ...productHero, seed: "dhs-hero-2", lattice: "octagon", scale: 0.9 }),
  ...both("hospital-hero", { ...productHero, seed: "his-hero-4", lattice: "dodeca", scale: 0.95 }),
  ...both("hospital-demo", { ...demo, seed: "his-demo-6", kind: "flow", palette: "palm" }),
  ...both("consultancy-head", {
    seed: "consult-head-7",
    kind: "plain",
    palette: "limestone",
    width: 900,
    height: 420,
    lattice: "dodeca",
    scale: 1.25,
  }),
  about: {
    seed: "about-nama-3",
    kind: "rosette",
    palette: "palm",
    width: 560,
    height: 920,
    focus: "center",
    lattice: "dodeca",
    scale: 0.86,
    focusY: 0.44,
  },

  login: { ...panel, seed: "auth-login-7", kind: "rosette", palette: "palm" },
  register: { ...panel, seed: "auth-register-7", kind: "frond", palette: "night", scale: 0.95, focusY: 0.5 },
  "forgot-password": { ...panel, seed: "auth-forgot-7", kind: "molecule", palette: "palm" },
  "reset-password": { ...panel, seed: "auth-reset-7", kind: "helix", palette: "khuzama" },

  "statement-limestone": {
    seed: "say-4",
    kind: "plain",
    palette: "limestone",
    width: 1440,
    height: 760,
    focus: "center",
    lattice: "dodeca",
    scale: 1.1,
  },
  "statement-mint": {
    seed: "say-6",
    kind: "plain",
    palette: "mint",
    width: 1440,
    height: 760,
    focus: "center",
    lattice: "octagon",
    scale: 1.1,
  },
  "not-found": {
    seed: "not-found-5",
    kind: "cross",
    palette: "night",
    width: 640,
    height: 640,
    focus: "center",
    lattice: "khatam",
    scale: 1.05,
  },
  "not-found-mobile": {
    seed: "not-found-5",
    kind: "cross",
    palette: "night",
    width: 780,
    height: 390,
    lattice: "khatam",
    scale: 0.8,
  },
  paycard: { seed: "card-1", kind: "plain", palette: "palm", width: 520, height: 320, lattice: "octagon", scale: 1.1 },
};

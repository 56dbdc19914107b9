/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

// One export each, so that a page brings its own pictures only; `…Ar` gathers at the left.
export const hero: PictureData = { sources: [], src: "/art/hero.e410a530b5.svg", width: 1440, height: 760 };
export const heroAr: PictureData = { sources: [], src: "/art/hero-ar.c7764f0fcc.svg", width: 1440, height: 760 };
export const heroMobile: PictureData = { sources: [], src: "/art/hero-mobile.22d3c4219f.svg", width: 780, height: 800 };
export const radarFilm: PictureData = { sources: [], src: "/art/radar-film.7abf5d259b.svg", width: 1120, height: 630 };
export const radarIncidents: PictureData = { sources: [], src: "/art/radar-incidents.174b6f95b1.svg", width: 560, height: 260 };
export const radarAudits: PictureData = { sources: [], src: "/art/radar-audits.3a1b3ef93a.svg", width: 560, height: 260 };
export const radarRisks: PictureData = { sources: [], src: "/art/radar-risks.9a9ae4dd02.svg", width: 560, height: 260 };
export const consultancy: PictureData = { sources: [], src: "/art/consultancy.0447a2d27e.svg", width: 640, height: 600 };
export const consultancyDark: PictureData = { sources: [], src: "/art/consultancy-dark.7bfa9b89d0.svg", width: 640, height: 600 };
export const demo: PictureData = { sources: [], src: "/art/demo.403b47d6b2.svg", width: 1280, height: 420 };
export const demoAr: PictureData = { sources: [], src: "/art/demo-ar.036c3dec17.svg", width: 1280, height: 420 };
export const pageHead: PictureData = { sources: [], src: "/art/page-head.d62e793120.svg", width: 900, height: 320 };
export const pageHeadAr: PictureData = { sources: [], src: "/art/page-head-ar.c972b41133.svg", width: 900, height: 320 };
export const courseHead: PictureData = { sources: [], src: "/art/course-head.81e7b30b7a.svg", width: 1000, height: 440 };
export const courseHeadAr: PictureData = { sources: [], src: "/art/course-head-ar.c240e4ae7d.svg", width: 1000, height: 440 };
export const trainingHead: PictureData = { sources: [], src: "/art/training-head.5581468969.svg", width: 1000, height: 520 };
export const trainingHeadAr: PictureData = { sources: [], src: "/art/training-head-ar.1ed8f5010a.svg", width: 1000, height: 520 };
export const trainingFilm: PictureData = { sources: [], src: "/art/training-film.075389d93b.svg", width: 1120, height: 630 };
export const learningHead: PictureData = { sources: [], src: "/art/learning-head.00d57ab2be.svg", width: 1060, height: 560 };
export const learningHeadAr: PictureData = { sources: [], src: "/art/learning-head-ar.cc27df589f.svg", width: 1060, height: 560 };
export const learningDemo: PictureData = { sources: [], src: "/art/learning-demo.f2557dcb1e.svg", width: 1280, height: 420 };
export const learningDemoAr: PictureData = { sources: [], src: "/art/learning-demo-ar.c8ffc28baf.svg", width: 1280, height: 420 };
export const digitalHealthHero: PictureData = { sources: [], src: "/art/digital-health-hero.55f2d72de6.svg", width: 1440, height: 820 };
export const digitalHealthHeroAr: PictureData = { sources: [], src: "/art/digital-health-hero-ar.1c31891dae.svg", width: 1440, height: 820 };
export const hospitalHero: PictureData = { sources: [], src: "/art/hospital-hero.244f491371.svg", width: 1440, height: 820 };
export const hospitalHeroAr: PictureData = { sources: [], src: "/art/hospital-hero-ar.872cf706ba.svg", width: 1440, height: 820 };
export const hospitalDemo: PictureData = { sources: [], src: "/art/hospital-demo.9d7396d93b.svg", width: 1280, height: 420 };
export const hospitalDemoAr: PictureData = { sources: [], src: "/art/hospital-demo-ar.aa55161d59.svg", width: 1280, height: 420 };
export const consultancyHead: PictureData = { sources: [], src: "/art/consultancy-head.cfee885315.svg", width: 900, height: 420 };
export const consultancyHeadAr: PictureData = { sources: [], src: "/art/consultancy-head-ar.ee9b9d6cbe.svg", width: 900, height: 420 };
export const fellowshipFilm: PictureData = { sources: [], src: "/art/fellowship-film.17d208909f.svg", width: 1120, height: 630 };
export const about: PictureData = { sources: [], src: "/art/about.d3521efc91.svg", width: 560, height: 920 };
export const login: PictureData = { sources: [], src: "/art/login.056d28fe38.svg", width: 760, height: 1000 };
export const register: PictureData = { sources: [], src: "/art/register.d916c9b582.svg", width: 760, height: 1000 };
export const forgotPassword: PictureData = { sources: [], src: "/art/forgot-password.0acc2886b5.svg", width: 760, height: 1000 };
export const resetPassword: PictureData = { sources: [], src: "/art/reset-password.e87450ea59.svg", width: 760, height: 1000 };
export const statementLimestone: PictureData = { sources: [], src: "/art/statement-limestone.c299c795bf.svg", width: 1440, height: 760 };
export const statementMint: PictureData = { sources: [], src: "/art/statement-mint.9b3dcd4db2.svg", width: 1440, height: 760 };
export const notFound: PictureData = { sources: [], src: "/art/not-found.c0649711ee.svg", width: 640, height: 640 };
export const notFoundMobile: PictureData = { sources: [], src: "/art/not-found-mobile.f854033270.svg", width: 780, height: 390 };
export const paycard: PictureData = { sources: [], src: "/art/paycard.09778d0a62.svg", width: 520, height: 320 };

/** Icon of the tab, icon of a phone's home screen, picture of a shared link (1200 × 630). */
export const siteIcons = { tab: "/art/mark.7f78b01544.svg", touch: "/art/touch.a3242169ca.png", share: "/art/share.84a330e5d3.jpg" };

import type { Motif, PaletteName } from "#ui/art/palettes.ts";
import type banners from "./banners.json";
import type covers from "./manifest.json";
import type stories from "./news.json";

type PictureName = keyof typeof banners | keyof typeof covers | keyof typeof stories;

type DrawnMotif = Exclude<Motif, "plain">;
type BilingualText = readonly [eng: string, ar: string];

/** The motif of each picture, and the palette behind it. */
const drawings: Record<PictureName, readonly [PaletteName, DrawnMotif]> = {
  "home-care": ["palm", "ecg"],
  "home-systems": ["khuzama", "flow"],
  "home-radar": ["night", "radar"],
  "home-growth": ["oasis", "frond"],
  "accreditation-readiness-course": ["mint", "cross"],
  "biostatistics-for-readers": ["oasis", "wells"],
  "clinical-audit-step-by-step": ["mint", "cross"],
  "clinical-educator-programme": ["dawn", "rosette"],
  "critical-appraisal": ["lilac", "radar"],
  "first-improvement-project": ["oasis", "flow"],
  "good-clinical-practice": ["limestone", "helix"],
  "healthcare-quality-professional": ["limestone", "cross"],
  "indicators-that-change-practice": ["night", "radar"],
  "infection-prevention-control": ["khuzama", "molecule"],
  "laboratory-quality-management": ["night", "wells"],
  "leading-clinical-departments": ["limestone", "frond"],
  "listening-to-patients": ["night", "rosette"],
  "medication-safety": ["lilac", "molecule"],
  "patient-safety-essentials": ["palm", "ecg"],
  "research-methods": ["khuzama", "helix"],
  "risk-register-people-use": ["limestone", "radar"],
  "root-cause-analysis": ["oasis", "ecg"],
  "safe-handover": ["lilac", "flow"],
  "simulation-and-debriefing": ["mint", "ecg"],
  "systematic-reviews": ["palm", "rosette"],
  "teaching-at-the-bedside": ["palm", "frond"],
  "workplace-based-assessment": ["khuzama", "cross"],
  "writing-a-paper": ["lilac", "helix"],
  "an-indicator-somebody-acts-on": ["mint", "radar"],
  "choosing-your-training-days": ["khuzama", "frond"],
  "every-near-miss": ["limestone", "ecg"],
  "feedback-in-five-minutes": ["night", "rosette"],
  "five-questions-before-a-survey": ["night", "cross"],
  "handover-in-five-sentences": ["khuzama", "ecg"],
  "high-alert-drugs-at-night": ["oasis", "molecule"],
  "how-a-bed-request-travels": ["palm", "flow"],
  "how-cme-hours-are-counted": ["mint", "rosette"],
  "infection-control-workshop-notes": ["dawn", "molecule"],
  "instructions-patients-can-follow": ["lilac", "frond"],
  "laboratory-system-first-month": ["oasis", "wells"],
  "preparing-for-a-root-cause-analysis": ["lilac", "ecg"],
  "reading-a-study-in-ten-minutes": ["dawn", "helix"],
  "research-hours-for-clinicians": ["limestone", "helix"],
  "what-changed-in-the-catalogue": ["palm", "rosette"],
};

const motifs: Record<DrawnMotif, BilingualText> = {
  cross: ["A medical cross in an eight-pointed star", "علامة طبية داخل نجمة ثمانية"],
  ecg: ["The line of a heartbeat", "خط نبض القلب"],
  molecule: ["A molecule of hexagons", "جزيء من حلقات سداسية"],
  radar: ["A radar screen with points of light", "شاشة رادار بنقاط مضيئة"],
  helix: ["A double helix of DNA", "حلزون مزدوج للحمض النووي"],
  wells: ["A laboratory plate with wells", "صفيحة مختبر ذات آبار"],
  flow: ["Three lines that meet in a star and part again", "ثلاثة خطوط تلتقي عند نجمة ثم تفترق"],
  frond: ["A palm frond", "سعفة نخيل"],
  rosette: ["A rosette of crossing lines", "زخرفة دائرية من خطوط متقاطعة"],
};

const colours: Record<PaletteName, BilingualText> = {
  palm: ["dark green", "أخضر داكن"],
  night: ["blackish green", "أخضر مائل إلى السواد"],
  khuzama: ["purple", "بنفسجي"],
  oasis: ["green", "أخضر"],
  limestone: ["sand-coloured", "رملي"],
  mint: ["mint green", "أخضر نعناعي"],
  lilac: ["lilac", "ليلكي"],
  dawn: ["golden", "ذهبي"],
};

/** The alternative texts of a picture that ships with the site. `name` does not include the hash of the content. */
export function describePicture(name: string): { altEng: string; altAr: string } {
  const [palette, motif] = drawings[name as PictureName];
  const [motifText, colourText] = [motifs[motif], colours[palette]];
  return {
    altEng: `${motifText[0]} on a ${colourText[0]} pattern`,
    altAr: `${motifText[1]} على نقش هندسي ${colourText[1]}`,
  };
}

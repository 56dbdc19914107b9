import questions from "./faq.json" with { type: "json" };
import type { DemoFaq } from "./types.ts";

/** What people ask before and after a course, in the order of the journey. */
export const demoFaq: DemoFaq[] = questions;

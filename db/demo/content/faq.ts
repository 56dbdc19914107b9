import questions from "./faq.json" with { type: "json" };
import type { DemoFaq } from "./types.ts";

/** Frequently asked questions, in the order in which the page shows them. */
export const demoFaq: DemoFaq[] = questions;

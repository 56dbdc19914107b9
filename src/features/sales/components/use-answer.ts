export { useAnswer } from "#platform/use-answer.ts";

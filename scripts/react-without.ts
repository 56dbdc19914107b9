/**
 * React in the browser without its stand-in for `AbortController`, which every browser we serve has. Asked for where React's whole
 * file starts, it made Chromium read that file once more whenever somebody records the page's work, Lighthouse for one: 7 ms of 17.
 */
import type { Plugin } from "vite";

const file = /[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/;
/** The code as it is, and as it is with the class known. */
const cuts: readonly (readonly [RegExp, string])[] = [
  [/"undefined" !== typeof AbortController\s+\? AbortController\s+: function \(\) \{[\s\S]*?\n {8}\},\n/g, "null,\n"],
  [/new AbortControllerLocal\(\)/g, "new AbortController()"],
];

/** React's code with its cuts made. Throws when one is not there exactly once. */
export function withCuts(code: string): string {
  return cuts.reduce((made, [was, known]) => {
    const found = made.match(was)?.length ?? 0;
    if (found !== 1) throw new Error(`React has ${found} places like ${was.source.slice(0, 40)}, not 1: look again at scripts/react-without.ts`);
    return made.replace(was, known);
  }, code);
}

export function reactWithout(): Plugin {
  let seen = false;
  return {
    name: "react-without",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: { id: file },
      handler(code) {
        seen = true;
        return { code: withCuts(code), map: null };
      },
    },
    buildEnd(error) {
      if (!seen && !error) throw new Error("React's file has another name: look again at scripts/react-without.ts");
    },
  };
}

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

// The page in the frame of the consultancy film has a style sheet of its own.
it.each(["src/ui/base.css", "public/media/fellowship/player.css"])(
  "L-14 captions have the site's dark green background: %s",
  (path) => {
    const [, rule = ""] = /video::cue \{([^}]*)\}/.exec(readFileSync(path, "utf8")) ?? [];
    expect(rule).toMatch(/font: 1rem\/1\.5 /);
    expect(rule).toContain("background: rgb(6 43 39 / 0.8)");
  },
);

import { readdirSync, readFileSync, statSync } from "node:fs";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { siteIcons } from "./art/icons.ts";
import { leafPath, sparkPath, starPath } from "./mark-paths.ts";
import * as aboutArt from "./art/pictures/about.ts";
import * as heroArt from "./art/pictures/hero.ts";
import { getInitials } from "./avatar.tsx";
import { Button } from "./button.tsx";
import { Checkbox } from "./checkbox.tsx";
import { preloadedFonts } from "./preloaded-fonts.ts";
import { DateField, getFormDate } from "./date-field.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Form } from "./form.tsx";
import { Pagination } from "./pagination.tsx";
import { LinkButton } from "./link-button.tsx";
import { Picture, type PictureData } from "./picture.tsx";
import { TextField } from "./text-field.tsx";
import { StatementPage } from "./statement-page.tsx";
import { Tile } from "./tile.tsx";

const html = (element: ReactElement) => renderToStaticMarkup(createElement(MemoryRouter, null, element));

describe("fields", () => {
  it("link label, message and hint to the control and describe errors in text", () => {
    const out = html(
      <Form validationErrors={{ email: ["The email must be a valid email address.", "second"] }}>
        <TextField id="e" name="email" type="email" label="Email" hint="Work address" required />
        <TextField id="n" name="name" label="Name" />
      </Form>,
    );
    expect(out).toContain('<label for="e"');
    expect(out).toMatch(/<input[^>]*aria-invalid="true"[^>]*/);
    expect(out).toContain('aria-describedby="e-error e-hint"');
    expect(out).toContain("The email must be a valid email address.");
    expect(out).not.toContain("second");
    expect(out.match(/aria-invalid/g)).toHaveLength(1);
  });

  it("keep Latin inputs left to right, and others in the direction of what is typed", () => {
    expect(html(<TextField name="a" type="email" label="E" />)).toContain('dir="ltr"');
    expect(html(<TextField name="a" label="E" />)).toContain('dir="auto"');
  });

  it("L-9 a day is typed day first in both languages, and sent in ISO format", () => {
    const out = html(<DateField name="day" label="Day" defaultValue="2026-12-09" format="DD/MM/YYYY" />);
    expect(out).toContain('value="09/12/2026"');
    expect(out).toContain('dir="ltr"');
    // The format stays visible when the field is filled, and describes the field for screen readers.
    expect(out).toMatch(/aria-describedby="[^"]*-hint"[^]*<p id="[^"]*-hint"[^>]*>DD\/MM\/YYYY<\/p>/);
    const data = new FormData();
    const readSentDay = (typed: string) => {
      data.set("day", typed);
      return getFormDate(data, "day");
    };
    expect(["9/12/2026", "٠٩/١٢/٢٠٢٦", "2026-12-09"].map(readSentDay)).toEqual(Array(3).fill("2026-12-09"));
    expect(["31/02/2026", "", "soon"].map(readSentDay)).toEqual(["31/02/2026", "", "soon"]);
  });

  it("L-9 no page of the site uses the browser's own date or time field", () => {
    const pages = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));
    const nativeField = /type="(date|time|datetime-local|month)"/;
    expect(
      pages.filter((name) => nativeField.test(readFileSync(`src/${name}`, "utf8")) && !name.includes(".test.")),
    ).toEqual([]);
  });

  it("L-13 L-16 CT-27 every scrolling row of tabs in the portal shows that it scrolls", () => {
    const parts = readdirSync("staff/src", { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".tsx"),
    );
    const readSource = (name: string) => readFileSync(`staff/src/${name}`, "utf8");
    expect(parts.filter((name) => readSource(name).includes("scroll-row")).toSorted()).toEqual([
      "content/content-list.tsx",
      "parts/list/list-views.tsx",
      "parts/view-tabs.tsx",
      "runs/run-head.tsx",
    ]);
    // Tables keep their scroll bar.
    const others = ["attendance/import-table.tsx", "runs/month-view.tsx"];
    const isHidden = (source: string) => /overflow-x-auto|scrollbar-width:none/.test(source);
    expect(parts.filter((name) => isHidden(readSource(name))).toSorted()).toEqual(others);
    expect(others.map(readSource).join("")).not.toContain("scrollbar-width");
  });

  it("post without JavaScript, so that no password is in an address", () => {
    expect(html(<Form>x</Form>)).toContain('method="post"');
  });

  it("show a message under a checkbox", () => {
    expect(
      html(
        <Form validationErrors={{ terms: "This field is required." }}>
          <Checkbox id="t" name="terms" label="I accept" required />
        </Form>,
      ),
    ).toMatch(/aria-describedby="t-error"[\s\S]*id="t-error"[\s\S]*This field is required\./);
  });
});

it("U-04 only the heading of a result is focusable", () => {
  const statement = (isResult: boolean) =>
    html(
      <StatementPage icon="check" title="Done" isResult={isResult}>
        Text
      </StatementPage>,
    );
  const empty = (isResult: boolean) => html(<EmptyState title="Done" isResult={isResult} />);
  for (const page of [statement, empty]) {
    expect(page(true)).toMatch(/<h[12][^>]* tabindex="-1"[^>]*>Done/);
    expect(page(false)).not.toContain("tabindex");
  }
});

describe("button", () => {
  it("stays focusable while pending, and shows only the pending text", () => {
    const out = html(
      <Button isPending pendingText="Wait...">
        Submit
      </Button>,
    );
    expect(out).toContain('aria-disabled="true"');
    expect(out).toContain('aria-busy="true"');
    expect(out).not.toMatch(/ disabled=/);
    expect(out).toContain("Wait...</span>");
    expect(out).not.toContain(">Submit<");
  });

  it("without a pending text keeps its width and shows a spinner", () => {
    const out = html(
      <Button icon="download" isPending>
        Save
      </Button>,
    );
    expect(out).toContain('aria-disabled="true"');
    expect(out).toMatch(/<span[^>]*opacity-0[^>]*><svg[^>]*>.*#download.*Save<\/span><svg[^>]*animate-spin/);
  });

  it("has an icon before its text, also as a link", () => {
    for (const out of [
      html(<Button icon="download">Save</Button>),
      html(
        <LinkButton to="/faq" icon="download">
          Save
        </LinkButton>,
      ),
    ])
      expect(out).toMatch(/#download"><\/use><\/svg>Save<\/(?:button|a)>/);
  });

  it("a pending form makes its submit button busy and its fields read-only", () => {
    const out = html(
      <Form isPending>
        <TextField name="a" label="A" />
        <Button type="submit">Send</Button>
        <Button>Other</Button>
      </Form>,
    );
    expect(out).toMatch(/<input[^>]*readOnly=""/i);
    expect(out.match(/aria-busy/g)).toHaveLength(1);
  });
});

describe("tile", () => {
  it("has no link for an ended course", () => {
    const out = html(<Tile isPast to="/courses/x" picture={null} title="Audit" action="Registration closed" />);
    expect(out).not.toContain("<a ");
    expect(out).toContain('aria-disabled="true"');
    expect(html(<Tile to="/courses/x" picture={null} title="Audit" />)).toContain('href="/courses/x"');
  });
});

describe("pagination", () => {
  it("gives every page a real address and marks the current one", () => {
    const out = html(
      <Pagination
        page={2}
        pageCount={3}
        hrefFor={(n) => `/courses?page=${n}`}
        labels={{ nav: "Pages", previous: "Previous", next: "Next", page: String }}
      />,
    );
    expect(out).toContain('href="/courses?page=3"');
    expect(out.match(/aria-current="page"/g)).toHaveLength(1);
    expect(
      html(
        <Pagination
          page={1}
          pageCount={1}
          hrefFor={String}
          labels={{ nav: "Pages", previous: "", next: "", page: String }}
        />,
      ),
    ).toBe("");
  });
});

describe("pictures", () => {
  it("every picture module has a file of the right size", async () => {
    const modules = await Promise.all(
      readdirSync("src/ui/art/pictures").map(
        (name) => import(`./art/pictures/${name.slice(0, -3)}.ts`) as Promise<Record<string, PictureData>>,
      ),
    );
    expect(modules.length).toBeGreaterThan(20);
    for (const picture of modules.flatMap((module) => Object.values(module)))
      expect(readFileSync(`public${picture.src}`, "utf8")).toContain(
        `width="${picture.width}" height="${picture.height}"`,
      );
    for (const file of Object.values(siteIcons)) expect(statSync(`public${file}`).size).toBeLessThan(60_000);
  });

  it("the favicon matches the header's logo", () => {
    const icon = readFileSync(`public${siteIcons.tab}`, "utf8");
    for (const path of [starPath, leafPath, sparkPath]) expect(icon).toContain(`d="${path}"`);
  });

  it("reserves space while loading, and falls back to the generated picture", () => {
    expect(html(<Picture picture={heroArt.picture} alt="" isPriority />)).toMatch(/width="1440" height="760"/);
    expect(html(<Picture picture={undefined} behind={aboutArt.picture} alt="Rosette" />)).toContain('alt="Rosette"');
  });
});

describe("monograms", () => {
  it("uses the first letters of first and last name, and separates Arabic letters", () => {
    expect(getInitials("Sara bint Nasser Noor")).toBe("SN");
    expect(getInitials("سارة نور")).toBe("س\u200cن");
    expect(getInitials("Dr. Huda A.")).toBe("HA");
    expect(getInitials("د. هدى ع.")).toBe("ه\u200cع");
    expect(getInitials("فارس م.")).toBe("ف\u200cم");
    expect(getInitials("م. فارس م.")).toBe("ف\u200cم");
    expect(getInitials("د.")).toBe("");
    expect(getInitials("  ")).toBe("");
  });
});

describe("font files", () => {
  const sumSizes = (parts: string[]) =>
    readdirSync("public/fonts")
      .filter((name) => parts.some((part) => name.includes(part)))
      .reduce((sum, name) => sum + statSync(`public/fonts/${name}`).size, 0);
  it("total at most 70 kB in English and 110 kB in Arabic", () => {
    expect(sumSizes(["latin", "accents"])).toBeLessThanOrEqual(70 * 1024);
    expect(sumSizes(["latin", "accents", "figures", "arabic"])).toBeLessThanOrEqual(110 * 1024);
  });

  it("each weight of a stand-in font covers all letters, because browsers choose by weight first", () => {
    const css = readFileSync("src/ui/fallback-fonts.css", "utf8");
    const faces = [
      ...css.matchAll(/font-family: "([^"]+)"[^}]*?font-weight: ([\d ]+);[^}]*?unicode-range: ([^;]+);/g),
    ].map(([, family, weight, letters]) => ({ face: `${family} ${weight}`, letters }));
    const byWeight = Map.groupBy(faces, ({ face }) => face);
    expect([...byWeight.keys()]).toEqual([
      "Plex Stand-in 400",
      "Plex Stand-in 500",
      "Plex Stand-in 600",
      "Readex Stand-in 300 500",
    ]);
    for (const [face, group] of byWeight)
      expect([face, group.map(({ letters }) => letters)]).toEqual([face, ["U+0-2FF, U+2000-20FF", "U+600-6FF"]]);
  });

  it("in Arabic share no character per weight, so that browsers load only what they need", () => {
    const faces = [
      ...readFileSync("src/ui/fonts.css", "utf8").matchAll(
        /font-family: "([^"]+ in Arabic)"[^}]*?font-weight: ([\d ]+);[^}]*?unicode-range: ([^;}]+)/g,
      ),
    ];
    const spans = faces.map(([, family, weight, range = ""]) => ({
      face: `${family} ${weight}`,
      chars: range.split(",").flatMap((part) => {
        const [first = 0, last = first] = part
          .trim()
          .slice(2)
          .split("-")
          .map((hex) => parseInt(hex, 16));
        return Array.from({ length: last - first + 1 }, (_, index) => first + index);
      }),
    }));
    const groups = [...Map.groupBy(spans, ({ face }) => face)].map(([face, group]) => ({
      face,
      chars: group.flatMap(({ chars }) => chars),
    }));
    expect(groups.map(({ face }) => face)).toEqual([
      "Readex in Arabic 300 500",
      "Plex in Arabic 400",
      "Plex in Arabic 500",
      "Plex in Arabic 600",
    ]);
    for (const { face, chars } of groups)
      expect([face, chars.filter((char, index) => chars.indexOf(char) !== index)]).toEqual([face, []]);
  });

  it("preload only files that the style sheet uses", () => {
    const css = readFileSync("src/ui/fonts.css", "utf8");
    for (const file of Object.values(preloadedFonts).flat()) expect(css).toContain(`url(${file})`);
  });
});

import { expect, it } from "vitest";
import { readHtml } from "./html.ts";

it("reports crossed and unclosed tags, and repeated ids", () => {
  expect(readHtml("<p><b>x</p></b>").problems).toEqual(["</p> closes <b>", "</b> closes <p>"]);
  expect(readHtml("<div><p>x</p>").problems).toEqual(["never closed: div"]);
  expect(readHtml('<p id="a"></p><p id="a"></p>').problems).toEqual(["two elements have the id a"]);
});

it("reads tags and attributes, but not scripts, comments or quoted text", () => {
  const { tags, problems, ids } = readHtml(
    '<!DOCTYPE html><a href="/x?a=1&amp;b=2" title="1 > 0">x<br/></a><!-- <b> --><script>"<i>"</script><svg id="s"><path d="M0 0"/></svg>',
  );
  expect(problems).toEqual([]);
  expect(tags.map(({ name }) => name)).toEqual(["a", "br", "script", "svg", "path"]);
  expect(tags[0]?.attributes).toEqual({ href: "/x?a=1&b=2", title: "1 > 0" });
  expect([...ids]).toEqual(["s"]);
});

import { chromium } from "playwright-core";
import { readdirSync } from "node:fs";
const axe = (await import("node:fs")).readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless=new","--no-sandbox","--disable-gpu","--disable-background-networking","--disable-component-update","--disable-sync"] });
const only = process.argv[2];
for (const file of readdirSync("/tmp/mails-out").filter((f) => f.endsWith(".html") && (!only || f.includes(only)))) {
  for (const [w, dark] of [[640,false],[390,false],[390,true],[320,false]]) {
    const page = await browser.newPage({ viewport: { width: w, height: 800 }, colorScheme: dark ? "dark" : "light" });
    await page.goto("file:///tmp/mails-out/" + file);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) console.log("SIDEWAYS", file, w, over);
    if (w !== 320) await page.screenshot({ path: `/tmp/mails-out/${file.replace(".html", "")}.${w}${dark ? "d" : ""}.png`, fullPage: true });
    if (w === 640 || dark) {
      await page.evaluate(axe);
      const r = await page.evaluate(() => axe.run({ rules: { region: { enabled: false }, "landmark-one-main": { enabled: false } } }));
      for (const v of r.violations) console.log("AXE", file, dark, v.id, v.nodes.length, v.nodes[0].html.slice(0, 160));
    }
    await page.close();
  }
}
await browser.close();

/**
 * `npm run build` in desktop/: the application as NW.js wants it, in desktop/build/app. `NAMA_SITE` names the site it
 * opens.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { iconFiles } from "../../src/site/seo/icon-files.ts";
import manifest from "../package.json" with { type: "json" };
import { icns, ico } from "../src/icons.ts";
import { shellPage } from "../src/page.ts";
import { siteOrigin } from "../src/settings.ts";
import { bundle } from "./bundle.ts";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const app = "build/app";
rmSync(app, { recursive: true, force: true });
mkdirSync(app, { recursive: true });
await bundle(app);
writeFileSync(`${app}/shell.html`, shellPage());
const site = siteOrigin([], { site: process.env["NAMA_SITE"] ?? manifest.site });
const { name, version, description } = manifest;
writeFileSync(
  `${app}/package.json`,
  JSON.stringify({ ...manifest.application, name, version, description, site }, null, 2),
);
const icon = (file: string) => `../public${file}`;
copyFileSync(icon(iconFiles.large), `${app}/icon.png`);
writeFileSync("build/icon.icns", icns(readFileSync(icon(iconFiles.large))));
writeFileSync("build/icon.ico", ico(readFileSync(icon(iconFiles.small)), 192));
process.stdout.write(`The application for ${site} is in desktop/${app}.\n`);

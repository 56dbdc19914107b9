/**
 * `npm run build` in desktop/ builds the application in the layout that NW.js expects, in desktop/build/app. The
 * environment variable `NAMA_SITE` sets the address of the site that the application opens.
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
const appFolder = "build/app";
rmSync(appFolder, { recursive: true, force: true });
mkdirSync(appFolder, { recursive: true });
await bundle(appFolder);
writeFileSync(`${appFolder}/shell.html`, shellPage());
const site = siteOrigin([], { site: process.env["NAMA_SITE"] ?? manifest.site });
const { name, version, description } = manifest;
writeFileSync(
  `${appFolder}/package.json`,
  JSON.stringify({ ...manifest.application, name, version, description, site }, null, 2),
);
const publicFile = (file: string) => `../public${file}`;
copyFileSync(publicFile(iconFiles.large), `${appFolder}/icon.png`);
writeFileSync("build/icon.icns", icns(readFileSync(publicFile(iconFiles.large))));
writeFileSync("build/icon.ico", ico(readFileSync(publicFile(iconFiles.small)), 192));
process.stdout.write(`The application for ${site} is in desktop/${appFolder}.\n`);

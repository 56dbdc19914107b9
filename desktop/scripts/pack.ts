/**
 * `npm run pack` in desktop/ packs the application with its runtime for Linux, Windows and macOS into
 * desktop/build/<platform>-<arch>. It downloads NW.js. Arguments such as `linux win` limit it to these platforms.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import manifest from "../package.json" with { type: "json" };

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const systems = [
  {
    platform: "linux",
    arch: "x64",
    app: { name: manifest.name, genericName: "Nama Health", icon: "build/app/icon.png" },
  },
  {
    platform: "win",
    arch: "x64",
    app: { name: manifest.name, icon: "build/icon.ico", version: manifest.version, fileDescription: "Nama Health" },
  },
  {
    platform: "osx",
    arch: "arm64",
    app: {
      name: "Nama Health",
      icon: "build/icon.icns",
      CFBundleIdentifier: "health.nama.desktop",
      CFBundleName: "Nama Health",
      CFBundleDisplayName: "Nama Health",
      CFBundleVersion: manifest.version,
      CFBundleShortVersionString: manifest.version,
    },
  },
];
const selectedPlatforms = process.argv.slice(2);

for (const { platform, arch, app } of systems) {
  if (selectedPlatforms.length > 0 && !selectedPlatforms.includes(platform)) continue;
  const options = {
    mode: "build",
    version: manifest.devDependencies.nw,
    flavor: "normal",
    platform,
    arch,
    glob: "false",
    cacheDir: "build/nw",
    outDir: `build/${platform}-${arch}`,
  };
  const cliOptions = [
    ...Object.entries(options),
    ...Object.entries(app).map(([key, value]) => [`app.${key}`, value] as const),
  ].map(([key, value]) => `--${key}=${value}`);
  const { status } = spawnSync("nwbuild", ["build/app", ...cliOptions], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}

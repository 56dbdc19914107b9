/** The static files that /api/docs loads, from the package `swagger-ui-dist`. */
import { cpSync } from "node:fs";

const files = ["swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt", "LICENSE", "NOTICE"];

/** Copies them into `<folder>/swagger-ui/`. */
export function copySwaggerUi(folder: string): void {
  for (const file of files) cpSync(`node_modules/swagger-ui-dist/${file}`, `${folder}/swagger-ui/${file}`);
}

import { createHash } from "node:crypto";

const assetFolder = "/swagger-ui";
const startScript = `SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#swagger-ui", deepLinking: true, validatorUrl: null });`;
const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Nama Health API</title>
<link rel="stylesheet" href="${assetFolder}/swagger-ui.css">
</head>
<body>
<main id="swagger-ui"></main>
<noscript><a href="/api/openapi.json">OpenAPI 3.1 document</a></noscript>
<script src="${assetFolder}/swagger-ui-bundle.js"></script>
<script>${startScript}</script>
</body>
</html>
`;
const policy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash("sha256").update(startScript).digest("base64")}'`,
  "style-src 'self'",
  // The style sheet holds the icons as data: addresses.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Swagger UI for /api/openapi.json, with a policy that allows its own files and that document only. */
export function apiDocsPage(): Response {
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=300",
      "content-security-policy": policy,
    },
  });
}

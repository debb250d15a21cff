import { createRequire } from 'node:module';
import path from 'node:path';
import type { Express, Response } from 'express';

const FOLDER = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const CACHE_SECONDS = 3_600;

/**
 * The page loads nothing from other sites, and runs only scripts from this server's files. Inline styles are allowed,
 * because React writes them into the page.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Quittance API</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/page.css" />
  </head>
  <body>
    <noscript><p>This page needs JavaScript. The same as JSON: <a href="/openapi.json">/openapi.json</a></p></noscript>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/page.js"></script>
  </body>
</html>
`;

/**
 * Groups are closed at first. Swagger UI stops without an error when it draws more than about 140 endpoints at once.
 */
const SCRIPT = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 4,
  defaultModelRendering: 'model',
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

const STYLE = `body { margin: 0; background: #fafafa; }
.swagger-ui .info { margin: 24px 0; }
.swagger-ui .scheme-container { box-shadow: none; border-bottom: 1px solid #ddd; padding: 16px 0; }
.swagger-ui .opblock .opblock-summary-path { word-break: break-word; }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { overflow-wrap: anywhere; }
.swagger-ui table { display: block; overflow-x: auto; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 10px; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; font-size: 13px; }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; padding: 4px 10px; }
  .swagger-ui .opblock-tag small { display: none; }
}
`;

/** Serves GET /docs: Swagger UI for /openapi.json, with all its files from this server. */
export function serveReferencePage(app: Express): void {
  app.get('/docs', (_request, response) => {
    allow(response).type('html').send(PAGE);
  });
  app.get('/docs/page.js', (_request, response) => {
    allow(response).type('js').send(SCRIPT);
  });
  app.get('/docs/page.css', (_request, response) => {
    allow(response).type('css').send(STYLE);
  });
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
    app.get(`/docs/${file}`, (_request, response) => {
      allow(response).sendFile(file, { root: FOLDER, maxAge: CACHE_SECONDS * 1_000 });
    });
  }
}

function allow(response: Response): Response {
  return response.set({
    'Content-Security-Policy': POLICY,
    'Cache-Control': `public, max-age=${CACHE_SECONDS}`,
  });
}

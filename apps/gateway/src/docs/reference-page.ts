import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Nameyard API reference</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<noscript>This page needs JavaScript; the description itself is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

/** Tokens stay in the page: nothing is stored in the browser, and no validator elsewhere is asked. */
const start = `SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  persistAuthorization: false,
  validatorUrl: null,
})
`

/** Everything comes from here and goes to here; styles in attributes are how Swagger UI lays itself out. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headers: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
}

/** Files of Swagger UI that the page loads, by name, with their media types. */
const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': STYLE,
  'swagger-ui-bundle.js': SCRIPT,
  'favicon-32x32.png': 'image/png',
}

interface Text {
  readonly type: string
  readonly bytes: Buffer
  readonly tag: string
}

/** Serves a page that reads the description to people, with every file it needs. */
export function mountReferencePage(http: FastifyInstance): void {
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'))
  serve(http, '/docs', () => textOf('text/html; charset=utf-8', Buffer.from(page)))
  serve(http, '/docs/start.js', () => textOf(SCRIPT, Buffer.from(start)))
  for (const [name, type] of Object.entries(files)) {
    serve(http, `/docs/${name}`, async () => textOf(type, await readFile(join(folder, name))))
  }
}

function textOf(type: string, bytes: Buffer): Text {
  return { type, bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
}

/** One text under one address: read when it is first asked for, and sent again only when it has changed. */
function serve(http: FastifyInstance, url: string, read: () => Text | Promise<Text>): void {
  let text: Text | undefined
  http.get(url, async (request: FastifyRequest, reply: FastifyReply) => {
    const { type, bytes, tag } = (text ??= await read())
    reply.headers(headers).header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.header('content-type', type).send(bytes)
  })
}

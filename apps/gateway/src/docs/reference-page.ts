import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guidesChapter } from './guides'
import { markdownPages } from './markdown-pages'

const SCRIPT = 'text/javascript; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'

/** The browser build of Scalar (MIT), compressed; assets/README.md says where it comes from. */
const SCALAR = join(__dirname, '../../assets/scalar-1.72.1.js.gz')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Nameyard API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The description itself is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

/** Loads everything from this host: no fonts, no assistant, no telemetry, no proxy. Tokens are not stored. */
const start = `fetch('/docs/reference.json')
  .then((answer) => answer.json())
  .then((content) =>
    Scalar.createApiReference('#reference', {
      content,
      agent: { disabled: true },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      documentDownloadType: 'direct',
      hideClientButton: true,
      mcp: { disabled: true },
      persistAuth: false,
      showDeveloperTools: 'never',
      telemetry: false,
      withDefaultFonts: false,
    }),
  )
`

/** Allows only this host. Inline styles are needed, because Scalar writes its style sheet into the page. */
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

interface Text {
  readonly type: string
  readonly bytes: Buffer
  readonly tag: string
  /** Whether the bytes are compressed with gzip. */
  readonly isCompressed: boolean
}

/** The description with the guides after the introduction, so that the search of the page finds them. */
function withGuides(description: object): string {
  const { info } = description as { info: { description: string } }
  return JSON.stringify({ ...description, info: { ...info, description: info.description + guidesChapter() } })
}

/** Serves the reference page with the API description, the guides and all files it needs. */
export function mountReferencePage(http: FastifyInstance, describe: () => object): void {
  serve(http, '/docs', () => textOf(HTML, page))
  serve(http, '/docs/start.js', () => textOf(SCRIPT, start))
  serve(http, '/docs/reference.json', () => textOf(JSON_TYPE, withGuides(describe())))
  serve(http, '/docs/scalar.js', async () => textOf(SCRIPT, await readFile(SCALAR), true))
  // Made at the first request, as the description is.
  let made: ReadonlyMap<string, Text> | undefined
  const pages = () =>
    (made ??= new Map(
      [...markdownPages(describe())].map(([url, text]) => [url, textOf(url.endsWith('.md') ? MARKDOWN : PLAIN, text)]),
    ))
  serve(http, '/llms.txt', () => pages().get('/llms.txt')!)
  for (const url of ['/docs/:page.md', '/docs/reference/:page.md']) {
    http.get<{ Params: { page: string } }>(url, async (request, reply) => {
      const text = pages().get(url.replace(':page', request.params.page))
      return text ? send(request, reply, text) : reply.callNotFound()
    })
  }
}

function textOf(type: string, content: string | Buffer, isCompressed = false): Text {
  const bytes = Buffer.from(content)
  return { type, bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, isCompressed }
}

const decompressed = promisify(gunzip)

/** Serves one text: read on the first request, and sent again only if it has changed (ETag). */
function serve(http: FastifyInstance, url: string, read: () => Text | Promise<Text>): void {
  let text: Text | undefined
  http.get(url, async (request, reply) => send(request, reply, (text ??= await read())))
}

async function send(request: FastifyRequest, reply: FastifyReply, { type, bytes, tag, isCompressed }: Text) {
  reply.headers(headers).header('etag', tag)
  if (isCompressed) reply.header('vary', 'Accept-Encoding')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  reply.header('content-type', type)
  if (!isCompressed) return reply.send(bytes)
  const accepted = request.headers['accept-encoding']
  if (typeof accepted !== 'string' || !/\bgzip\b/.test(accepted)) return reply.send(await decompressed(bytes))
  return reply.header('content-encoding', 'gzip').send(bytes)
}

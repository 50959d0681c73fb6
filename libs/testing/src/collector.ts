import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** A span as a collector receives it (OTLP in JSON). */
export interface CollectedSpan {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status?: { readonly code?: number }
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface Collector {
  readonly url: string
  /** The headers of the last export. */
  readonly headers: () => Readonly<Record<string, string | string[] | undefined>>
  readonly spans: readonly CollectedSpan[]
  close(): Promise<void>
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes'> & { readonly attributes: readonly Attribute[] })[]
    }[]
  }[]
}

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Starts an OTLP collector on a free port. A silent one takes connections and answers nothing; `status` refuses. */
export async function startCollector({ isSilent = false, status = 200 } = {}): Promise<Collector> {
  const spans: CollectedSpan[] = []
  let headers: Collector['headers'] extends () => infer Headers ? Headers : never = {}
  const server = createServer(async (request, response) => {
    const sent = await buffer(request)
    if (isSilent) return
    headers = request.headers
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    for (const { resource, scopeSpans } of (JSON.parse(text.toString()) as Export).resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name'])
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, service, attributes: valuesOf(span.attributes) })
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: () => headers,
    spans,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** How the proxy handles a request: it forwards it, forwards it after a delay, or answers it. */
export type Gate = { readonly delayMs: number } | { readonly status: number; readonly body: string } | 'open'

/** Starts a proxy in front of an HTTP API. A test can delay requests, or answer them without the API. */
export async function openGate(target: string) {
  let gate: (method: string) => Gate = () => 'open'
  const passed: string[] = []
  const server = createServer((request, response) => {
    const method = request.method ?? 'GET'
    const answer = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const state = gate(method)
      if (state !== 'open' && 'status' in state) return response.writeHead(state.status).end(state.body)
      if (state !== 'open') await pause(state.delayMs)
      passed.push(`${method} ${request.url}`)
      const body = Buffer.concat(chunks)
      const there = await fetch(`${target}${request.url}`, {
        method,
        headers: { 'x-api-key': String(request.headers['x-api-key']) },
        ...(body.length > 0 && { body }),
      })
      return response.writeHead(there.status).end(Buffer.from(await there.arrayBuffer()))
    }
    void answer().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests that the proxy forwarded. */
    passed,
    set(next: Gate | ((method: string) => Gate)) {
      gate = typeof next === 'function' ? next : () => next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

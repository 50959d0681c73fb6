import { once } from 'node:events'
import { createServer } from 'node:http'

/** Replaces the control port of a sandbox registry: the delegations and TXT records of names. The test controls them. */
export async function startRegistry() {
  const registry = {
    /** The name servers in the parent zone, by name. */
    delegated: new Map<string, readonly string[]>(),
    /** The TXT records at name servers elsewhere, by name. */
    texts: new Map<string, readonly string[]>(),
    isAway: false,
    url: '',
    close: () => void server.close(),
  }
  const server = createServer((request, response) => {
    const [, kind, name = ''] = request.url!.split('/')
    const hosts = registry.delegated.get(name)
    const found = kind === 'texts' ? { texts: registry.texts.get(name) ?? [] } : hosts && { hosts, hostAttributes: [] }
    response.writeHead(registry.isAway ? 500 : found ? 200 : 404).end(JSON.stringify(found ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  registry.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return registry
}

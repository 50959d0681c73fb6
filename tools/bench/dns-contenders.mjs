/** The name servers that the DNS part compares, with the same operations on zones. */
import { Agent, request } from 'node:http'
import { Resolver } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './processes.mjs'
import { ownKnot, ownPowerdns } from './servers.mjs'
import { startServices } from './services.mjs'

export const addressOf = (at) => `192.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`
const a = (name, value) => ({ type: 'A', name, value, ttl: 300 })
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at))

/** A zone as a file: `h0`, `h1` and so on, with an address each. */
export const zoneFileOf = (zone, count) =>
  [
    `$ORIGIN ${zone}.com.`,
    '$TTL 300',
    '@ IN SOA ns.example.net. hostmaster.example.net. 1 3600 900 1209600 300',
    '@ IN NS ns.example.net.',
    ...many(count, (at) => `h${at} IN A ${addressOf(at)}`),
    '',
  ].join('\n')

/** Returns a client that sends a request, returns the text of a successful answer and throws for any other. */
function clientOf(port, fixed, onClose) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  onClose(() => agent.destroy())
  return (method, path, body, type = 'application/json') =>
    new Promise((resolve, reject) => {
      const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
      const length = bytes === undefined ? {} : { 'content-length': bytes.length, 'content-type': type }
      const at = { host: '127.0.0.1', port, method, path, agent, headers: { ...fixed, ...length } }
      request(at, (answer) => {
        const parts = []
        answer.on('data', (part) => parts.push(part))
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString()
          if (answer.statusCode < 300) resolve(text)
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 200)}`))
        })
      })
        .on('error', reject)
        .end(bytes)
    })
}

/** The platform: gateway, customers, domains (which knows the holders of names) and dns with its own responder. */
export async function platformServer(context) {
  const dnsPort = await freePort()
  const services = await startServices(context, { customers: {}, domains: {}, dns: { DNS_PORT: String(dnsPort) } })
  const ask = clientOf(services.port, { authorization: `Bearer ${services.token}` }, context.onClose)
  const path = (zone) => `/v1/dns/zones/${zone}.com`
  const [responder] = (await services.processes()).dns
  return {
    ...services,
    responder: { pid: responder, dnsPort },
    make: (zone, count) =>
      ask('POST', '/v1/dns/zones', {
        domain: { name: zone, extension: 'com' },
        type: 'master',
        records: many(count, (at) => a(`h${at}`, addressOf(at))),
      }),
    add: (zone, at) => ask('PUT', path(zone), { records: { add: [a(`n${at}`, addressOf(at))] } }),
    read: (zone) => ask('GET', `${path(zone)}?with_records=1`),
    replace: (zone, count, turn) =>
      ask('PUT', path(zone), {
        records: { replace: many(count, (at) => a(`h${at}`, `10.${turn}.${at >> 8}.${at & 255}`)) },
      }),
    load: (zone, file) => ask('POST', `${path(zone)}/import`, file, 'text/dns'),
  }
}

/** PowerDNS Authoritative on LMDB, by its HTTP API. */
export async function powerdnsServer({ onClose }) {
  const { pid, port, dnsPort, key } = await ownPowerdns(onClose)
  const ask = clientOf(port, { 'x-api-key': key }, onClose)
  const zones = '/api/v1/servers/localhost/zones'
  const set = (name, content) => ({ name, type: 'A', ttl: 300, changetype: 'REPLACE', records: [{ content }] })
  const change = (zone, rrsets) => ask('PATCH', `${zones}/${zone}.com.`, { rrsets })
  const create = (zone, content) =>
    ask('POST', `${zones}?rrsets=false`, { name: `${zone}.com.`, kind: 'Native', soa_edit_api: '', ...content })
  return {
    processes: () => ({ PowerDNS: [pid] }),
    responder: { pid, dnsPort },
    make: (zone, count) => {
      const rrsets = many(count, (at) => set(`h${at}.${zone}.com.`, addressOf(at)))
      return create(zone, { nameservers: ['ns.example.net.'], rrsets })
    },
    add: (zone, at) => change(zone, [set(`n${at}.${zone}.com.`, addressOf(at))]),
    read: (zone) => ask('GET', `${zones}/${zone}.com.`),
    replace: (zone, count, turn) =>
      change(
        zone,
        many(count, (at) => set(`h${at}.${zone}.com.`, `10.${turn}.${at >> 8}.${at & 255}`)),
      ),
    load: (zone, file) => create(zone, { zone: file }),
  }
}

/** Knot DNS with the zone that is queried. */
export async function knotServer({ onClose }, zone, count) {
  return { responder: await ownKnot(onClose, `${zone}.com`, zoneFileOf(zone, count)) }
}

/** Waits until a name server answers for a name. */
export async function answers(dnsPort, name) {
  const resolver = new Resolver({ timeout: 1_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${dnsPort}`])
  for (let tries = 0; ; tries++) {
    const found = await resolver.resolve4(name).catch(() => [])
    if (found.length > 0) return
    if (tries === 300) throw new Error(`The name server at port ${dnsPort} does not answer for ${name}.`)
    await pause(100)
  }
}

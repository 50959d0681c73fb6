import { z } from 'zod'
import type { Wait } from '../verification/wait'
import { PublisherAway, PublisherBroke } from './publication-failure'
import { VersionRejected } from './zone-writer'

const records = z.array(z.object({ content: z.string(), disabled: z.boolean().optional() }))
const rrset = z.object({ name: z.string(), type: z.string(), ttl: z.number(), records })
const zone = z.object({
  account: z.string().default(''),
  kind: z.string(),
  masters: z.array(z.string()).default([]),
  dnssec: z.boolean().default(false),
  nsec3param: z.string().default(''),
  last_check: z.number().default(0),
  rrsets: z.array(rrset),
})
const keys = z.array(z.object({ id: z.number(), active: z.boolean(), published: z.boolean(), dnskey: z.string() }))
const zones = z.array(
  z.object({
    name: z.string(),
    account: z.string().default(''),
    serial: z.number(),
    dnssec: z.boolean().default(false),
    last_check: z.number().default(0),
  }),
)

/** An RRset as PowerDNS has it: names with their final dot, contents in zone-file spelling. */
export type PowerdnsRRset = z.output<typeof rrset>

/** A zone as PowerDNS has it. `account` is its owner, `last_check` the time of the master's last answer. */
export type PowerdnsZone = z.output<typeof zone>

/** A zone in the list of PowerDNS. Its name has a final dot. */
export type ListedZone = z.output<typeof zones>[number]

/** A key of a zone in PowerDNS. `dnskey` is the printed record. */
export type PowerdnsKey = z.output<typeof keys>[number]

/** A change of one RRset: its replacement or deletion. */
export type PowerdnsChange =
  | (PowerdnsRRset & { readonly changetype: 'REPLACE' })
  | { readonly name: string; readonly type: string; readonly changetype: 'DELETE' }

/** PowerDNS refused a request; the message is its own. */
class PowerdnsRefusal extends Error {
  override readonly name = 'PowerdnsRefusal'
  readonly waits: readonly Wait[]

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(`PowerDNS answered ${status}: ${message}`)
    this.waits = [{ server: 'publisher', problem: `PowerDNS answered ${status}` }]
  }
}

const LIST_TIMEOUT_MS = 60_000

interface Access {
  /** Such as `http://127.0.0.1:8081`. */
  readonly url: string
  readonly apiKey: string
  /** Time-out of one request. */
  readonly timeoutMs: number
}

/** The zone calls of the HTTP API of PowerDNS Authoritative. */
export class PowerdnsApi {
  private readonly zones: string

  constructor(private readonly access: Access) {
    this.zones = `${access.url.replace(/\/$/, '')}/api/v1/servers/localhost/zones`
  }

  /** Reads a zone with all its RRsets; undefined when there is no such zone. */
  async read(apex: string): Promise<PowerdnsZone | undefined> {
    const response = await this.ask('GET', pathOf(apex))
    if (response.status === 404) return undefined
    return zone.parse(JSON.parse(this.expect(response)))
  }

  /** Reads a zone with its SOA record alone; undefined when there is no such zone. */
  async transferState(apex: string): Promise<PowerdnsZone | undefined> {
    const start = `?rrset_name=${encodeURIComponent(`${apex}.`)}&rrset_type=SOA`
    const response = await this.ask('GET', `${pathOf(apex)}${start}`)
    if (response.status === 404) return undefined
    return zone.parse(JSON.parse(this.expect(response)))
  }

  /**
   * Lists all zones without their records. 10,000 signed zones take 0.3 s on LMDB, half of it to find out whether they have
   * keys. An SQL store takes longer, because it reads the keys of each zone.
   */
  async list(): Promise<ListedZone[]> {
    return zones.parse(JSON.parse(this.expect(await this.ask('GET', '?dnssec=true', undefined, LIST_TIMEOUT_MS))))
  }

  /** Creates a zone of kind Native, which keeps its given serial. Returns false when the zone exists. */
  async create(apex: string, account: string, rrsets: readonly PowerdnsRRset[]): Promise<boolean> {
    const settings = { kind: 'Native', nameservers: [], account, soa_edit_api: '', api_rectify: true }
    const response = await this.ask('POST', '?rrsets=false', { name: `${apex}.`, ...settings, rrsets })
    if (response.status === 409) return false
    this.expect(response)
    return true
  }

  /** Creates a zone that is transferred from its master. Returns false when the zone exists. */
  async createSlave(apex: string, account: string, master: string): Promise<boolean> {
    const settings = { kind: 'Slave', masters: [master], nameservers: [], account }
    const response = await this.ask('POST', '?rrsets=false', { name: `${apex}.`, ...settings })
    if (response.status === 409) return false
    this.expect(response)
    return true
  }

  /** Sets the master of a zone. Without a master the zone has its own records. */
  async setMaster(apex: string, master: string | undefined): Promise<void> {
    const role = master === undefined ? { kind: 'Native', masters: [] } : { kind: 'Slave', masters: [master] }
    this.expect(await this.ask('PUT', pathOf(apex), role))
  }

  /** Requests a transfer from the master. The transfer happens later. */
  async retrieve(apex: string): Promise<void> {
    this.expect(await this.ask('PUT', `${pathOf(apex)}/axfr-retrieve`))
  }

  /** Changes RRsets, all or nothing. */
  async change(apex: string, rrsets: readonly PowerdnsChange[]): Promise<void> {
    this.expect(await this.ask('PATCH', pathOf(apex), { rrsets }))
  }

  /** Lists the keys of a zone. */
  async keys(apex: string): Promise<PowerdnsKey[]> {
    return keys.parse(JSON.parse(this.expect(await this.ask('GET', `${pathOf(apex)}/cryptokeys`))))
  }

  /** Adds a key, in the format of BIND, that signs the whole zone. */
  async addKey(apex: string, content: string): Promise<void> {
    const body = { keytype: 'csk', active: true, published: true, content }
    this.expect(await this.ask('POST', `${pathOf(apex)}/cryptokeys`, body))
  }

  async removeKey(apex: string, id: number): Promise<void> {
    this.expect(await this.ask('DELETE', `${pathOf(apex)}/cryptokeys/${id}`))
  }

  /** Sets how the absence of names is proven: the RDATA of an NSEC3PARAM record, or '' for NSEC. */
  async setDenial(apex: string, nsec3param: string): Promise<void> {
    this.expect(await this.ask('PUT', pathOf(apex), { nsec3param }))
  }

  /** Deletes a zone. Does nothing when it does not exist. */
  async remove(apex: string): Promise<void> {
    const response = await this.ask('DELETE', pathOf(apex))
    if (response.status !== 404) this.expect(response)
  }

  private async ask(method: string, path: string, body?: unknown, timeoutMs = this.access.timeoutMs): Promise<Answer> {
    const { apiKey } = this.access
    try {
      const response = await fetch(`${this.zones}${path}`, {
        method,
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, isOk: response.ok, text: await response.text() }
    } catch (error) {
      throw connectionFailure(error as Error)
    }
  }

  private expect({ status, isOk, text }: Answer): string {
    if (status === 422) throw new VersionRejected(errorIn(text))
    if (!isOk) throw new PowerdnsRefusal(status, text.slice(0, 500))
    return text
  }
}

interface Answer {
  readonly status: number
  readonly isOk: boolean
  readonly text: string
}

/** Error codes of Node when no connection can be opened. */
const unreachable: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

function connectionFailure(error: Error): Error {
  const cause = error.cause as NodeJS.ErrnoException | undefined
  if (unreachable.has(cause?.code)) return new PublisherAway('PowerDNS', cause!.code!)
  return new PublisherBroke('PowerDNS', cause?.code ?? error.message)
}

const pathOf = (apex: string): string => `/${encodeURIComponent(`${apex}.`)}`

const refusal = z.object({ error: z.string() })

/** Returns the message in a refusal of PowerDNS. */
function errorIn(text: string): string {
  try {
    return refusal.parse(JSON.parse(text)).error.slice(0, 500)
  } catch {
    return text.slice(0, 500)
  }
}

import { z } from 'zod'
import { PublisherAway, PublisherBroke } from './publication-failure'
import { VersionRejected, type Wait } from './zone-writer'

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

/** A zone as PowerDNS has it; `account` says whose it is, `last_check` when a master was last heard of. */
export type PowerdnsZone = z.output<typeof zone>

/** A zone of PowerDNS's list: the name with its final dot. */
export type ListedZone = z.output<typeof zones>[number]

/** A key that signs a zone in PowerDNS; `dnskey` as the record is printed. */
export type PowerdnsKey = z.output<typeof keys>[number]

/** A change of one RRset: all of it, or its end. */
export type PowerdnsChange =
  | (PowerdnsRRset & { readonly changetype: 'REPLACE' })
  | { readonly name: string; readonly type: string; readonly changetype: 'DELETE' }

/** PowerDNS said no, with its own words. */
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
  /** How long one answer is waited for. */
  readonly timeoutMs: number
}

/** The zone calls of the HTTP API of PowerDNS Authoritative. */
export class PowerdnsApi {
  private readonly zones: string

  constructor(private readonly access: Access) {
    this.zones = `${access.url.replace(/\/$/, '')}/api/v1/servers/localhost/zones`
  }

  /** A zone with all its RRsets; undefined when there is no such zone. */
  async read(apex: string): Promise<PowerdnsZone | undefined> {
    const response = await this.ask('GET', pathOf(apex))
    if (response.status === 404) return undefined
    return zone.parse(JSON.parse(this.expect(response)))
  }

  /** A zone with its SOA record alone; undefined when there is no such zone. */
  async transferState(apex: string): Promise<PowerdnsZone | undefined> {
    const start = `?rrset_name=${encodeURIComponent(`${apex}.`)}&rrset_type=SOA`
    const response = await this.ask('GET', `${pathOf(apex)}${start}`)
    if (response.status === 404) return undefined
    return zone.parse(JSON.parse(this.expect(response)))
  }

  /**
   * All zones, without their records. 10,000 signed zones take 0.3 s on LMDB, half of it for looking whether they have
   * keys; a store that is asked for the keys of each zone by SQL takes longer.
   */
  async list(): Promise<ListedZone[]> {
    return zones.parse(JSON.parse(this.expect(await this.ask('GET', '?dnssec=true', undefined, LIST_TIMEOUT_MS))))
  }

  /** Makes a zone of kind Native with all its RRsets, which keeps the serial it is given. Answers whether it was new. */
  async create(apex: string, account: string, rrsets: readonly PowerdnsRRset[]): Promise<boolean> {
    const settings = { kind: 'Native', nameservers: [], account, soa_edit_api: '', api_rectify: true }
    const response = await this.ask('POST', '?rrsets=false', { name: `${apex}.`, ...settings, rrsets })
    if (response.status === 409) return false
    this.expect(response)
    return true
  }

  /** Makes a zone that is transferred from its master. Answers whether it was new. */
  async createSlave(apex: string, account: string, master: string): Promise<boolean> {
    const settings = { kind: 'Slave', masters: [master], nameservers: [], account }
    const response = await this.ask('POST', '?rrsets=false', { name: `${apex}.`, ...settings })
    if (response.status === 409) return false
    this.expect(response)
    return true
  }

  /** Has a zone transferred from a master, or from none. */
  async setMaster(apex: string, master: string | undefined): Promise<void> {
    const role = master === undefined ? { kind: 'Native', masters: [] } : { kind: 'Slave', masters: [master] }
    this.expect(await this.ask('PUT', pathOf(apex), role))
  }

  /** Asks the master for the zone now; the transfer itself happens later. */
  async retrieve(apex: string): Promise<void> {
    this.expect(await this.ask('PUT', `${pathOf(apex)}/axfr-retrieve`))
  }

  /** Changes RRsets, all or nothing. */
  async change(apex: string, rrsets: readonly PowerdnsChange[]): Promise<void> {
    this.expect(await this.ask('PATCH', pathOf(apex), { rrsets }))
  }

  /** The keys of a zone. */
  async keys(apex: string): Promise<PowerdnsKey[]> {
    return keys.parse(JSON.parse(this.expect(await this.ask('GET', `${pathOf(apex)}/cryptokeys`))))
  }

  /** Gives a zone a key in the form of BIND: it signs all of the zone. */
  async addKey(apex: string, content: string): Promise<void> {
    const body = { keytype: 'csk', active: true, published: true, content }
    this.expect(await this.ask('POST', `${pathOf(apex)}/cryptokeys`, body))
  }

  async removeKey(apex: string, id: number): Promise<void> {
    this.expect(await this.ask('DELETE', `${pathOf(apex)}/cryptokeys/${id}`))
  }

  /** Says how names that do not exist are denied: RDATA of an NSEC3PARAM record, or '' for NSEC. */
  async setDenial(apex: string, nsec3param: string): Promise<void> {
    this.expect(await this.ask('PUT', pathOf(apex), { nsec3param }))
  }

  /** Takes a zone away; one that is not there is as good. */
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

/** What node says of a server to which no connection comes about. */
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

/** What PowerDNS says of a body that it does not take. */
function errorIn(text: string): string {
  try {
    return refusal.parse(JSON.parse(text)).error.slice(0, 500)
  } catch {
    return text.slice(0, 500)
  }
}

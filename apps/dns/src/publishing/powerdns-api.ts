import { z } from 'zod'

const records = z.array(z.object({ content: z.string(), disabled: z.boolean().optional() }))
const rrset = z.object({ name: z.string(), type: z.string(), ttl: z.number(), records })
const zone = z.object({ rrsets: z.array(rrset) })

/** An RRset as PowerDNS has it: names with their final dot, contents in zone-file spelling. */
export type PowerdnsRRset = z.output<typeof rrset>

/** A change of one RRset: all of it, or its end. */
export type PowerdnsChange =
  | (PowerdnsRRset & { readonly changetype: 'REPLACE' })
  | { readonly name: string; readonly type: string; readonly changetype: 'DELETE' }

/** PowerDNS said no, with its own words. */
export class PowerdnsRefusal extends Error {
  override readonly name = 'PowerdnsRefusal'

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(`PowerDNS answered ${status}: ${message}`)
  }
}

/** Longer than PowerDNS takes for a zone of 10,000 records on a slow store. */
const TIMEOUT_MS = 10_000

/** The zone calls of the HTTP API of PowerDNS Authoritative. */
export class PowerdnsApi {
  private readonly zones: string

  constructor(
    baseUrl: string,
    private readonly apiKey: string,
  ) {
    this.zones = `${baseUrl.replace(/\/$/, '')}/api/v1/servers/localhost/zones`
  }

  /** All RRsets of a zone; undefined when there is no such zone. */
  async read(apex: string): Promise<PowerdnsRRset[] | undefined> {
    const response = await this.ask('GET', `/${encodeURIComponent(`${apex}.`)}`)
    if (response.status === 404) return undefined
    return zone.parse(await this.expect(response).then((text) => JSON.parse(text) as unknown)).rrsets
  }

  /** Makes a zone of kind Native with all its RRsets, which keeps the serial it is given. Answers whether it was new. */
  async create(apex: string, rrsets: readonly PowerdnsRRset[]): Promise<boolean> {
    const body = { name: `${apex}.`, kind: 'Native', nameservers: [], soa_edit_api: '', rrsets }
    const response = await this.ask('POST', '?rrsets=false', body)
    if (response.status === 409) return false
    await this.expect(response)
    return true
  }

  /** Changes RRsets, all or nothing. */
  async change(apex: string, rrsets: readonly PowerdnsChange[]): Promise<void> {
    await this.expect(await this.ask('PATCH', `/${encodeURIComponent(`${apex}.`)}`, { rrsets }))
  }

  /** Takes a zone away; one that is not there is as good. */
  async remove(apex: string): Promise<void> {
    const response = await this.ask('DELETE', `/${encodeURIComponent(`${apex}.`)}`)
    if (response.status !== 404) await this.expect(response)
  }

  private ask(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.zones}${path}`, {
      method,
      headers: { 'x-api-key': this.apiKey, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  private async expect(response: Response): Promise<string> {
    const text = await response.text()
    if (!response.ok) throw new PowerdnsRefusal(response.status, text.slice(0, 500))
    return text
  }
}

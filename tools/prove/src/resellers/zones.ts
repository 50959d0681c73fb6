import type { Reseller } from './reseller'

const weights = { create: 2, change: 6, delete: 1, read: 2 } as const

/** A thread of an account that creates zones and changes their records. */
export class ZoneThread {
  private readonly zones = new Map<string, ReadonlyMap<string, string>>()
  private names = 0

  constructor(private readonly reseller: Reseller) {}

  /** Sends one request. Returns what it was. */
  async step(): Promise<string> {
    const { random, client } = this.reseller
    const kind = random.weighted(weights)
    const name = random.one([...this.zones.keys()])
    const records = new Map(
      Array.from({ length: random.between(1, 4) }, (_, at) => [
        `h${at}`,
        `192.0.${random.between(0, 255)}.${random.between(1, 254)}`,
      ]),
    )
    if (kind === 'create' || name === undefined) return this.create(records)
    const path = `/v1/dns/zones/${name}`
    if (kind === 'read') await client.ask('GET', `${path}?with_records=true`)
    if (kind === 'delete') {
      const { status } = await client.ask('DELETE', path)
      if (status === 200) this.store(name, undefined)
    }
    if (kind === 'change') {
      const { status } = await client.ask('PUT', path, { records: { replace: asRecords(records) } })
      if (status === 200) this.store(name, records)
    }
    return `${kind} zone ${name}`
  }

  private async create(records: ReadonlyMap<string, string>): Promise<string> {
    const { client, thread } = this.reseller
    const label = `${client.account.marker}-${thread}-${++this.names}`
    const domain = { name: label, extension: 'com' }
    const body = { domain, type: 'master', records: asRecords(records) }
    const { status } = await client.ask('POST', '/v1/dns/zones', body)
    if (status === 200) this.store(`${label}.com`, records)
    return `create zone ${label}.com`
  }

  private store(name: string, records: ReadonlyMap<string, string> | undefined): void {
    this.reseller.clientLog.zones.set(name, records)
    if (records) this.zones.set(name, records)
    else this.zones.delete(name)
  }
}

const asRecords = (records: ReadonlyMap<string, string>) =>
  [...records].map(([name, value]) => ({ type: 'A', name, value, ttl: 600 }))

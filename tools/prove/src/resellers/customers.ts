import { person } from '@nameyard/e2e/reseller'
import type { Reseller } from './reseller'

const weights = { create: 2, change: 4, read: 2, list: 1, probe: 4 } as const

/** A thread of an account that creates and changes customers, and tries to read those of other accounts. */
export class CustomerThread {
  private readonly handles: string[] = []
  private people = 0

  constructor(private readonly reseller: Reseller) {}

  /** Sends one request. Returns what it was. */
  async step(): Promise<string> {
    const { random, client, clientLog, thread } = this.reseller
    const { resellerId } = client.account
    const kind = random.weighted(weights)
    const handle = random.one(this.handles)
    const street = `${client.account.marker}-${thread}-${++this.people}`
    if (kind === 'create' || handle === undefined) {
      const { status, data } = await client.ask('POST', '/v1/customers', living(street))
      if (status === 200) {
        this.handles.push(data.handle)
        clientLog.customers.set(data.handle, { account: resellerId, street })
      }
      return 'create customer'
    }
    if (kind === 'change') {
      const { status } = await client.ask('PUT', `/v1/customers/${handle}`, living(street))
      if (status === 200) clientLog.customers.set(handle, { account: resellerId, street })
    }
    if (kind === 'read') await client.ask('GET', `/v1/customers/${handle}`)
    if (kind === 'list') await client.ask('GET', '/v1/customers?limit=100')
    if (kind === 'probe') await this.probe()
    return `${kind} customer ${handle}`
  }

  /** Reads a customer of another account by its handle. */
  private async probe(): Promise<void> {
    const { client, clientLog, random } = this.reseller
    const { resellerId } = client.account
    const others = [...clientLog.customers].filter(([, { account }]) => account !== resellerId)
    const other = random.one(others)
    if (!other) return
    clientLog.probes++
    const { status } = await client.ask('GET', `/v1/customers/${other[0]}`)
    if (status === 200) clientLog.foreign.push(`account ${resellerId} was shown the customer ${other[0]}`)
  }
}

const living = (street: string) => ({ ...person, address: { ...person.address, street } })

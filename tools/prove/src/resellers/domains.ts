import { order } from '@nameyard/e2e/reseller'
import type { Reply } from './client'
import type { OrderKind } from './client-log'
import type { Reseller } from './reseller'

/** Extensions of several registries: with host objects and contacts, without contacts, with transfers at once. */
const extensions = ['com', 'net', 'org', 'eu', 'nl'] as const

/** Auth code of the names that another registrar holds. */
const RIVAL_CODE = 'Rival-0ne-Code'

/** An auth code that the registry refuses. */
const WRONG_CODE = 'Wrong-0ne-Code'

/** How many of ten transfers are ordered with a wrong auth code: paid orders that the registry refuses. */
const WRONG_OF_TEN = 4

interface OwnDomain {
  readonly id: number
  readonly name: string
}

const weights = { create: 6, renew: 3, update: 5, delete: 1, restore: 1, transfer: 3, read: 2, list: 1 } as const

/** A thread of an account that orders domains and changes them. */
export class DomainThread {
  private readonly domains: OwnDomain[] = []
  private names = 0

  constructor(private readonly reseller: Reseller) {}

  /** Sends one request, or prepares and sends it. Returns what it was. */
  async step(): Promise<string> {
    const { random, client, thread } = this.reseller
    const kind = random.weighted(weights)
    const extension = random.one(extensions)
    const domain = random.one(this.domains)
    const label = random.between(1, 1_000_000)
    if (kind === 'create' || kind === 'transfer' || !domain) {
      const name = `${client.account.marker}-${thread}-${++this.names}.${extension}`
      return kind === 'transfer' ? this.transfer(name) : this.create(name)
    }
    const path = `/v1/domains/${domain.id}`
    switch (kind) {
      case 'read':
        await client.ask('GET', path)
        break
      case 'list':
        await client.ask('GET', '/v1/domains?limit=100')
        break
      case 'renew':
        this.note(kind, domain.name, await client.ask('POST', `${path}/renew`, { period: 1 }))
        break
      case 'update':
        await this.update(domain, path, label)
        break
      case 'delete':
        this.note(kind, domain.name, await client.ask('DELETE', `${path}?skip_soft_quarantine=1`))
        break
      case 'restore':
        this.note(kind, domain.name, await client.ask('POST', `${path}/restore`, {}))
        break
    }
    return `${kind} ${domain.name}`
  }

  private async create(name: string): Promise<string> {
    const reply = await this.reseller.client.ask('POST', '/v1/domains', order(name, this.reseller.handle))
    this.note('create', name, reply)
    if (reply.status === 200) this.domains.push({ id: reply.data.id, name })
    return `create ${name}`
  }

  private async transfer(name: string): Promise<string> {
    // The control port of a killed registry does not answer: the name is then unknown, and the order is refused.
    await this.reseller.installation.sandbox.registerElsewhere(name, RIVAL_CODE).catch(() => undefined)
    const { domain, owner_handle } = order(name, this.reseller.handle)
    const isWrong = this.reseller.random.between(1, 10) <= WRONG_OF_TEN
    const body = { domain, owner_handle, auth_code: isWrong ? WRONG_CODE : RIVAL_CODE }
    const reply = await this.reseller.client.ask('POST', '/v1/domains/transfer', body)
    this.note('transfer', name, reply)
    if (reply.status === 200) this.domains.push({ id: reply.data.id, name })
    return `transfer ${name}${isWrong ? ' with a wrong code' : ''}`
  }

  private async update({ name }: OwnDomain, path: string, label: number): Promise<void> {
    const hosts = ['a', 'b'].map((host) => `${host}.n${label}.example`)
    const reply = await this.reseller.client.ask('PUT', path, { name_servers: hosts.map((name) => ({ name })) })
    this.note('update', name, reply)
    if (reply.status === 200) this.reseller.clientLog.nameServers.set(name, hosts)
  }

  private note(kind: OrderKind, name: string, { status }: Reply): void {
    this.reseller.clientLog.orders.push({ kind, name, isAccepted: status === 200 })
  }
}

import { certificateRequest } from '@nameyard/e2e/certificate-request'
import { order } from '@nameyard/e2e/reseller'
import type { Reseller } from './reseller'

/** A product for one name. */
const PRODUCT = 5

const weights = { order: 4, 'order by mail': 3, reissue: 2, cancel: 3, read: 1 } as const

interface OwnCertificate {
  readonly id: number
  readonly name: string
}

/** A thread of an account that orders certificates, and answers the mails that ask for an approval. */
export class CertificateThread {
  private readonly orders: OwnCertificate[] = []
  /** Mailboxes with an unanswered mail. */
  private readonly unapproved = new Set<string>()
  private names = 0
  private domain = ''

  constructor(private readonly reseller: Reseller) {}

  /** Sends one request. Returns what it was. */
  async step(): Promise<string> {
    const { random, client, clientLog } = this.reseller
    await this.approve()
    const kind = random.weighted(weights)
    const own = random.one(this.orders)
    if (kind === 'order' || kind === 'order by mail' || !own) return this.order(kind === 'order by mail')
    const path = `/v1/ssl/orders/${own.id}`
    const known = clientLog.certificates.get(own.name)!
    if (kind === 'read') await client.ask('GET', path)
    if (kind === 'reissue') {
      known.reissues.asked++
      const csr = await certificateRequest(own.name)
      const { status } = await client.ask('POST', `${path}/reissue`, { csr, enable_dns_automation: true })
      if (status === 200) known.reissues.accepted++
    }
    if (kind === 'cancel') {
      const { status } = await client.ask('POST', `${path}/cancel`, {})
      if (status === 200) known.isCancelled = true
    }
    return `${kind} certificate ${own.name}`
  }

  /** Answers the mails that have arrived. Returns whether all have. */
  async approve(): Promise<boolean> {
    const { mail } = this.reseller.installation
    for (const mailbox of this.unapproved) {
      const received = mail.received.find(({ to }) => to === mailbox)
      const token = received && /\/approve-certificate\/([\w-]+)/.exec(received.message.replaceAll(/=\r?\n/g, ''))?.[1]
      if (token === undefined) continue
      if (await this.reseller.client.answerPage(`/approve-certificate/${token}`, 'yes')) this.unapproved.delete(mailbox)
    }
    return this.unapproved.size === 0
  }

  private async order(isByMail: boolean): Promise<string> {
    const { client, thread, clientLog, handle } = this.reseller
    const name = `${thread}-${++this.names}.${this.domain}`
    const approver = isByMail ? `admin@${name}` : undefined
    const reply = await client.ask('POST', '/v1/ssl/orders', {
      product_id: PRODUCT,
      period: 1,
      csr: await certificateRequest(name),
      organization_handle: handle,
      enable_dns_automation: true,
      start_provision: true,
      ...(approver && { approver_email: approver }),
    })
    const isAccepted = reply.status === 200
    const reissues = { accepted: 0, asked: 0 }
    clientLog.certificates.set(name, { isAccepted, approver, reissues, isCancelled: false })
    if (isAccepted) {
      this.orders.push({ id: reply.data.id, name })
      if (approver) this.unapproved.add(approver)
    }
    return `order certificate ${name}${isByMail ? ' by mail' : ''}`
  }

  /** Orders the domain whose names the certificates are for, and its zone. Called before the disturbances begin. */
  async prepare(): Promise<void> {
    const { client, thread, handle } = this.reseller
    const label = `${client.account.marker}-${thread}`
    this.domain = `${label}.org`
    await client.ask('POST', '/v1/domains', order(this.domain, handle))
    const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 3600 }]
    const domain = { name: label, extension: 'org' }
    await client.ask('POST', '/v1/dns/zones', { domain, type: 'master', records })
  }
}

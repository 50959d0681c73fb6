import { Injectable } from '@nestjs/common'
import { personalDataOfZones } from '@nameyard/contracts/dns/personal-data-of-zones'
import { personalDataOfDomains } from '@nameyard/contracts/domains/personal-data-of-domains'
import type { Call } from '@nameyard/contracts/operation'
import { personalDataOfOrders } from '@nameyard/contracts/orders/personal-data-of-orders'
import type { PersonalData, Subject } from '@nameyard/contracts/privacy/personal-data'
import { personalDataOfRegistry } from '@nameyard/contracts/registry/personal-data-of-registry'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { customerData, mailsOfPerson, personData } from './person.store'

type Rows = PersonalData[string]
type Addressed = { readonly email: string }
type CustomerSubject = Extract<Subject, { kind: 'customer' }>
type ContactSubject = Extract<Subject, { kind: 'contact' }>

/** Collects all that the platform has about a person: from here and from the other services. */
@Injectable()
export class PersonExport {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
  ) {}

  async ofCustomer(subject: CustomerSubject, call: Call): Promise<PersonalData> {
    const { resellerId, handle } = subject
    const [[own], others] = await Promise.all([
      this.database.read(customerData, { resellerId, handle }),
      this.ofServices(subject, call),
    ])
    const { customer, verifications } = own! as { customer: Rows[number] & Addressed; verifications: Rows }
    const mails = await this.mailsOf(resellerId, customer, `customers/${handle}`)
    return { customer: [customer], email_verifications: verifications, mails, ...others }
  }

  async ofContact(subject: ContactSubject, call: Call): Promise<PersonalData> {
    const [[own], others] = await Promise.all([
      this.database.read(personData, { contactId: subject.contactId }),
      this.ofServices(subject, call),
    ])
    const { contact, keys, factors, networks, sessions, entries } = own! as Record<string, Rows>
    const [person] = contact as (Rows[number] & Addressed)[]
    const mails = await this.mailsOf(subject.resellerId, person!, `contacts/${subject.contactId}`)
    return {
      contact: contact!,
      api_keys: keys!,
      second_factors: factors!,
      login_networks: networks!,
      sessions: sessions!,
      audit_entries: entries!,
      mails,
      ...others,
    }
  }

  private async mailsOf(resellerId: number, { email }: Addressed, object: string): Promise<Rows> {
    const address = email.trim().toLowerCase()
    const found = await this.database.read(mailsOfPerson, { resellerId, address, object })
    return found.map(({ mail }) => mail) as Rows
  }

  private async ofServices(subject: Subject, call: Call): Promise<PersonalData> {
    const [domains, orders, registry, zones] = await Promise.all([
      this.ofDomains(subject, call),
      this.rpc.call(personalDataOfOrders, { subject }, call),
      this.rpc.call(personalDataOfRegistry, { subject }, call),
      this.rpc.call(personalDataOfZones, { subject }, call),
    ])
    return { ...domains, ...orders.data, ...registry.data, ...zones.data }
  }

  /** A person may have very many domains. */
  private async ofDomains(subject: Subject, call: Call): Promise<PersonalData> {
    const all: Record<string, Rows> = {}
    for (let after: number | null = 0; after !== null;) {
      const { data, next }: { data: PersonalData; next: number | null } = await this.rpc.call(
        personalDataOfDomains,
        { subject, after },
        call,
      )
      for (const [kind, rows] of Object.entries(data)) all[kind] = [...(all[kind] ?? []), ...rows]
      after = next
    }
    return all
  }
}

import { randomUUID } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { addPerson } from '@nameyard/contracts/access/add-person'
import { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import { contactErased } from '@nameyard/contracts/contacts/contact-erased'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { personalDataOfZones } from '@nameyard/contracts/dns/personal-data-of-zones'
import { findRegistrationOfCustomer } from '@nameyard/contracts/domains/find-registration-of-customer'
import { listDomainsOfHandles } from '@nameyard/contracts/domains/list-domains-of-handles'
import { personalDataOfDomains } from '@nameyard/contracts/domains/personal-data-of-domains'
import type { AnyMessage } from '@nameyard/contracts/event'
import type { Input } from '@nameyard/contracts/operation'
import { findOrdersOfCustomer } from '@nameyard/contracts/orders/find-orders-of-customer'
import { personalDataOfOrders } from '@nameyard/contracts/orders/personal-data-of-orders'
import { erasePerson } from '@nameyard/contracts/privacy/erase-person'
import { exportCustomer } from '@nameyard/contracts/privacy/export-customer'
import { exportPerson } from '@nameyard/contracts/privacy/export-person'
import { personalDataOfRegistry } from '@nameyard/contracts/registry/personal-data-of-registry'
import { Handles } from '@nameyard/messaging/handles'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { runningService, type Account, type RunningService } from './running-service'

/** Stand-ins for the services with other data about persons. */
@Controller()
class OwnerOfDomains {
  @Handles(listDomainsOfHandles)
  async list() {
    return { domains: [] }
  }

  @Handles(findRegistrationOfCustomer)
  async ended() {
    return { endedAt: null }
  }

  @Handles(personalDataOfDomains)
  async data({ after }: Input<typeof personalDataOfDomains>) {
    return after === 0
      ? { data: { domains: [{ name: 'first.com' }] }, next: 7 }
      : { data: { domains: [{ name: `after-${after}.com` }] }, next: null }
  }
}

@Controller()
class OwnerOfOrders {
  @Handles(findOrdersOfCustomer)
  async isUsed() {
    return { isUsed: false }
  }

  @Handles(personalDataOfOrders)
  async data() {
    return { data: { certificates: [{ id: 1 }] } }
  }
}

@Controller()
class OwnerOfZones {
  @Handles(personalDataOfZones)
  async data() {
    return { data: { links_to_zones: [] } }
  }
}

@Controller()
class OwnerOfOperations {
  @Handles(personalDataOfRegistry)
  async data() {
    return { data: { open_operations: [] } }
  }
}

let running: RunningService
let own: Account
let other: Account
let operator: TestParty
const parties: TestParty[] = []

beforeAll(async () => {
  running = await runningService()
  const stands = { domains: OwnerOfDomains, orders: OwnerOfOrders, dns: OwnerOfZones } as const
  const given = { url: running.amqpUrl, clock: running.clock }
  for (const [name, controller] of Object.entries(stands)) {
    parties.push(await testParty(name as keyof typeof stands, { ...given, controllers: [controller] }))
  }
  parties.push(await testParty('registry-worker', { ...given, controllers: [OwnerOfOperations] }))
  operator = await testParty('admin', given)
  ;[own, other] = [await running.account(), await running.account()]
})
afterAll(async () => {
  for (const party of [...parties, operator]) await party?.close()
  await running?.close()
})

const customer = async () =>
  (
    await running.rpc.call(
      createCustomer,
      {
        name: { first_name: 'Ada', last_name: 'Jansen' },
        address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
        phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
        email: 'ada@example.com',
        tags: [{ key: 'customer', value: 'VIP' }],
      },
      own.call(),
    )
  ).handle
const colleague = (username: string) => {
  const rest = { password: 'correct horse battery', email: `${username}@example.com`, role: 'tech' } as const
  return operator.rpc.call(addPerson, { resellerId: own.resellerId, username, ...rest }, operator.call())
}

/** Records a mail that bounced, sent on a day of January. */
const sent = ({ resellerId }: Account, address: string, object: string, day: number, policy: string | null = null) =>
  running.sql.query(
    `insert into sent_mail (message_id, reseller_id, type, object, address, sent_at, state, status, diagnostic, policy)
     values ($1, $2, 'expiry', $3, $4, $5, 'bounced', '5.1.1', 'no such mailbox', $6)`,
    [randomUUID(), resellerId, object, address, `2027-01-0${day}`, policy],
  )

describe('customers.export', () => {
  it('joins the data of all services, page by page', async () => {
    const handle = await customer()
    const exported = await running.rpc.call(exportCustomer, { handle }, own.call())
    expect(exported).toMatchObject({
      handle,
      data: {
        customer: [{ handle, first_name: 'Ada', tags: ['VIP'] }],
        email_verifications: [],
        domains: [{ name: 'first.com' }, { name: 'after-7.com' }],
        certificates: [{ id: 1 }],
        open_operations: [],
      },
    })
    expect(JSON.stringify(exported.data.customer)).not.toContain('folded')
  })

  it('has the mails to the customer, also to former addresses, and none of other persons or accounts', async () => {
    const handle = await customer()
    await running.sql.query(`update customer set email = 'Mailed@example.com' where handle = $1`, [handle])
    await sent(own, 'mailed@example.com', 'domains/7', 1)
    await sent(own, 'former@example.com', `customers/${handle}`, 2)
    await sent(own, 'somebody@example.com', 'domains/7', 3)
    await sent(other, 'mailed@example.com', 'domains/8', 4)
    const { data } = await running.rpc.call(exportCustomer, { handle }, own.call())
    const mail = { type: 'expiry', state: 'bounced', status: '5.1.1', diagnostic: 'no such mailbox' }
    expect(data.mails).toMatchObject([
      { ...mail, email: 'former@example.com', object: `customers/${handle}` },
      { ...mail, email: 'mailed@example.com', object: 'domains/7' },
    ])
  })

  it('is refused to another account', async () => {
    const handle = await customer()
    await expect(running.rpc.call(exportCustomer, { handle }, other.call())).rejects.toMatchObject({
      refusal: 'customer_not_found',
    })
  })
})

describe('privacy.export and privacy.erase', () => {
  const exported = (input: object) => operator.rpc.call(exportPerson, input, operator.call())
  const erased = (input: object) => operator.rpc.call(erasePerson, input, operator.call())

  it('export and erase a customer of any account, once', async () => {
    const handle = await customer()
    expect((await exported({ handle })).data.customer).toMatchObject([{ first_name: 'Ada' }])
    expect(await erased({ handle })).toEqual({ keptUntil: null })
    expect(await erased({ handle })).toEqual({ keptUntil: null })
    await expect(exported({ handle })).rejects.toMatchObject({ refusal: 'customer_not_found' })
  })

  it('export and erase a person with a login, also from the audit trail', async () => {
    await colleague('leaving')
    const { rows } = await running.sql.query(`select id from contact where username = 'leaving'`)
    await sent(own, 'leaving@example.com', `contacts/${rows[0].id}`, 1)
    await sent(own, 'staying@example.com', `contacts/${own.contactId}`, 2)
    expect((await exported({ username: 'leaving' })).data).toMatchObject({
      contact: [{ username: 'leaving', email: 'leaving@example.com' }],
      api_keys: [],
      sessions: [],
      mails: [{ email: 'leaving@example.com', type: 'expiry' }],
    })
    await erased({ username: 'leaving' })
    await expect(exported({ username: 'leaving' })).rejects.toMatchObject({ refusal: 'person_not_found' })
    await eventually(async () => {
      const { rows } = await running.sql.query(
        `select from contact where username = 'leaving' union all select from audit_person where value = 'leaving'`,
      )
      return rows.length === 0
    }, 'the erasure')
  })

  it('forget the mails to the person, but not what a policy demands while another customer has the address', async () => {
    const [leaving, staying, kept] = [await customer(), await customer(), await customer()]
    const place = (handle: string, email: string) =>
      running.sql.query('update customer set email = $2, email_folded = $2 where handle = $1', [handle, email])
    for (const handle of [leaving, staying, kept]) await place(handle, 'shared@example.com')
    await sent(own, 'shared@example.com', 'domains/7', 1)
    await sent(own, 'shared@example.com', 'domains/8', 2, 'data-reminder')
    const mailed = async () =>
      (await running.sql.query(`select object from sent_mail where address = 'shared@example.com'`)).rows
    await erased({ handle: leaving })
    expect(await mailed()).toEqual([{ object: 'domains/8' }])
    await running.sql.query(`update customer set deleted_at = now(), kept_until = '2100-01-01' where handle = $1`, [
      kept,
    ])
    await erased({ handle: staying })
    expect(await mailed()).toEqual([{ object: 'domains/8' }])
    const last = await customer()
    await running.sql.query(`update customer set kept_until = null where handle = $1`, [kept])
    await place(last, 'shared@example.com')
    await erased({ handle: last })
    expect(await mailed()).toEqual([])
  })

  it('keep the mails that a policy demands to a registrant with the address of a contact who is erased', async () => {
    await colleague('both')
    await sent(own, 'both@example.com', 'domains/7', 1)
    await sent(own, 'both@example.com', 'domains/8', 2, 'data-reminder')
    await erased({ username: 'both' })
    expect((await running.sql.query(`select object from sent_mail where address = 'both@example.com'`)).rows).toEqual([
      { object: 'domains/8' },
    ])
  })

  it('keep the name of a person who got the username later, also if the erasure is announced again', async () => {
    const idOf = async (username: string): Promise<number> =>
      (await running.sql.query(`select id from contact where username = $1`, [username])).rows[0].id
    const named = async (name: string): Promise<number> =>
      (await running.sql.query(`select from audit_person where field = 'name' and value = $1`, [name])).rows.length
    const publish = (message: AnyMessage, payload: object) =>
      parties[0]!.publisher.publish([{ message, payload, messageId: randomUUID(), correlationId: 'c-1' }])
    const at = running.clock.now().toISOString()
    const act = (contactId: number, name: string) =>
      publish(recordAuditEvent, {
        ...{ at, resellerId: own.resellerId, event: 'dns.zones.update', subject: 'zone a.com', request: 'r-1' },
        ...{ actor: { contactId, keyId: null, name, address: null }, changes: {} },
      })
    const announce = (contactId: number, username: string) =>
      publish(contactErased, {
        ...{ resellerId: own.resellerId, contactId, username },
        ...{ deletedName: `deleted-${contactId}`, erasedAt: at },
      })
    await colleague('reused')
    const former = await idOf('reused')
    await erased({ username: 'reused' })
    await colleague('reused')
    await act(await idOf('reused'), 'reused')
    await act(former, 'former')
    await eventually(async () => (await named('reused')) === 1 && (await named('former')) === 1, 'the entries')
    await announce(former, 'reused')
    await eventually(async () => (await named('former')) === 0, 'the erasure')
    expect(await named('reused')).toBe(1)
  })

  it('refuse the last administrator, and unknown persons', async () => {
    await expect(erased({ username: own.username })).rejects.toMatchObject({ refusal: 'contact_is_last_admin' })
    await expect(erased({ username: 'nobody' })).rejects.toMatchObject({ refusal: 'person_not_found' })
    await expect(erased({ handle: 'XX1-NL' })).rejects.toMatchObject({ refusal: 'customer_not_found' })
    await expect(erased({})).rejects.toMatchObject({ refusal: 'person_not_found' })
  })
})

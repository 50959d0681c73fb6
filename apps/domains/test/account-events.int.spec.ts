import { randomUUID } from 'node:crypto'
import { Module, type INestApplicationContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { accountEvents } from '@nameyard/contracts/account-events'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { domainState } from '@nameyard/contracts/events/catalogue/domain-events'
import { authCodePaths, emptyAuthCodes } from '@nameyard/contracts/primitives/auth-code'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { AccountEvents } from '@nameyard/outbox/account-events'
import { AuditTrail } from '@nameyard/outbox/audit-trail'
import { Outbox } from '@nameyard/outbox/outbox'
import { OutboxModule } from '@nameyard/outbox/outbox-module'
import { Database, type Tx } from '@nameyard/persistence/database'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { DomainChanges } from '../src/lifecycle/domain-changes'
import { domainSchema, insertDomain } from '../src/lifecycle/domain.store'
import { Effects } from '../src/lifecycle/effects'
import type { Domain } from '../src/lifecycle/model/domain'
import { arrivals, changes, incoming, moves, ofTime } from './domain-event-cases'
import { exampleDomain } from './example-domain'
import { startPlatform, type Account, type Platform } from './platform'
import { CODE_SECRET } from './worker-stand-in'

/** The fields of the read that the state lacks: the names of the owner are of another service, texts are erased with people. */
const LEFT_OUT = ['application_smd', 'comments', 'owner', 'owner_company_name'] as const

const codesOfRead = authCodePaths(getDomain.result)
const cipher = new AuthCodeCipher([CODE_SECRET])

@Module({})
class Root {}

let platform: Platform
let anna: Account
let app: INestApplicationContext
let database: Database
let domains: DomainChanges
let names = 0

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
  const { databaseUrl, brokerUrl, clock } = platform
  app = await NestFactory.createApplicationContext(
    {
      module: Root,
      imports: [
        PersistenceModule.forService({ service: 'domains', url: databaseUrl, entities: [domainSchema] }),
        MessagingModule.forService({ service: 'domains', url: brokerUrl, now: () => clock.machineMs() }),
        OutboxModule.forService({ now: () => clock.now() }),
      ],
    },
    { logger: false },
  )
  database = app.get(Database)
  domains = new DomainChanges(
    app.get(Outbox),
    app.get(AuditTrail),
    new Effects(),
    clock,
    cipher,
    app.get(AccountEvents),
  )
})
afterAll(async () => {
  await app?.close()
  await platform?.close()
})

const within = <T>(work: (tx: Tx) => Promise<T>) => database.unitOfWork({ correlationId: randomUUID() }, work)

/** A domain of a case with a name of its own, and with sealed codes. */
function domainOf(over: Partial<Domain>, label: string): Domain {
  const name = `${label}.com`
  const made = exampleDomain({ name, label, resellerId: anna.resellerId, ownerHandle: anna.handle, ...over })
  const seal = (code: string) => cipher.seal(name, code && `Code-0f-${code}`)
  return { ...made, authCode: seal(made.authCode), internalAuthCode: seal(made.internalAuthCode) }
}

const eventsOf = (id: number) => platform.accountEvents(`domains/${id}`)

/** What the gateway answers to a token without the right `transfer-codes`. */
async function read({ id, deletedAt }: Pick<Domain, 'deletedAt' | 'id'>): Promise<object> {
  const shown = await platform.rpc.call(getDomain, { id, is_deleted: deletedAt !== null }, anna.call())
  emptyAuthCodes(shown, codesOfRead)
  for (const field of LEFT_OUT) Reflect.deleteProperty(shown, field)
  return shown
}

/** Expects events of some types, each with the domain as it is read now. */
async function expectEvents(domain: Domain, types: readonly string[]): Promise<void> {
  const events = await eventsOf(domain.id)
  expect(events.map(({ type }) => type)).toEqual(types)
  const shown = await read(domain)
  for (const { resellerId, domain: name, state } of events) {
    expect({ resellerId, name }).toEqual({ resellerId: anna.resellerId, name: domain.name })
    expect(state).toEqual(shown)
    expect(domainState.strict().parse(state)).toEqual(state)
    expect(JSON.stringify(state)).not.toMatch(/Code-0f-|sealed\.|for Bert/)
  }
}

it.each(arrivals)('records the new domain with %j as %s, with what a read of it shows', async (over, type) => {
  const { id: _, ...ordered } = domainOf(over, `new-${++names}`)
  const domain = await within((tx) => domains.create(tx, ordered))
  await expectEvents(domain!, [type])
})

it.each([...changes, ...moves, ...incoming])(
  'records the change from %j to %j as %j, with what a read then shows',
  async (from, to, types) => {
    const label = `changed-${++names}`
    const { id: _, ...ordered } = domainOf(from, label)
    const inserted = await within((tx) => insertDomain(tx, ordered))
    const before = { ...ordered, id: inserted!.id }
    const after = { ...domainOf(to, label), id: inserted!.id }
    await within((tx) => domains.save(tx, before, after))
    await expectEvents(after, types)
  },
)

it('records that a failed order was replaced by a new one of the same name', async () => {
  const { id: _, ...failed } = domainOf({ phase: 'failed' }, 'replaced')
  const former = await within((tx) => insertDomain(tx, failed))
  await within((tx) => domains.create(tx, { ...failed, phase: 'create.queued' }))
  await expectEvents({ ...failed, id: former!.id, deletedAt: failed.orderedAt }, ['domain.order-removed'])
})

it('records no code as changed that another secret has sealed', async () => {
  const { id: _, ...ordered } = domainOf({ activatedAt: new Date() }, 'resealed')
  const older = new AuthCodeCipher(['o'.repeat(32)])
  const both = new AuthCodeCipher([CODE_SECRET, 'o'.repeat(32)])
  const [outbox, trail, events] = [app.get(Outbox), app.get(AuditTrail), app.get(AccountEvents)]
  const rotated = new DomainChanges(outbox, trail, new Effects(), platform.clock, both, events)
  const before = { ...ordered, authCode: older.seal(ordered.name, 'Code-0f-old') }
  const inserted = await within((tx) => insertDomain(tx, before))
  const after = { ...ordered, id: inserted!.id, authCode: both.seal(ordered.name, 'Code-0f-old') }
  await within((tx) => rotated.save(tx, { ...before, id: inserted!.id }, after))
  await expectEvents(after, [])
})

it('has a case for each type about domains', () => {
  const told = [...changes, ...moves, ...incoming].flatMap(([, , types]) => types)
  const known = new Set([...ofTime, ...told, ...arrivals.map(([, type]) => type)])
  expect(accountEvents.filter(({ type }) => type.startsWith('domain.') && !known.has(type))).toEqual([])
})

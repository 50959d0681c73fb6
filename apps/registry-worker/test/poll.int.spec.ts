import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { registryMessageReceived } from '@nameyard/contracts/registry/message-received'
import { EppConnection } from '@nameyard/epp/connection'
import { createDomain } from '@nameyard/epp/domain/create'
import { CONTACT, DOMAIN, HOST } from '@nameyard/epp/namespaces'
import { Consumes } from '@nameyard/messaging/consumes'
import { eventually } from '@nameyard/testing/eventually'
import { contactId } from '../src/dialects/contact'
import { storedMessage } from '../src/poll/stored-message'
import { person, startPlatform, type Platform } from './platform'

const received: Payload<typeof registryMessageReceived>[] = []

/** A consumer in place of domains: receives the events of registry messages. */
@Controller()
class OnMessageReceived {
  @Consumes(registryMessageReceived)
  async on(message: Payload<typeof registryMessageReceived>): Promise<void> {
    received.push(message)
  }
}

let platform: Platform

beforeAll(async () => {
  platform = await startPlatform([OnMessageReceived])
  await platform.openRegistry()
  await platform.worker()
  await platform.worker()
})
afterAll(() => platform?.close())

interface Markup {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly content: string | readonly Markup[]
}
const element = (name: string, content: Markup['content'], attributes: Markup['attributes'] = {}): Markup => ({
  name,
  attributes,
  content,
})

/** Puts a message into our queue at the registry. */
async function queue(text: string, resData?: Markup): Promise<void> {
  await platform.sql.query(
    `insert into sandbox_registry.poll_message (registrar, at, text, res_data) values ('nameyard', $1, $2, $3)`,
    [platform.clock.now(), text, resData && JSON.stringify(resData)],
  )
}
const waiting = async () => {
  const { rows } = await platform.sql.query(`select from sandbox_registry.poll_message where registrar = 'nameyard'`)
  return rows.length
}
/** Advances the clock until the queue is empty and its events are received. */
const drained = () =>
  eventually(async () => {
    platform.clock.advance(1_000)
    return (await waiting()) === 0
  }, 'an empty queue')
const publishedOf = (text: string) => received.filter((message) => message.text === text)

const panData = (name: string, clTRID: string, isDone: boolean) =>
  element(
    'domain:panData',
    [
      element('domain:name', name, { paResult: isDone ? '1' : '0' }),
      element('domain:paTRID', [element('clTRID', clTRID), element('svTRID', 'SV-1')]),
      element('domain:paDate', '2027-01-01T00:00:00Z'),
    ],
    { 'xmlns:domain': DOMAIN },
  )
const trnData = (name: string, reID: string) =>
  element(
    'domain:trnData',
    [
      element('domain:name', name),
      element('domain:trStatus', 'pending'),
      element('domain:reID', reID),
      element('domain:reDate', '2027-01-01T00:00:00Z'),
      element('domain:acID', 'somebody'),
      element('domain:acDate', '2027-01-06T00:00:00Z'),
    ],
    { 'xmlns:domain': DOMAIN },
  )

/** Submits a create that becomes pending; returns its operation and the clTRID of its command. */
async function pendingCreate(name: string) {
  await platform.fault({ command: 'domain:create', object: name, kind: 'inject-code', code: 1001 })
  const operationId = await platform.submit(name)
  await eventually(() => platform.pendingOf(operationId).length > 0, 'the pending create')
  const { rows } = await platform.sql.query<{ cltrid: string }>(
    `select cltrid from registry_transaction where operation_id = $1 and command = 'domain:create'`,
    [operationId],
  )
  return { operationId, clTRID: rows[0]!.cltrid }
}

describe('messages of a registry', () => {
  it('are published once each and acknowledged', async () => {
    await queue('Somebody wants bought.org.', trnData('Bought.org', 'rival'))
    for (let n = 0; n < 20; n++) await queue(`Notice ${n}`)
    await drained()
    await eventually(() => publishedOf('Notice 19').length > 0, 'the last message')
    expect(publishedOf('Somebody wants bought.org.')).toEqual([
      expect.objectContaining({ account: 'sandbox', about: 'transfer', object: 'bought.org' }),
    ])
    expect(received).toHaveLength(21)
  })

  it('settle a create that the registry denied', async () => {
    const { operationId, clTRID } = await pendingCreate('denied.org')
    expect(platform.pendingOf(operationId)).toEqual([
      expect.objectContaining({ kind: 'domain.create', object: 'denied.org' }),
    ])
    await queue('Denied.', panData('denied.org', clTRID, false))
    expect(await platform.ended(operationId)).toMatchObject({
      outcome: 'refused',
      reason: { refusal: 'registry_refused' },
    })
    expect(publishedOf('Denied.')).toEqual([])
  })

  it('settle a create that the registry executed, without sending it again', async () => {
    const { operationId, clTRID } = await pendingCreate('granted.org')
    const session = await EppConnection.open({
      host: '127.0.0.1',
      port: platform.eppPort,
      tls: { ca: readFileSync(platform.certificate, 'utf8'), servername: 'localhost' },
      clientId: 'nameyard',
      password: platform.password,
      objURIs: [DOMAIN, CONTACT, HOST],
      extURIs: [],
      timeouts: { connectMs: 5_000, answerMs: 5_000 },
    })
    const holder = contactId(person('John Doe'))
    const roles = (['admin', 'tech', 'billing'] as const).map((type) => ({ type, id: holder }))
    const made = await session.transact(
      createDomain({ name: 'granted.org', registrant: holder, contacts: roles, authInfo: { pw: 'aB3#aB3#aB3#aB3#' } }),
      { clTRID: 'by-the-registry' },
    )
    expect(made.code).toBe(1000)
    await session.logout()
    await queue('Granted.', panData('granted.org', clTRID, true))
    expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
    expect(platform.pendingOf(operationId)).toHaveLength(1)
    expect(await platform.journal(operationId, 'domain:create')).toHaveLength(1)
  })

  it('settle pending actions', async () => {
    const operationId = await platform.submit('slow.async')
    await eventually(() => platform.pendingOf(operationId).length > 0, 'the pending create')
    expect(platform.settledOf(operationId)).toEqual([])
    await platform.advanceRegistry(120)
    expect(await platform.ended(operationId)).toMatchObject({
      outcome: 'done',
      registry: { presence: 'ours', expiresAt: expect.any(String) },
    })
    expect(platform.pendingOf(operationId)).toHaveLength(1)
    expect(await platform.journal(operationId, 'domain:create')).toHaveLength(1)
  })

  it('are handled once when the acknowledgement is lost', async () => {
    await platform.fault({ command: 'poll', kind: 'drop-response', times: 3 })
    await queue('Read twice.')
    await drained()
    await eventually(() => publishedOf('Read twice.').length > 0, 'the message')
    await queue('And after it.')
    await drained()
    await eventually(() => publishedOf('And after it.').length > 0, 'the next message')
    expect(publishedOf('Read twice.')).toHaveLength(1)
  })

  it('are left to the test of an operator, also by a poll that has begun before it', async () => {
    await platform.fault({ command: 'poll', kind: 'delay', ms: 20_000, times: 1 })
    for (let n = 0; n < 5; n++) await queue(`Of the test ${n}`)
    await eventually(async () => {
      platform.clock.advance(1_000)
      return (await platform.sql.query('select from sandbox_registry.fault where remaining > 0')).rowCount === 0
    }, 'the request for the first message')
    const pause = (until: Date | null) =>
      platform.sql.query(
        `insert into registry_account (account, poll_paused_until) values ('sandbox', $1)
         on conflict (account) do update set poll_paused_until = excluded.poll_paused_until`,
        [until],
      )
    await pause(new Date(platform.clock.epochMs() + 3_600_000))
    await platform.clearFaults()
    await eventually(async () => (await waiting()) === 4, 'the message that was requested before')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await waiting()).toBe(4)
    await pause(null)
    await drained()
    await eventually(() => publishedOf('Of the test 4').length > 0, 'the last message')
  })

  it('with an unknown form raise an alarm and do not block others', async () => {
    await queue('What is this?', element('odd:data', [element('odd:thing', 'x')], { 'xmlns:odd': 'urn:example:odd' }))
    await queue('Money runs low.', element('low:balance', [], { 'xmlns:low': 'urn:example:lowbalance' }))
    await queue('Read later.')
    await drained()
    await eventually(() => publishedOf('Read later.').length > 0, 'the later message')
    expect(publishedOf('What is this?')).toEqual([expect.objectContaining({ about: 'other' })])
    // The registry's clock was advanced by an earlier test, which is an alarm too.
    const { rows } = await platform.sql.query(`select kind, text from alarm where kind <> 'clock' order by kind`)
    expect(rows).toEqual([
      { kind: 'message', text: expect.stringContaining('What is this?') },
      { kind: 'money', text: expect.stringContaining('Money runs low.') },
    ])
  })

  it('are stored unchanged', async () => {
    const { rows } = await platform.sql.query<{ frame: string }>(
      `select frame from poll_message where text = 'What is this?'`,
    )
    expect(rows[0]!.frame).toContain('urn:example:odd')
  })
})

it('masks messages about contacts that were stored before their data were masked, as new ones are', async () => {
  const contact = (data: string) =>
    `<epp><contact:infData xmlns:contact="urn:ietf:params:xml:ns:contact-1.0"><contact:id>NY-1</contact:id>${data}` +
    '<contact:addr><contact:street/><contact:cc>NL</contact:cc></contact:addr></contact:infData></epp>'
  const frames = [
    contact('<contact:name>Ada Jansen</contact:name><contact:voice x="1">+31.201234567</contact:voice>'),
    contact('<contact:name>\n Ada\n</contact:name ><contact:org><![CDATA[A <b> & ] Co]]></contact:org>'),
    contact('<contact:email></contact:email><contact:email>ada@example.com</contact:email>'),
    '<epp><domain:trnData xmlns:domain="urn:ietf:params:xml:ns:domain-1.0"><domain:name>a.org</domain:name></domain:trnData></epp>',
  ]
  await platform.sql.query(
    `insert into registry_worker.poll_message (account, message_id, about, text, frame, received_at)
     select 'before', i, 'other', '', frame, now() from unnest($1::text[]) with ordinality as f (frame, i)`,
    [frames],
  )
  const file = join(__dirname, '../migrations/0150_mask_poll_messages.sql')
  await platform.sql.query(`set search_path to registry_worker`)
  await platform.sql.query(readFileSync(file, 'utf8'))
  const { rows } = await platform.sql.query(
    `select frame from registry_worker.poll_message where account = 'before' order by message_id`,
  )
  expect(rows.map(({ frame }) => frame as string)).toEqual(frames.map(storedMessage))
  expect(JSON.stringify(rows)).not.toMatch(/Ada|ada@|201234567| Co]]/)
})

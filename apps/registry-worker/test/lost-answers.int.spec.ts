import { contactId } from '../src/dialects/contact'
import { person, startPlatform, type Platform } from './platform'

const lost = { outcome: 'done', creates: 1, journal: ['reconciled'] }

const cases = [
  { what: 'no fault occurs', faults: [], outcome: 'done', creates: 1, journal: ['answered 1000'] },
  { what: 'the answer is lost', faults: [{ kind: 'drop-response' }], ...lost },
  { what: 'the connection ends before the answer', faults: [{ kind: 'close-before-answer' }], ...lost },
  { what: 'the answer is not XML', faults: [{ kind: 'garbage' }], ...lost },
  { what: 'the answer is to another command', faults: [{ kind: 'wrong-trid' }], ...lost },
  { what: 'the answer comes too late', faults: [{ kind: 'delay', ms: 4_000 }], ...lost },
  {
    what: 'the command is lost',
    faults: [{ kind: 'drop-request' }],
    outcome: 'done',
    creates: 1,
    journal: ['reconciled', 'answered 1000'],
  },
  {
    what: 'the answer is lost, and the info commands after it fail too',
    faults: [
      { kind: 'drop-response' },
      { command: 'domain:info', kind: 'inject-code', code: 2400, times: 2 },
      { command: 'domain:info', kind: 'close-before-answer' },
    ],
    ...lost,
  },
  {
    what: 'the answer is lost, and the registry shows the domain only after a second create',
    faults: [{ kind: 'drop-response' }, { command: 'domain:info', kind: 'inject-code', code: 2303, times: 3 }],
    outcome: 'done',
    creates: 1,
    journal: ['reconciled', 'answered 2302'],
  },
  {
    what: 'the registry fails once',
    faults: [{ kind: 'inject-code', code: 2400 }],
    outcome: 'done',
    creates: 1,
    journal: ['answered 2400', 'answered 1000'],
  },
  {
    what: 'the registry fails every time',
    faults: [{ kind: 'inject-code', code: 2400, times: 5 }],
    outcome: 'failed',
    refusal: 'registry_unavailable',
    creates: 0,
    journal: Array<string>(5).fill('answered 2400'),
  },
  {
    what: 'there are too many sessions',
    faults: [{ kind: 'inject-code', code: 2502 }],
    outcome: 'done',
    creates: 1,
    journal: ['answered 2502', 'answered 1000'],
  },
  {
    what: 'the registry has ended the session (2002)',
    faults: [{ kind: 'inject-code', code: 2002 }],
    outcome: 'done',
    creates: 1,
    journal: ['answered 2002', 'answered 1000'],
  },
  {
    what: 'the registry answers that the name is registered (2302)',
    faults: [{ kind: 'inject-code', code: 2302 }],
    outcome: 'refused',
    refusal: 'domain_not_free',
    creates: 0,
    journal: ['answered 2302'],
  },
  {
    what: 'the policy of the registry forbids it (2306)',
    faults: [{ kind: 'inject-code', code: 2306 }],
    outcome: 'refused',
    refusal: 'registry_refused',
    creates: 0,
    journal: ['answered 2306'],
  },
  {
    what: 'the registry answers that our frame is invalid (2001)',
    faults: [{ kind: 'inject-code', code: 2001 }],
    outcome: 'failed',
    refusal: 'internal_error',
    creates: 0,
    journal: ['answered 2001'],
  },
].map((one, index) => ({ ...one, name: `case-${index}.org` }))

let platform: Platform
const operations = new Map<string, string>()

beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
  await platform.worker()
  // All at the same time, so that one operation runs while another waits.
  for (const { name, faults } of cases) {
    for (const fault of faults) await platform.fault({ command: 'domain:create', object: name, ...fault })
    operations.set(name, await platform.submit(name))
  }
})
afterAll(() => platform?.close())

/** With any fault, the result of the order agrees with the database of the registry, and nothing is created twice. */
describe('the creation of a domain', () => {
  it.each(cases)('has the right result when $what', async ({ name, outcome, creates, journal, ...rest }) => {
    const operationId = operations.get(name)!
    const end = await platform.ended(operationId)
    expect(end).toMatchObject({ outcome, object: name })
    expect(end.reason?.refusal).toBe('refusal' in rest ? rest.refusal : undefined)
    expect(await platform.creates(name)).toBe(creates)
    expect(await platform.journal(operationId, 'domain:create')).toEqual(journal)
    expect(platform.settledOf(operationId)).toHaveLength(1)
    if (outcome === 'done') {
      expect(end.registry.presence).toBe('ours')
      expect(Date.parse(end.registry.expiresAt!) - Date.parse(end.registry.createdAt!)).toBeGreaterThan(
        364 * 86_400_000,
      )
    }
  })

  it('is refused for a name of another registrar', async () => {
    const end = await platform.ended(await platform.submit('taken.org'))
    expect(end).toMatchObject({ outcome: 'refused', reason: { refusal: 'domain_not_free', code: 2302 } })
  })

  it('is refused when another registrar has created the name in the meantime', async () => {
    await platform.fault({ command: 'domain:create', object: 'occupied.org', kind: 'drop-request' })
    const end = await platform.ended(await platform.submit('occupied.org'))
    expect(end).toMatchObject({ outcome: 'refused', reason: { refusal: 'domain_not_free' } })
  })

  it('creates a contact and a host once although their answers are lost', async () => {
    const registrant = person('Lost Contact')
    const host = 'ns.lost-host.example'
    await platform.fault({ command: 'contact:create', kind: 'close-before-answer' })
    await platform.fault({ command: 'host:create', object: host, kind: 'garbage' })
    const operationId = await platform.submit('prepared.org', {
      registrant,
      nameservers: [{ name: host }, { name: 'ns1.nameserver.example' }],
    })
    expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done' })
    expect(await platform.creates(contactId(registrant), 'contact:create')).toBe(1)
    expect(await platform.creates(host, 'host:create')).toBe(1)
    expect(await platform.journal(operationId, 'contact:create')).toEqual(['reconciled'])
    expect(await platform.journal(operationId, 'host:create')).toEqual(['reconciled'])
  })

  it('uses existing contacts and hosts', async () => {
    const before = (await platform.audit({ command: 'host:create', code: '1000' })).length
    const ids = await Promise.all(['shared-1.org', 'shared-2.org', 'shared-3.org'].map((name) => platform.submit(name)))
    for (const id of ids) expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
    expect(await platform.audit({ command: 'host:create', code: '1000' })).toHaveLength(before)
    for (const id of ids) expect(await platform.journal(id, 'contact:create')).toEqual([])
    expect(await platform.creates(contactId(person('John Doe')), 'contact:create')).toBe(1)
  })

  it('uses the contact that another order has created first', async () => {
    const registrant = person('Twice Asked')
    await platform.fault({ command: 'contact:create', kind: 'inject-code', code: 2302 })
    const ids = await Promise.all(['twice-1.org', 'twice-2.org'].map((name) => platform.submit(name, { registrant })))
    for (const id of ids) expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
    expect(await platform.creates(contactId(registrant), 'contact:create')).toBe(1)
  })

  it('sends host attributes to a registry without host objects', async () => {
    const nameservers = [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }]
    const operationId = await platform.submit('attributes.nl', { nameservers })
    expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done' })
    expect(await platform.journal(operationId, 'host:create')).toEqual([])
  })

  it('masks secrets in the journal', async () => {
    const { rows } = await platform.sql.query<{ text: string }>(
      `select coalesce(frame, '') || coalesce(answer, '') as text from registry_transaction`,
    )
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.map(({ text }) => text).join()).not.toContain('aB3#')
  })

  it('never uses a client transaction identifier twice', async () => {
    const { rows } = await platform.sql.query<{ frame: string }>(
      'select frame from registry_transaction where frame is not null',
    )
    const identifiers = rows.map(({ frame }) => /<clTRID>([^<]+)</.exec(frame)?.[1])
    expect(new Set(identifiers).size).toBe(rows.length)
  })
})

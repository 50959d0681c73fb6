import { contactId } from '../src/operations/contacts'
import { person, startPlatform, type Platform } from './platform'

const lost = { outcome: 'done', creates: 1, journal: ['reconciled'] }

const cases = [
  { what: 'nothing goes wrong', faults: [], outcome: 'done', creates: 1, journal: ['answered 1000'] },
  { what: 'the answer is lost', faults: [{ kind: 'drop-response' }], ...lost },
  { what: 'the connection ends before the answer', faults: [{ kind: 'close-before-answer' }], ...lost },
  { what: 'the answer is not XML', faults: [{ kind: 'garbage' }], ...lost },
  { what: 'the answer is to another command', faults: [{ kind: 'wrong-trid' }], ...lost },
  { what: 'the answer comes too late', faults: [{ kind: 'delay', ms: 2_000 }], ...lost },
  {
    what: 'the command is lost',
    faults: [{ kind: 'drop-request' }],
    outcome: 'done',
    creates: 1,
    journal: ['reconciled', 'answered 1000'],
  },
  {
    what: 'the answer is lost and the question after it is not answered either',
    faults: [
      { kind: 'drop-response' },
      { command: 'domain:info', kind: 'inject-code', code: 2400, times: 2 },
      { command: 'domain:info', kind: 'close-before-answer' },
    ],
    ...lost,
  },
  {
    what: 'the answer is lost and the registry shows the domain only after the create was sent again',
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
    what: 'the registry has forgotten the session',
    faults: [{ kind: 'inject-code', code: 2002 }],
    outcome: 'done',
    creates: 1,
    journal: ['answered 2002', 'answered 1000'],
  },
  {
    what: 'the registry takes the name for registered',
    faults: [{ kind: 'inject-code', code: 2302 }],
    outcome: 'refused',
    refusal: 'domain_not_free',
    creates: 0,
    journal: ['answered 2302'],
  },
  {
    what: 'the policy forbids it',
    faults: [{ kind: 'inject-code', code: 2306 }],
    outcome: 'refused',
    refusal: 'registry_refused',
    creates: 0,
    journal: ['answered 2306'],
  },
  {
    what: 'our bytes are wrong',
    faults: [{ kind: 'inject-code', code: 2001 }],
    outcome: 'failed',
    refusal: 'internal_error',
    creates: 0,
    journal: ['answered 2001'],
  },
].map((one, index) => ({ ...one, name: `case-${index}.com` }))

let platform: Platform
const operations = new Map<string, string>()

beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
  await platform.worker()
  // All at once, so that the waits of one are the work of another.
  for (const { name, faults } of cases) {
    for (const fault of faults) await platform.fault({ command: 'domain:create', object: name, ...fault })
    operations.set(name, await platform.submit(name))
  }
})
afterAll(() => platform?.close())

/** Whatever goes wrong on the way, the order ends as the registry's books have it, and nothing is created twice. */
describe('the creation of a domain', () => {
  it.each(cases)('ends right when $what', async ({ name, outcome, creates, journal, ...rest }) => {
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

  it('leaves a name to whoever has it', async () => {
    const end = await platform.ended(await platform.submit('taken.com'))
    expect(end).toMatchObject({ outcome: 'refused', reason: { refusal: 'domain_not_free', code: 2302 } })
  })

  it('does not take a name for its own that somebody else registered meanwhile', async () => {
    await platform.fault({ command: 'domain:create', object: 'occupied.com', kind: 'drop-request' })
    const end = await platform.ended(await platform.submit('occupied.com'))
    expect(end).toMatchObject({ outcome: 'refused', reason: { refusal: 'domain_not_free' } })
  })

  it('creates a contact once and a host once, though their answers are lost', async () => {
    const registrant = person('Lost Contact')
    const host = 'ns.lost-host.example'
    await platform.fault({ command: 'contact:create', kind: 'close-before-answer' })
    await platform.fault({ command: 'host:create', object: host, kind: 'garbage' })
    const operationId = await platform.submit('prepared.com', {
      registrant,
      nameservers: [{ name: host }, { name: 'ns1.nameserver.example' }],
    })
    expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done' })
    expect(await platform.creates(contactId(registrant), 'contact:create')).toBe(1)
    expect(await platform.creates(host, 'host:create')).toBe(1)
    expect(await platform.journal(operationId, 'contact:create')).toEqual(['reconciled'])
    expect(await platform.journal(operationId, 'host:create')).toEqual(['reconciled'])
  })

  it('uses the contacts and hosts that are there', async () => {
    const before = (await platform.audit({ command: 'host:create', code: '1000' })).length
    const ids = await Promise.all(['shared-1.com', 'shared-2.com', 'shared-3.com'].map((name) => platform.submit(name)))
    for (const id of ids) expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
    expect(await platform.audit({ command: 'host:create', code: '1000' })).toHaveLength(before)
    for (const id of ids) expect(await platform.journal(id, 'contact:create')).toEqual([])
    expect(await platform.creates(contactId(person('John Doe')), 'contact:create')).toBe(1)
  })

  it('meets its own contact when another order was quicker', async () => {
    const registrant = person('Twice Asked')
    await platform.fault({ command: 'contact:create', kind: 'inject-code', code: 2302 })
    const ids = await Promise.all(['twice-1.com', 'twice-2.com'].map((name) => platform.submit(name, { registrant })))
    for (const id of ids) expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
    expect(await platform.creates(contactId(registrant), 'contact:create')).toBe(1)
  })

  it('gives nameservers as attributes where the registry wants them so', async () => {
    const nameservers = [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }]
    const operationId = await platform.submit('attributes.nl', { nameservers })
    expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done' })
    expect(await platform.journal(operationId, 'host:create')).toEqual([])
  })

  it('keeps no secret in the journal', async () => {
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

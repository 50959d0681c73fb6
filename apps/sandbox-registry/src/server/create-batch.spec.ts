import { createContact, createDomain, hostCommand, resultCode, Sandbox } from '../../test/sandbox'
import { insertPlainCreates, type PlainCreate } from '../commands/domain/plain-create.store'
import { OutcomeUnknown } from '../database/transaction'
import { CreateBatch } from './create-batch'

const at = new Date('2027-03-01T12:00:00.000Z')
const inAYear = new Date('2028-03-01T12:00:00.000Z')

describe('batched creates', () => {
  let sandbox: Sandbox
  let creates: CreateBatch
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    creates = new CreateBatch(sandbox.pool)
    const client = await sandbox.session()
    await client.ask(createContact('holder'))
    for (const host of ['ns1.hoster.example', 'ns2.hoster.example']) {
      await client.ask(hostCommand('create', `<h:name>${host}</h:name>`))
    }
  })
  afterAll(() => sandbox.close())

  async function plain(name: string, own: Partial<PlainCreate['domain']> = {}): Promise<PlainCreate> {
    const svTRID = await creates.newSvTRID()
    return {
      domain: {
        name,
        tld: 'org',
        registrant: 'holder',
        contacts: [{ type: 'admin', contact: 'holder' }],
        hosts: ['ns1.hoster.example', 'ns2.hoster.example'],
        hostAttributes: [],
        authInfo: 'secret-pw',
        expiresAt: inAYear,
        ...own,
      },
      charge: {
        at,
        registrar: 'nameyard',
        domain: name,
        kind: 'create',
        years: 1,
        cents: 800,
        currency: 'USD',
        svTRID,
      },
      grace: { kind: 'addPeriod', endsAt: inAYear },
      audit: {
        at,
        session: '00000000-0000-4000-8000-000000000000',
        registrar: 'nameyard',
        command: 'domain:create',
        objects: [name],
        clTRID: 'TEST-1',
        svTRID,
        code: 1000,
        fault: undefined,
        request: '<epp/>',
        response: '<epp/>',
      },
      offsetSeconds: 0,
    }
  }

  const count = async (from: string, name: string) =>
    (await sandbox.pool.query<{ n: number }>(`select count(*)::int as n from sandbox_registry.${from}`, [name])).rows[0]
      ?.n

  it('share a transaction, each with its charge, its grace period and its audit entry', async () => {
    const names = ['one.org', 'two.org', 'three.org']
    const written = await Promise.all(
      (await Promise.all(names.map((name) => plain(name)))).map((c) => creates.write(c)),
    )
    expect(written).toEqual([true, true, true])
    const { rows } = await sandbox.pool.query(
      'select distinct xmin::text from sandbox_registry.domain where name = any($1)',
      [names],
    )
    expect(rows).toHaveLength(1)
    for (const name of names) {
      expect(await count('charge where domain = $1 and cents = 800', name)).toBe(1)
      expect(await count('grace where domain = $1', name)).toBe(1)
      expect(await count('domain_host where domain = $1', name)).toBe(2)
      expect(await count('domain_contact where domain = $1', name)).toBe(1)
      expect(await count('audit where objects = array[$1] and code = 1000', name)).toBe(1)
    }
  })

  it('skip creates that do not fit, and write nothing for them', async () => {
    const hindered = [
      await plain('taken.org'),
      await plain('reserved.org'),
      await plain('premium.org'),
      await plain('no-holder.org', { registrant: 'nobody' }),
      await plain('no-admin.org', { contacts: [{ type: 'admin', contact: 'nobody' }] }),
      await plain('foreign-holder.org', { registrant: 'rival-holder' }),
      await plain('no-host.org', { hosts: ['ns1.nowhere.example'] }),
      { ...(await plain('of-another-time.org')), offsetSeconds: 1 },
    ]
    const [twice, again] = [await plain('twice.org'), await plain('twice.org', { contacts: [], hosts: [] })]
    const written = await Promise.all([...hindered, twice, again].map((create) => creates.write(create)))
    expect(written).toEqual([...hindered.map(() => false), true, false])
    for (const { domain } of [...hindered, twice]) {
      const times = domain.name === 'twice.org' ? 1 : 0
      expect(await count('charge where domain = $1 and at = now()', domain.name)).toBe(0)
      expect(await count(`charge where domain = $1 and registrar = 'nameyard'`, domain.name)).toBe(times)
      expect(await count('audit where objects = array[$1]', domain.name)).toBe(times)
    }
  })

  it('are not used while a job is due, a fault is planted or the credit is limited', async () => {
    const { pool } = sandbox
    await sandbox.control('POST', '/faults', { kind: 'drop-response', command: 'domain:create' })
    expect(await creates.write(await plain('faulty.org'))).toBe(false)
    await sandbox.control('DELETE', '/faults')
    await sandbox.control('PUT', '/registrars/nameyard/credit', { cents: 100_000 })
    expect(await creates.write(await plain('credit.org'))).toBe(false)
    await sandbox.control('PUT', '/registrars/nameyard/credit', { cents: null })
    await pool.query(`update sandbox_registry.domain set expires_at = $1 where name = 'taken.org'`, [at])
    expect(await creates.write(await plain('early.org'))).toBe(false)
    await sandbox.control('GET', '/clock')
    expect(await creates.write(await plain('early.org'))).toBe(true)
  })

  it('have an unknown outcome when the database connection breaks', async () => {
    const keeper = await sandbox.pool.connect()
    await keeper.query('begin')
    await keeper.query('lock table sandbox_registry.domain')
    const lost = [creates.write(await plain('lost.org')), creates.write(await plain('lost-too.org'))]
    const ends = Promise.allSettled(lost)
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    while ((await sandbox.pool.query(cut)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await keeper.query('rollback')
    keeper.release()
    for (const end of await ends) {
      expect(end).toMatchObject({ status: 'rejected', reason: expect.any(OutcomeUnknown) as unknown })
    }
  })

  it('throw the error of each create when PostgreSQL refuses the batch', async () => {
    const [good, bad] = [await plain('good.org'), await plain('bad.org', { tld: 'unserved' })]
    const [first, second] = await Promise.allSettled([creates.write(good), creates.write(bad)])
    expect(first).toEqual({ status: 'fulfilled', value: true })
    expect(second.status).toBe('rejected')
    expect(await insertPlainCreates(sandbox.pool, [await plain('good.org')])).toEqual(new Set())
  })

  it('are answered to each session', async () => {
    const sessions = await Promise.all(Array.from({ length: 6 }, () => sandbox.session()))
    const names = ['a.org', 'b.org', 'b.org', 'reserved.org', 'c.org', 'taken.org']
    const answers = await Promise.all(sessions.map((session, n) => session.ask(createDomain(names[n]!))))
    const codes = answers.map((answer) => resultCode(answer))
    expect([codes[0], codes[3], codes[4], codes[5]]).toEqual([1000, 2306, 1000, 2302])
    expect([codes[1], codes[2]].sort()).toEqual([1000, 2302])
    expect(new Set(answers.map((answer) => /<svTRID>(.*)<\/svTRID>/.exec(answer)?.[1])).size).toBe(6)
  })

  it('apply the rules that the control port set last', async () => {
    const session = await sandbox.session()
    expect(resultCode(await session.ask(createDomain('first.info')))).toBe(1000)
    await sandbox.control('PATCH', '/tlds/info', { launchPhase: 'sunrise' })
    expect(resultCode(await session.ask(createDomain('second.info')))).toBe(2306)
    await sandbox.control('PATCH', '/policy', { commandsPerMinute: 1 })
    expect(resultCode(await session.ask(createDomain('third.org')))).toBe(2400)
    await sandbox.control('PATCH', '/policy', { commandsPerMinute: null })
    await sandbox.control('POST', '/clock/advance', { seconds: 3600 })
    expect(await session.ask(createDomain('later.org'))).toContain('<domain:crDate>2027-03-01T13:00:00.000Z')
  })
})

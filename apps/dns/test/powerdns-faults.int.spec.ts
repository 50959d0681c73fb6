import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { listZoneVersions } from '@nameyard/contracts/dns/list-zone-versions'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { eventually } from '@nameyard/testing/eventually'
import { hasPowerdns, startPowerdns } from '@nameyard/testing/powerdns'
import { openGate } from './api-gate'
import { askUdp } from './dns-client'
import { startPlatform } from './platform'

if (!hasPowerdns)
  it('tests a faulty PowerDNS only where pdns_server is installed', () => expect(hasPowerdns).toBe(false))

const where = hasPowerdns ? describe : () => undefined

const MINUTE_MS = 60_000

where('publishing to a faulty PowerDNS', () => {
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let powerdns: Awaited<ReturnType<typeof startPowerdns>>
  let gate: Awaited<ReturnType<typeof openGate>>
  /** Reads a metric of the first replica. */
  let metric: (name: string) => Promise<number>

  beforeAll(async () => {
    ;[platform, powerdns] = await Promise.all([startPlatform(), startPowerdns()])
    gate = await openGate(powerdns.url)
    const settings = {
      DNS_PUBLISHER: 'powerdns',
      POWERDNS_URL: gate.url,
      POWERDNS_API_KEY: powerdns.apiKey,
      POWERDNS_TIMEOUT_MS: '2000',
      DNS_VERIFY: `127.0.0.1:${powerdns.dnsPort}`,
    }
    const replica = await platform.replica(settings)
    metric = async (name) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(await replica.metrics())?.[1])
    await platform.replica(settings)
  })
  afterAll(async () => {
    await platform?.close()
    await gate?.close()
    await powerdns?.close()
  })

  const record = (name: string, value: string) => ({ name, type: 'A', value, ttl: 600 })
  const create = (name: string, ...records: object[]) =>
    platform.rpc.call(
      createZone,
      { domain: { name, extension: 'com' }, type: 'master', records: records as ReturnType<typeof record>[] },
      platform.call(1),
    )
  const change = (name: string, records: object) => platform.rpc.call(updateZone, { name, records }, platform.call(1))
  const ask = (name: string, type: string) => askUdp(powerdns.dnsPort, name, type)
  const serialOf = async (name: string) => {
    const { answers } = await ask(name, 'SOA')
    const [start] = answers as unknown as { data: { serial: number } }[]
    return start?.data.serial
  }
  interface Row {
    name: string
    version: string
    published_version: string
    last_error: string | null
  }
  const row = async (name: string) =>
    (await platform.sql.query<Row>('select * from zone where name = $1 order by version desc limit 1', [name])).rows[0]!
  const publicationOf = async (name: string) =>
    (await platform.rpc.call(getZone, { name }, platform.call(1))).publication
  /** Waits until every zone is published and the name server answers its version. */
  const allPublished = () =>
    eventually(async () => {
      const { rows } = await platform.sql.query<Row>(
        'select * from zone where published_version < version or claimed_until is not null',
      )
      if (rows.length === 0) return true
      // The next retry is due later, so the test advances the clock.
      platform.clock.advance(MINUTE_MS)
      throw new Error(`${rows.length} wait: ${rows[0]?.last_error}`)
    }, 'all zones are published')
  const swept = async (name: string, before: string) => {
    let asked = 0
    await eventually(async () => {
      // A sweep that began before the fault, or met the connection of a stopped server, leaves the zone to the next one.
      if (asked++ % 40 === 0) platform.clock.advance(MINUTE_MS)
      return (await row(name)).version !== before
    }, `the sweep finds ${name}`)
    await allPublished()
  }

  it('publishes all zones of a batch after PowerDNS was killed in the middle of it', async () => {
    const names = Array.from({ length: 24 }, (_, at) => `batch${at}`)
    const records = Array.from({ length: 100 }, (_, at) => record(`n${at}`, `192.0.2.${at}`))
    const written = Promise.all(names.map((name) => create(name, ...records)))
    await eventually(() => gate.passed.filter((each) => each.startsWith('POST')).length > 4, 'some zones are created')
    await powerdns.kill()
    await written
    await powerdns.startAgain()
    await allPublished()
    for (const name of names)
      expect(await ask(`n99.${name}.com`, 'A')).toMatchObject({ answers: [{ data: '192.0.2.99' }] })
  })

  it('accepts changes while PowerDNS is unavailable for an hour, and publishes them afterwards', async () => {
    await powerdns.stop()
    for (let minute = 0; minute < 60; minute += 1) {
      await change(`batch${minute % 3}.com`, { add: [record('hour', `198.51.100.${minute}`)] })
      if (minute % 10 === 0) await create(`hour${minute}`, record('', '192.0.2.1'))
      platform.clock.advance(MINUTE_MS)
    }
    expect(await row('hour50.com')).toMatchObject({ published_version: '0' })
    await eventually(async () => (await row('hour50.com')).last_error, 'the zone reports the error')
    expect(await metric('dns_oldest_unpublished_seconds')).toBe(3_600)
    expect(await metric('dns_unpublished_zones')).toBe(9)
    await powerdns.startAgain()
    await allPublished()
    expect((await ask('hour.batch0.com', 'A')).answers).toHaveLength(20)
    expect(await ask('hour50.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.1' }] })
    await eventually(async () => (await metric('dns_oldest_unpublished_seconds')) === 0, 'no change waits')
    // A sweep may publish a zone again at this instant.
    await eventually(async () => (await metric('dns_unpublished_zones')) === 0, 'no zone waits')
  })

  it('publishes all zones again after PowerDNS lost its store', async () => {
    const before = (await row('batch7.com')).version
    await powerdns.stop()
    await powerdns.startEmpty()
    expect(await ask('batch7.com', 'SOA')).toMatchObject({ rcode: 'REFUSED' })
    await swept('batch7.com', before)
    expect(await ask('n5.batch7.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.5' }] })
    expect((await ask('hour.batch0.com', 'A')).answers).toHaveLength(20)
  })

  const patch = (apex: string, ...rrsets: object[]) => powerdns.api('PATCH', `/${apex}.`, { rrsets })
  const foreignSet = (owner: string, type: string, content: string) => ({
    ...{ name: `${owner}.`, type, ttl: 60, changetype: 'REPLACE', records: [{ content, disabled: false }] },
  })

  it('repairs a zone that was edited in PowerDNS with a higher serial', async () => {
    await create('edited', record('www', '192.0.2.1'))
    await allPublished()
    const soa = 'ns1.example.net. hostmaster.example.net. 41 10800 3600 604800 3600'
    await patch('edited.com', foreignSet('www.edited.com', 'A', '203.0.113.1'), foreignSet('edited.com', 'SOA', soa))
    await swept('edited.com', '1')
    expect(await serialOf('edited.com')).toBe(42)
    expect(await ask('www.edited.com', 'A')).toMatchObject({ answers: [{ ttl: 600, data: '192.0.2.1' }] })
  })

  it('repairs a zone that was edited in PowerDNS with the same serial', async () => {
    await patch('edited.com', foreignSet('www.edited.com', 'A', '203.0.113.1'))
    expect(await ask('www.edited.com', 'A')).toMatchObject({ answers: [{ data: '203.0.113.1' }] })
    platform.clock.advance(60 * MINUTE_MS)
    await swept('edited.com', '42')
    expect(await ask('www.edited.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.1' }] })
  })

  it('shows a repair in the history of the zone', async () => {
    const { results } = await platform.rpc.call(listZoneVersions, { name: 'edited.com' }, platform.call(1))
    const repair = { source: 'platform.repair', who: '', added: 0, removed: 0 }
    expect(results).toMatchObject([{ ...repair, version: 43 }, { ...repair, version: 42 }, { version: 1 }])
  })

  it('adds a zone that was removed in PowerDNS, and removes a deleted zone that was added there', async () => {
    await create('removed', record('', '192.0.2.1'))
    await create('undead', record('', '192.0.2.1'))
    await allPublished()
    const kept = (await powerdns.api('GET', '/undead.com.')) as object
    await platform.rpc.call(deleteZone, { name: 'undead.com' }, platform.call(1))
    await allPublished()
    await powerdns.api('DELETE', '/removed.com.')
    await powerdns.api('POST', '', { ...kept, nameservers: [] })
    await swept('removed.com', '1')
    expect(await ask('removed.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.1' }] })
    await eventually(
      async () => (await ask('undead.com', 'A')).rcode === 'REFUSED',
      'the deleted zone is removed again',
    )
  })

  it('does not change zones of other owners in PowerDNS', async () => {
    const zone = { kind: 'Native', nameservers: ['ns.others.example.'], account: 'others' }
    for (const name of ['theirs.com.', 'taken.com.', 'unmarked.com.'])
      await powerdns.api('POST', '', { ...zone, name, ...(name === 'unmarked.com.' && { account: '' }) })
    await create('taken', record('', '192.0.2.1'))
    await eventually(
      async () => (await row('taken.com')).last_error?.includes('others'),
      'the zone reports its other owner',
    )
    await platform.rpc.call(deleteZone, { name: 'taken.com' }, platform.call(1))
    await allPublished()
    const edited = await row('edited.com')
    await patch('edited.com', foreignSet('www.edited.com', 'A', '203.0.113.9'))
    platform.clock.advance(24 * 60 * MINUTE_MS)
    await swept('edited.com', edited.version)
    for (const name of ['theirs.com', 'taken.com', 'unmarked.com'])
      expect(await ask(name, 'NS')).toMatchObject({ answers: [{ data: 'ns.others.example' }] })
  })

  it('publishes with a serial above that of PowerDNS after the database was restored from a backup', async () => {
    await create('restored', record('', '192.0.2.1'))
    await allPublished()
    for (const at of [2, 3, 4]) await change('restored.com', { add: [record('', `192.0.2.${at}`)] })
    await allPublished()
    const { rows } = await platform.sql.query<{ id: number }>("select id from zone where name = 'restored.com'")
    await platform.sql.query('delete from zone_change where zone_id = $1 and version > 2', [rows[0]!.id])
    await platform.sql.query('update zone set version = 2, published_version = 2 where id = $1', [rows[0]!.id])
    await change('restored.com', { add: [record('', '192.0.2.9')] })
    await allPublished()
    expect(await serialOf('restored.com')).toBe(5)
    expect((await ask('restored.com', 'A')).answers).toHaveLength(5)
  })

  const waiting = (problem: string) => ({
    server: 'publisher',
    since: expect.stringMatching(/^2027-\d\d-\d\d \d\d:\d\d:\d\d$/),
    problem,
  })

  it.each<[string, Parameters<typeof gate.set>[0], RegExp, object]>([
    [
      'answers 500',
      { status: 500, body: '{"error":"Internal Server Error"}' },
      /500: .*Internal Server Error/,
      { state: 'pending', waiting_for: [waiting('PowerDNS answered 500')] },
    ],
    [
      'refuses a record',
      (method) =>
        method === 'PATCH'
          ? { status: 422, body: '{"error":"RRset www.shaken.com. IN A: Not in expected format"}' }
          : 'open',
      /rejected: RRset www\.shaken\.com/,
      { state: 'rejected', reason: 'RRset www.shaken.com. IN A: Not in expected format' },
    ],
    [
      'is slow',
      { delayMs: 2_500 },
      /timeout/,
      { state: 'pending', waiting_for: [waiting('PowerDNS did not finish its answer to this zone')] },
    ],
  ])('keeps the last published version live while PowerDNS %s', async (_, state, error, expected) => {
    if ((await row('shaken.com')) === undefined) await create('shaken', record('www', '192.0.2.1'))
    await allPublished()
    const before = await serialOf('shaken.com')
    gate.set(state)
    const value = `198.51.100.${before}`
    await change('shaken.com', { replace: [record('www', value)] })
    await eventually(async () => error.test((await row('shaken.com')).last_error ?? ''), 'the zone reports the error')
    expect(await serialOf('shaken.com')).toBe(before)
    expect(await publicationOf('shaken.com')).toEqual({ ...expected, version: before! + 1, published_version: before })
    gate.set('open')
    await allPublished()
    expect(await ask('www.shaken.com', 'A')).toMatchObject({ answers: [{ data: value }] })
    expect(await row('shaken.com')).toMatchObject({ last_error: null })
    const version = before! + 1
    expect(await publicationOf('shaken.com')).toEqual({ state: 'published', version, published_version: version })
  })

  it('accepts 60 concurrent changes of one zone, and publishes the versions in order', async () => {
    await create('busy', record('', '192.0.2.1'))
    const writes = Array.from({ length: 60 }, (_, at) => change('busy.com', { add: [record(`w${at}`, '192.0.2.1')] }))
    await Promise.all(writes)
    await allPublished()
    expect(await serialOf('busy.com')).toBe(61)
    const { rrsets } = (await powerdns.api('GET', '/busy.com.')) as { rrsets: { type: string; records: object[] }[] }
    expect(rrsets.filter(({ type }) => type === 'SOA')).toMatchObject([{ records: { length: 1 } }])
    expect(rrsets.filter(({ type }) => type === 'A')).toHaveLength(61)
    expect(rrsets.every(({ type, records }) => type === 'NS' || records.length === 1)).toBe(true)
  })

  /** Inserts a record that the service would refuse, like one that was stored before the rule existed. */
  const insertRecord = async (apex: string, owner: string, type: string, value: string, rdata: string) => {
    const { rows } = await platform.sql.query<{ id: number }>('select id from zone where name = $1', [apex])
    await platform.sql.query(
      `insert into record (zone_id, owner, type, ttl, prio, value, rdata, created_at, updated_at)
       values ($1, $2, $3, 600, 0, $4, $5, now(), now())`,
      [rows[0]!.id, owner, type, value, Buffer.from(rdata, 'hex')],
    )
  }

  it('publishes the rest of a zone when PowerDNS refuses one RRset, and reports the record', async () => {
    await create('partly', record('www', '192.0.2.1'))
    await allPublished()
    const far = '90 0 0.000 S 180 0 0.000 E 42849672.95m 90000000.00m 0.00m 0.01m'
    await insertRecord('partly.com', 'far.partly.com', 'LOC', far, '009900106cb02700a69fb200ffffffff')
    await change('partly.com', { add: [record('new', '192.0.2.2')] })
    await allPublished()
    expect(await ask('new.partly.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.2' }] })
    expect(await publicationOf('partly.com')).toEqual({
      state: 'partial',
      version: 2,
      published_version: 2,
      unpublished: [{ record: 'far.partly.com LOC', reason: expect.stringContaining('Not in expected format') }],
    })
    platform.clock.advance(60 * MINUTE_MS)
    await eventually(async () => {
      const { rows } = await platform.sql.query('select from zone where name = $1 and compared_at >= $2', [
        'partly.com',
        platform.clock.now(),
      ])
      return rows.length > 0
    }, 'the zone was compared')
    expect(await row('partly.com')).toMatchObject({ version: '2' })
    await change('partly.com', { remove: [{ name: 'far', type: 'LOC', value: far }] })
    await allPublished()
    expect(await publicationOf('partly.com')).toEqual({ state: 'published', version: 3, published_version: 3 })
  })

  it('publishes all other zones while one zone makes PowerDNS crash repeatedly', async () => {
    let crashes = 0
    let isWatched = true
    const watch = (async () => {
      while (isWatched) {
        const isUp = await powerdns.api('GET', '/edited.com.').then(
          () => true,
          () => false,
        )
        if (!isUp && isWatched) {
          crashes += 1
          await powerdns.startAgain()
        }
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })()
    try {
      await create('poison', record('www', '192.0.2.1'))
      await allPublished()
      await insertRecord('poison.com', 'poison.com', 'CAA', '0 x ""', '000178')
      const names = Array.from({ length: 20 }, (_, at) => `beside${at}`)
      await Promise.all([
        change('poison.com', { add: [record('new', '192.0.2.2')] }),
        ...names.map((name) => create(name, record('', '192.0.2.1'))),
      ])
      await eventually(async () => {
        platform.clock.advance(5_000)
        const { rows } = await platform.sql.query<Row>('select name from zone where published_version < version')
        return rows.length === 1 && rows[0]?.name === 'poison.com'
      }, 'all other zones are published')
      await eventually(async () => {
        platform.clock.advance(5_000)
        return (await metric('dns_breaking_zones')) === 1
      }, 'the metric counts the zone as the cause')
      // The loop above may have started another attempt, which makes PowerDNS crash once more.
      await eventually(async () => {
        const { rows } = await platform.sql.query(
          `select from zone where name = 'poison.com' and claimed_until is null and next_attempt_at > $1`,
          [platform.clock.now()],
        )
        return rows.length === 1
      }, 'the zone waits for its next attempt')
      await eventually(() => powerdns.api('GET', '/edited.com.'), 'PowerDNS is up again')
      const before = crashes
      for (const at of [1, 2, 3]) await change('poison.com', { add: [record('again', `192.0.2.${at}`)] })
      await create('after', record('', '192.0.2.1'))
      await eventually(async () => {
        // Enough for a second attempt at the new zone, too little for the next one at the zone that breaks PowerDNS.
        platform.clock.advance(100)
        return (await row('after.com')).published_version === '1'
      }, 'a new zone is published')
      expect(crashes).toBe(before)
      const { state, waiting_for } = await publicationOf('poison.com')
      expect({ state, waiting_for }).toEqual({
        state: 'pending',
        waiting_for: [waiting('PowerDNS did not finish its answer to this zone')],
      })
      await change('poison.com', { remove: [{ name: '', type: 'CAA', value: '0 x ""' }] })
      platform.clock.advance(MINUTE_MS)
      await allPublished()
      expect((await ask('again.poison.com', 'A')).answers).toHaveLength(3)
    } finally {
      isWatched = false
      await watch
    }
  })
})

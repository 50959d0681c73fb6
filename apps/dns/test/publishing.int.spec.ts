import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import * as packet from 'dns-packet'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { findZoneChanges } from '@nameyard/contracts/dns/find-zone-changes'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { startCollector } from '@nameyard/testing/collector'
import { eventually } from '@nameyard/testing/eventually'
import { askTcp, askUdp, exchange } from './dns-client'
import { startPlatform } from './platform'

let platform: Awaited<ReturnType<typeof startPlatform>>

beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform?.close())

function create(name: string, ...records: { type: string; name: string; value: string; prio?: number }[]) {
  const given = records.map((record) => ({ ttl: 600, ...record }))
  const domain = { name, extension: 'com' }
  return platform.rpc.call(createZone, { domain, type: 'master', records: given }, platform.call(1))
}

async function row(name: string) {
  const { rows } = await platform.sql.query<Record<string, unknown>>(
    'select id, version, published_version, attempts, last_error, next_attempt_at from zone where name = $1 order by id desc limit 1',
    [name],
  )
  return rows[0] ?? {}
}

const published = (name: string) =>
  eventually(async () => {
    const { version, published_version } = await row(name)
    return version === published_version && version
  }, `${name} is published`)

describe('publishing with the built-in responder', () => {
  let port: number
  let second: Awaited<ReturnType<(typeof platform)['replica']>>

  beforeAll(async () => {
    ;({ port } = await platform.replica())
    second = await platform.replica()
  })

  it('answers a new zone on every replica, over UDP and TCP', async () => {
    await create(
      'live',
      { type: 'A', name: 'www', value: '192.0.2.1' },
      { type: 'MX', name: '', value: 'mail.live.com', prio: 10 },
      { type: 'CNAME', name: 'blog', value: 'www.live.com' },
    )
    await published('live.com')
    expect(await askUdp(port, 'WWW.live.com', 'A')).toMatchObject({
      rcode: 'NOERROR',
      flag_aa: true,
      answers: [{ name: 'WWW.live.com', type: 'A', ttl: 600, data: '192.0.2.1' }],
    })
    for (const at of [port, second.port]) {
      const answers = await eventually(async () => {
        const found = await askTcp(at, ['live.com', 'MX'], ['blog.live.com', 'A'], ['gone.live.com', 'A'])
        return found[0]?.rcode === 'NOERROR' && found
      }, 'the replica answers')
      expect(answers).toMatchObject([
        { answers: [{ data: { preference: 10, exchange: 'mail.live.com' } }] },
        {
          answers: [
            { type: 'CNAME', data: 'www.live.com' },
            { name: 'www.live.com', data: '192.0.2.1' },
          ],
        },
        { rcode: 'NXDOMAIN', authorities: [{ type: 'SOA', ttl: 3600, data: { mname: 'ns1.example.net', serial: 1 } }] },
      ])
    }
  })

  it('answers with the records of a change, and refuses queries after the deletion of the zone', async () => {
    await create('moving', { type: 'A', name: '', value: '192.0.2.1' })
    await published('moving.com')
    const add = [{ type: 'TXT', name: '', value: 'new', ttl: 600 }]
    await platform.rpc.call(updateZone, { name: 'moving.com', records: { add } }, platform.call(1))
    await published('moving.com')
    expect(await askUdp(port, 'moving.com', 'TXT')).toMatchObject({ answers: [{ data: [Buffer.from('new')] }] })
    expect(await askUdp(port, 'moving.com', 'SOA')).toMatchObject({ answers: [{ data: { serial: 2 } }] })

    await platform.rpc.call(deleteZone, { name: 'moving.com' }, platform.call(1))
    await published('moving.com')
    expect(await askUdp(port, 'moving.com', 'A')).toMatchObject({ rcode: 'REFUSED', answers: [] })
  })

  it('answers names of a removed zone from the zone above it', async () => {
    await create('outer', { type: 'A', name: '', value: '192.0.2.1' })
    const domain = { name: 'inner', extension: 'outer.com' }
    const records = [{ type: 'A', name: '', value: '192.0.2.2', ttl: 600 }]
    await platform.rpc.call(createZone, { domain, type: 'master', records }, platform.call(1))
    await published('outer.com')
    await published('inner.outer.com')
    await platform.rpc.call(deleteZone, { name: 'inner.outer.com' }, platform.call(1))
    await published('inner.outer.com')
    expect(await askUdp(port, 'inner.outer.com', 'A')).toMatchObject({ rcode: 'NXDOMAIN' })
  })

  it('does not remove the new zone of another account when the deletion of the former zone is published late', async () => {
    await create('heir', { type: 'A', name: '', value: '192.0.2.1' })
    await published('heir.com')
    await platform.rpc.call(deleteZone, { name: 'heir.com' }, platform.call(1))
    await published('heir.com')
    const records = [{ type: 'A', name: '', value: '192.0.2.2', ttl: 600 }]
    const domain = { name: 'heir', extension: 'com' }
    await platform.rpc.call(createZone, { domain, type: 'master', records }, platform.call(2))
    await published('heir.com')
    const former = "name = 'heir.com' and deleted_at is not null"
    await platform.sql.query(`update zone set published_version = 1, next_attempt_at = created_at where ${former}`)
    await eventually(async () => {
      const { rows } = await platform.sql.query(`select from zone where published_version < version and ${former}`)
      return rows.length === 0
    }, 'the deletion is published')
    expect(await askUdp(port, 'heir.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.2' }] })
    expect(await row('heir.com')).toMatchObject({ version: '3', published_version: '3' })
  })

  it('does not publish a new zone while a deleted zone of its name is being removed', async () => {
    await create('queue', { type: 'A', name: '', value: '192.0.2.1' })
    await published('queue.com')
    await platform.rpc.call(deleteZone, { name: 'queue.com' }, platform.call(1))
    await published('queue.com')
    const claim = (until: string) =>
      platform.sql.query(`update zone set claimed_until = ${until} where name = 'queue.com' and deleted_at is not null`)
    await claim("created_at + interval '1 year'")
    await create('queue', { type: 'A', name: '', value: '192.0.2.2' })
    const { id } = await row('queue.com')
    await platform.rpc.call(deleteZone, { name: 'outer.com' }, platform.call(1))
    await published('outer.com')
    expect(await row('queue.com')).toMatchObject({ published_version: '0' })
    await claim('null')
    await platform.sql.query('update zone set next_attempt_at = created_at where id = $1', [id])
    await published('queue.com')
    expect(await askUdp(port, 'queue.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.2' }] })
  })

  it('answers a published zone on a replica that starts later', async () => {
    await create('later', { type: 'A', name: '', value: '192.0.2.1' })
    await published('later.com')
    const third = await platform.replica()
    expect(await askUdp(third.port, 'later.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.1' }] })
    await third.close()
  })

  it('answers while its database connection is broken, and catches up afterwards', async () => {
    await create('steady', { type: 'A', name: '', value: '192.0.2.1' })
    await published('steady.com')
    await askUdp(port, 'steady.com', 'A')
    const { rowCount } = await platform.sql.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'select name, version from published_zone'`)
    expect(rowCount).toBe(2)
    expect(await askUdp(port, 'steady.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.1' }] })
    await create('after', { type: 'A', name: '', value: '192.0.2.1' })
    await eventually(async () => (await askUdp(port, 'after.com', 'A')).rcode === 'NOERROR', 'the new zone is answered')
  })

  it('truncates answers that do not fit over UDP, and sends them over TCP', async () => {
    const addresses = Array.from({ length: 100 }, (_, i) => ({ type: 'A', name: 'many', value: `192.0.2.${i}` }))
    await create('large', ...addresses)
    await published('large.com')
    expect(await askUdp(port, 'many.large.com', 'A')).toMatchObject({ flag_tc: true, answers: [] })
    expect((await askTcp(port, ['many.large.com', 'A']))[0]?.answers).toHaveLength(100)
    const opt = { type: 'OPT', name: '.', udpPayloadSize: 4096 }
    expect(await askUdp(port, 'large.com', 'SOA', { additionals: [opt] })).toMatchObject({
      additionals: [{ type: 'OPT', udpPayloadSize: 1232 }],
    })
  })

  it('leaves out additional addresses that do not fit, except those that a referral needs', async () => {
    const hosts = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({ type: 'A', name, value: `192.0.2.${at}` }))
    await create(
      'room',
      { type: 'MX', name: '', value: 'mail.room.com', prio: 10 },
      { type: 'MX', name: '', value: 'mx.room.com', prio: 20 },
      ...hosts('mx', 5),
      ...hosts('mail', 40),
      { type: 'NS', name: 'indomain', value: 'ns.indomain.room.com' },
      ...hosts('ns.indomain', 40),
      { type: 'NS', name: 'sibling', value: 'ns.indomain.room.com' },
      { type: 'NS', name: 'sibling', value: 'ns.sibling.room.com' },
      { type: 'A', name: 'ns.sibling', value: '192.0.2.1' },
    )
    await published('room.com')
    const mail = await askUdp(port, 'room.com', 'MX')
    expect(mail).toMatchObject({ flag_tc: false, answers: { length: 2 } })
    // An answer has an RRset completely or not at all (RFC 2181 section 5).
    expect(mail.additionals?.map(({ name }) => name)).toEqual(Array.from({ length: 5 }, () => 'mx.room.com'))
    expect((await askTcp(port, ['room.com', 'MX']))[0]?.additionals).toHaveLength(45)
    expect(await askUdp(port, 'x.indomain.room.com', 'A')).toMatchObject({ flag_tc: true, authorities: [] })
    expect(await askUdp(port, 'x.sibling.room.com', 'A')).toMatchObject({
      flag_tc: false,
      authorities: { length: 2 },
      additionals: [{ name: 'ns.sibling.room.com', data: '192.0.2.1' }],
    })
    expect((await askTcp(port, ['x.sibling.room.com', 'A']))[0]?.additionals).toHaveLength(41)
  })

  it('limits the TCP connections of each client', async () => {
    const few = await platform.replica({ DNS_TCP_CONNECTIONS: '6', DNS_TCP_CONNECTIONS_PER_CLIENT: '4' })
    const sockets: Socket[] = []
    const open = async (localAddress: string) => {
      const socket = connect({ port: few.port, host: '127.0.0.1', localAddress })
      socket.on('error', () => undefined)
      sockets.push(socket)
      await once(socket, 'connect')
      return socket
    }
    const isAnswered = async (socket: Socket) => {
      socket.write(packet.streamEncode({ type: 'query', id: 1, questions: [{ type: 'SOA', name: 'room.com' }] }))
      return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
    }
    try {
      const connections: Socket[] = []
      for (let at = 0; at < 8; at++) connections.push(await open('127.0.0.1'))
      await eventually(
        () => connections.filter(({ closed }) => closed).length === 4,
        'connections above the cap are closed',
      )
      const held = connections.filter(({ closed }) => !closed)
      expect(await isAnswered(held[0]!)).toBe(true)
      // The limit is six: the server closes the connection that was idle longest.
      for (const address of ['127.0.0.2', '127.0.0.2', '127.0.0.3'])
        expect(await isAnswered(await open(address))).toBe(true)
      await eventually(() => held[1]!.closed, 'the connection that was idle longest is closed')
      expect(held.map(({ closed }) => closed)).toEqual([false, true, false, false])
    } finally {
      for (const socket of sockets) socket.destroy()
      await few.close()
    }
  })

  it.each<[string, Partial<packet.Packet>, string]>([
    ['a query for a zone that it does not serve', { questions: [{ name: 'example.org', type: 'A' }] }, 'REFUSED'],
    ['a zone transfer', { questions: [{ name: 'large.com', type: 'AXFR' }] }, 'REFUSED'],
    ['a query of another class', { questions: [{ name: 'large.com', type: 'TXT', class: 'CH' }] }, 'REFUSED'],
    [
      'a message with another opcode',
      { questions: [{ name: 'large.com', type: 'SOA' }], opcode: 'NOTIFY', flags: 4 << 11 },
      'NOTIMP',
    ],
    [
      'a message with two questions',
      {
        questions: [
          { name: 'a.com', type: 'A' },
          { name: 'b.com', type: 'A' },
        ],
      },
      'FORMERR',
    ],
  ])('refuses %s', async (_, extra, rcode) => {
    expect(await askUdp(port, 'large.com', 'A', extra)).toMatchObject({ rcode })
  })

  it('survives random and malformed messages', async () => {
    const garbage = Array.from({ length: 200 }, (_, i) =>
      Buffer.from(Array.from({ length: 1 + (i % 40) }, (__, at) => (i * 37 + at * 101) & 0xff)),
    )
    const sender = createSocket('udp4')
    await Promise.all(
      garbage.map((message) => new Promise((resolve) => sender.send(message, port, '127.0.0.1', resolve))),
    )
    sender.close()
    const query = packet.encode({ type: 'query', id: 9, questions: [{ name: 'large.com', type: 'SOA' }] })
    expect(packet.decode(await exchange(port, query))).toMatchObject({ id: 9, rcode: 'NOERROR' })
  })
})

describe('publishing while a name server is unavailable', () => {
  let server: UdpSocket
  let serial: number | undefined

  beforeAll(async () => {
    server = createSocket('udp4').bind(0, '127.0.0.1')
    await once(server, 'listening')
    server.on('message', (message, from) => {
      const { id, questions = [] } = packet.decode(message)
      const [question] = questions
      if (serial === undefined || !question) return
      const data = {
        mname: 'ns1.example.net',
        rname: 'h.example.net',
        serial,
        refresh: 1,
        retry: 1,
        expire: 1,
        minimum: 1,
      }
      const answer = {
        type: 'response' as const,
        id: id ?? 0,
        questions,
        answers: [{ name: question.name, type: 'SOA', ttl: 1, data }],
      }
      server.send(packet.encode(answer), from.port, from.address)
    })
  })
  afterAll(() => server.close())

  it('accepts a zone, reports why it is not published, and publishes it when the server is back', async () => {
    const own = await startPlatform()
    const collector = await startCollector()
    try {
      const { metrics, close } = await own.replica({
        DNS_VERIFY: `127.0.0.1:${server.address().port}`,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_TRACES_SAMPLER_ARG: '1',
      })
      const domain = { name: 'patient', extension: 'com' }
      const records = [{ type: 'A', name: '', value: '192.0.2.1', ttl: 600 }]
      expect(await own.rpc.call(createZone, { domain, type: 'master', records }, own.call(1))).toEqual({
        success: true,
      })

      const state = async () =>
        (
          await own.sql.query<{ attempts: number; last_error: string | null; published_version: string }>(
            'select * from zone',
          )
        ).rows[0]
      const failed = await eventually(async () => {
        const found = await state()
        return found?.last_error ? found : undefined
      }, 'the first attempt has failed')
      expect(failed).toMatchObject({
        attempts: 1,
        published_version: '0',
        last_error: expect.stringContaining('127.0.0.1'),
      })

      const publication = async () => {
        const zone = await own.rpc.call(getZone, { name: 'patient.com' }, own.call(1))
        return zone.publication
      }
      const name = `127.0.0.1:${server.address().port}`
      const waiting = { server: name, since: '2027-01-01 00:00:00', problem: 'it does not answer' }
      expect(await publication()).toEqual({
        state: 'pending',
        version: 1,
        published_version: 0,
        waiting_for: [waiting],
      })
      const changes = async () => {
        const { actor: _, ...operator } = own.call(1)
        return (await own.rpc.call(findZoneChanges, { request: operator.correlationId }, operator)).changes
      }
      const change = { zone: 'patient.com', resellerId: 1, version: 1, source: 'zones.create', added: 1, removed: 0 }
      const { since: _, ...wait } = waiting
      expect(await changes()).toMatchObject([{ ...change, published: null, waits: [wait] }])
      expect(await metrics()).toContain(`dns_waiting_zones{server="${name}",age="minute"} 1`)

      serial = 0
      own.clock.advance(2_000)
      const outdated = { ...waiting, problem: 'it answers serial 0 instead of 1', serial: 0 }
      await eventually(async () => {
        expect((await publication()).waiting_for).toEqual([outdated])
        return true
      }, 'the zone reports the served serial')

      serial = 1
      own.clock.advance(4_000)
      await eventually(async () => (await state())?.published_version === '1', 'the zone is published')
      expect(await state()).toMatchObject({ attempts: 0, last_error: null })
      const served = { version: 1, servers: [{ server: name, at: expect.stringMatching(/^2027-01-01T/) }] }
      expect(await changes()).toMatchObject([{ ...change, published: served, waits: [] }])

      // Each attempt is a step of the trace of the request, also those that the sweep has made.
      await close()
      const trace = collector.spans.find((span) => span.name === 'zones.create')?.traceId
      const attempts = collector.spans.filter((span) => span.name === 'dns publish')
      expect(attempts.length).toBeGreaterThan(2)
      expect(attempts.map(({ traceId }) => traceId)).toEqual(attempts.map(() => trace))
      expect(attempts.map(({ attributes }) => attributes['error.type'])).toEqual([
        ...attempts.slice(1).map(() => 'NotServed'),
        undefined,
      ])
    } finally {
      await own.close()
      await collector.close()
    }
  })
})

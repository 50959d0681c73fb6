import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Packet } from 'dns-packet'
import { eventually } from '@nameyard/testing/eventually'
import { hasPowerdns } from '@nameyard/testing/powerdns'
import { parseRdata } from '@nameyard/zone/record-type'
import { recordTypes } from '@nameyard/zone/record-types'
import { servedRdata } from '@nameyard/zone/served-rdata'
import { authorityRecords } from '@nameyard/zone/zone'
import { parseRecord, recordKey, type ZoneRecord } from '@nameyard/zone/zone-record'
import { LaterServed, type ZoneVersion } from '../src/publishing/zone-writer'
import { askUdp } from './dns-client'
import { builtinServer, powerdnsServer, type WrittenServer } from './zone-writers'

const authority = {
  nameservers: ['ns1.example.net', 'ns2.example.net'],
  mailbox: 'hostmaster.example.net',
  ...{ refresh: 10_800, retry: 3_600, expire: 604_800, minimum: 300, soaTtl: 86_400, nsTtl: 3_600 },
}

function record(apex: string, name: string, type: string, value: string, ttl = 600): ZoneRecord {
  const parsed = parseRecord({ name, type, value, ttl }, apex, { min: 60, max: 604_800 })
  if (!parsed.ok) throw new Error(parsed.error.problem)
  return parsed.value
}

const version = (
  name: string,
  number: bigint,
  ...given: [name: string, type: string, value: string][]
): ZoneVersion => ({
  name,
  version: number,
  records: [...authorityRecords(name, authority, number), ...given.map((each) => record(name, ...each))],
})

if (!hasPowerdns)
  it('tests the writer to PowerDNS only where pdns_server is installed', () => expect(hasPowerdns).toBe(false))

const servers: [name: string, start: () => Promise<WrittenServer>][] = [['the built-in responder', builtinServer]]
if (hasPowerdns) servers.push(['PowerDNS', powerdnsServer])

/** The behaviour of every writer. The tests use the same zones in order, from creation to removal. */
describe.each(servers)('a writer to %s', (_, start) => {
  let server: WrittenServer

  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server?.close())

  const write = async (zone: ZoneVersion) => (await server.writer.stage(zone)).commit()
  const ask = (name: string, type: string) => askUdp(server.dnsPort, name, type)
  const asked = (name: string, type: string, expected: object): Promise<Packet> =>
    eventually(async () => {
      const answer = await ask(name, type)
      expect(answer).toMatchObject(expected)
      return answer
    }, `${name} ${type} is answered`)
  const held = async (name: string) => (await server.writer.list()).find((zone) => zone.name === name)

  it('has no zones at first', async () => {
    expect(await server.writer.list()).toEqual([])
    expect(await ask('life.com', 'SOA')).toMatchObject({ rcode: 'REFUSED' })
  })

  it('stages a new version without changing the served zones', async () => {
    const staged = await server.writer.stage(version('life.com', 1n, ['www', 'A', '192.0.2.1']))
    expect(staged.changes).toEqual(['life.com'])
    expect(await server.writer.list()).toEqual([])
  })

  it('makes a zone', async () => {
    await write(
      version('life.com', 1n, ['www', 'A', '192.0.2.1'], ['www', 'A', '192.0.2.2'], ['', 'MX', '10 m.life.com']),
    )
    await asked('life.com', 'SOA', { flag_aa: true, answers: [{ ttl: 86_400, data: { serial: 1, minimum: 300 } }] })
    expect((await ask('www.life.com', 'A')).answers).toHaveLength(2)
    expect(await held('life.com')).toMatchObject({ name: 'life.com', serial: 1, isOurs: true })
  })

  it('stages no change for a version that is already served', async () => {
    const same = version(
      'life.com',
      1n,
      ['www', 'A', '192.0.2.1'],
      ['www', 'A', '192.0.2.2'],
      ['', 'MX', '10 m.life.com'],
    )
    expect((await server.writer.stage(same)).changes).toEqual([])
    await write(same)
    expect(await ask('life.com', 'SOA')).toMatchObject({ answers: [{ data: { serial: 1 } }] })
  })

  it('changes data and serial together', async () => {
    await write(version('life.com', 3n, ['www', 'A', '192.0.2.3'], ['mail', 'A', '192.0.2.4']))
    await asked('life.com', 'SOA', { answers: [{ data: { serial: 3 } }] })
    expect(await ask('www.life.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.3' }] })
    expect(await ask('mail.life.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.4' }] })
    expect(await ask('life.com', 'MX')).toMatchObject({ rcode: 'NOERROR', answers: [] })
  })

  it('accepts a second commit of the same change', async () => {
    const staged = await server.writer.stage(version('life.com', 4n, ['www', 'A', '192.0.2.5']))
    await staged.commit()
    await staged.commit()
    await asked('www.life.com', 'A', { answers: [{ data: '192.0.2.5' }] })
    expect(await held('life.com')).toMatchObject({ serial: 4 })
  })

  it('refuses an older version, and reports the served serial', async () => {
    await expect(server.writer.stage(version('life.com', 2n))).rejects.toEqual(new LaterServed(4))
    await expect(server.writer.stageRemoval('life.com', 2n)).rejects.toEqual(new LaterServed(4))
    expect(await held('life.com')).toMatchObject({ serial: 4 })
  })

  it('wraps the serial after 32 bits', async () => {
    const last = 2n ** 32n - 1n
    await write(version('round.com', last, ['', 'A', '192.0.2.1']))
    await asked('round.com', 'SOA', { answers: [{ data: { serial: 4_294_967_295 } }] })
    await write(version('round.com', last + 2n, ['', 'A', '192.0.2.2']))
    await asked('round.com', 'SOA', { answers: [{ data: { serial: 1 } }] })
    await asked('round.com', 'A', { answers: [{ data: '192.0.2.2' }] })
  })

  it('serves a zone and a zone below it independently', async () => {
    await write(version('sub.life.com', 1n, ['www', 'A', '192.0.2.9']))
    await asked('www.sub.life.com', 'A', { answers: [{ data: '192.0.2.9' }] })
    await write(version('life.com', 5n, ['www', 'A', '192.0.2.6']))
    await asked('www.life.com', 'A', { answers: [{ data: '192.0.2.6' }] })
    expect(await ask('www.sub.life.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.9' }] })
  })

  it('removes a zone, and accepts a second commit of the removal', async () => {
    const staged = await server.writer.stageRemoval('sub.life.com', 2n)
    expect(staged.changes).toEqual(['sub.life.com'])
    await staged.commit()
    await staged.commit()
    await asked('www.sub.life.com', 'A', { rcode: 'NXDOMAIN' })
    expect((await server.writer.stageRemoval('sub.life.com', 2n)).changes).toEqual([])
    expect(await held('sub.life.com')).toBeUndefined()
  })

  it('makes a removed zone again', async () => {
    await (await server.writer.stageRemoval('life.com', 6n)).commit()
    await asked('life.com', 'SOA', { rcode: 'REFUSED' })
    await write(version('life.com', 7n, ['www', 'A', '192.0.2.7']))
    await asked('www.life.com', 'A', { answers: [{ data: '192.0.2.7' }] })
  })

  it('writes a zone of 2,000 names', async () => {
    const names = Array.from(
      { length: 2_000 },
      (__, at) => [`n${at}`, 'A', `192.0.2.${at % 256}`] as [string, string, string],
    )
    await write(version('large.com', 1n, ...names))
    await asked('n1999.large.com', 'A', { answers: [{ data: '192.0.2.207' }] })
    await write(version('large.com', 2n, ...names.slice(1)))
    await asked('n0.large.com', 'A', { rcode: 'NXDOMAIN' })
    expect(await ask('n1999.large.com', 'A')).toMatchObject({ rcode: 'NOERROR' })
  })

  it('writes a zone that is larger than one request to PowerDNS', async () => {
    const names = Array.from({ length: 32_000 }, (__, at) => [`n${at}`, 'A', '192.0.2.1'] as [string, string, string])
    await write(version('huge.com', 1n, ...names))
    await asked('n31999.huge.com', 'A', { answers: [{ data: '192.0.2.1' }] })
    await asked('huge.com', 'SOA', { answers: [{ data: { serial: 1 } }] })
  })

  it('writes every record that a reseller may set', async () => {
    const table = readFileSync(join(__dirname, '../../../libs/zone/test/valid-records.tsv'), 'utf8')
    const lines = table.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const records = lines.flatMap((line, at): ZoneRecord[] => {
      const [mnemonic = '', value = ''] = line.split('\t')
      const type = recordTypes.get(mnemonic)!
      if (type.place === 'never') return []
      const owner = type.place === 'apex' ? 'table.com' : `n${at}.table.com`
      return [{ owner, type: type.name, ttl: 600, rdata: servedRdata(type.name, parseRdata(type, value)) }]
    })
    const once = new Map(records.map((each) => [recordKey(each), each]))
    const start = version('table.com', 1n)
    const zone = { ...start, records: [...start.records, ...once.values()] }
    expect(await (await server.writer.stage(zone)).commit()).toEqual([])
    await asked('table.com', 'SOA', { answers: [{ data: { serial: 1 } }] })
    expect((await server.writer.stage(zone)).changes).toEqual([])
  })
})

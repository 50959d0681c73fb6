import * as packet from 'dns-packet'
import { eventually } from '@nameyard/testing/eventually'
import { hasPowerdns } from '@nameyard/testing/powerdns'
import { parseRdata } from '@nameyard/zone/record-type'
import { recordTypes } from '@nameyard/zone/record-types'
import type { ZoneRecord } from '@nameyard/zone/zone-record'
import { exchange, exchangeTcp } from './dns-client'
import { builtinServer, powerdnsServer, type WrittenServer } from './zone-writers'

/**
 * The built-in responder and PowerDNS receive the same zones and the same queries. They must return the same answers.
 */

const address = (at: number) => `192.0.2.${at}`
const text = (at: number) => `${String(at).padStart(3, '0')}${'x'.repeat(90)}`

/** The records of each zone in the form `owner TYPE value`, with absolute owner names. */
const zones: Record<string, string> = {
  'example.com': `example.com SOA ns1.example.net host.example.net 7 10800 3600 604800 300
example.com NS ns1.example.net
example.com NS ns2.example.com
example.com A 192.0.2.1
example.com AAAA 2001:db8::1
example.com MX 10 mail.example.com
example.com MX 20 mx.example.net
example.com TXT "v=spf1 -all"
example.com CAA 0 issue "ca.example.net"
ns2.example.com A 192.0.2.2
mail.example.com A 192.0.2.25
mail.example.com AAAA 2001:db8::25
www.example.com CNAME web.example.com
web.example.com A 192.0.2.3
web.example.com AAAA 2001:db8::3
chain.example.com CNAME www.example.com
away.example.com CNAME www.example.net
dangling.example.com CNAME gone.example.com
towild.example.com CNAME any.wild.example.com
toent.example.com CNAME c.example.com
tomx.example.com MX 5 web.example.com
_sip._tcp.example.com SRV 10 5 5060 sip.example.com
_none._tcp.example.com SRV 10 5 5060 gone.example.com
sip.example.com A 192.0.2.6
svc.example.com HTTPS 1 web.example.com alpn=h2
alias.example.com HTTPS 0 web.example.com
ptr.example.com PTR web.example.com
sshfp.example.com SSHFP 4 2 ${'ab'.repeat(32)}
a.b.c.example.com TXT deep
*.wild.example.com TXT any
*.wild.example.com MX 5 mail.example.com
sub.wild.example.com A 192.0.2.7
*.alias.example.com CNAME web.example.com
*.ent.wild.example.com A 192.0.2.8
sub.example.com NS ns.sub.example.com
sub.example.com NS ns2.example.com
sub.example.com NS ns.example.net
sub.example.com DS 1 13 2 ${'00'.repeat(32)}
ns.sub.example.com A 192.0.2.53
ns.sub.example.com AAAA 2001:db8::53
plain.example.com NS ns.example.net
into.example.com CNAME host.sub.example.com
old.example.com DNAME example.com
old.example.com A 192.0.2.9
elsewhere.example.com DNAME example.net
todname.example.com CNAME www.old.example.com
${Array.from({ length: 100 }, (_, at) => `many.example.com A ${address(at)}`).join('\n')}
${Array.from({ length: 8 }, (_, at) => `some.example.com TXT ${text(at)}`).join('\n')}`,
  'child.example.com': `child.example.com SOA ns1.example.net host.example.net 9 10800 3600 604800 60
child.example.com NS ns1.example.net
www.child.example.com A 192.0.2.77
up.child.example.com CNAME web.example.com`,
}

function recordsOf(lines: string): ZoneRecord[] {
  return lines.split('\n').map((line) => {
    const [owner = '', type = '', ...value] = line.split(' ')
    return { owner, type, ttl: 3600, rdata: parseRdata(recordTypes.get(type)!, value.join(' ')) }
  })
}

interface Question {
  readonly name: string
  readonly type: number
  /** UDP payload size of the client; undefined for a client without EDNS. */
  readonly edns?: number
  readonly overTcp?: boolean
}

const codes = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  DNAME: 39,
  DS: 43,
  HTTPS: 65,
}
const unknownType = 65_280

const owners = [
  ...new Set(Object.values(zones).flatMap((lines) => lines.split('\n').map((line) => line.split(' ')[0]!))),
]
const names = [
  ...owners.filter((name) => !name.startsWith('*')),
  ...[
    'b.c',
    'c',
    'x.b.c',
    'x.a.b.c',
    '_tcp',
    'wild',
    'ent.wild',
    'x.wild',
    'y.x.wild',
    'x.sub.wild',
    'x.ent.wild',
    '*.wild',
  ],
  ...['x.alias', 'gone', 'x.gone', 'x.sub', 'y.x.sub', 'x.plain', 'www.old', 'x.www.old', 'x.elsewhere', 'gone.old'],
  ...['child', 'gone.child', 'WWW', 'x.www'],
]
  .map((name) => (name.endsWith('example.com') ? name : `${name}.example.com`))
  .concat('example.net', 'com', 'www.example.org', 'notexample.com')

const ANY = 255

const questions: Question[] = [
  ...names.flatMap((name) => [false, true].map((overTcp) => ({ name, type: ANY, overTcp }))),
  ...['many', 'some'].map((name) => ({ name: `${name}.example.com`, type: codes.A, overTcp: true })),
  ...names.flatMap((name) => [...Object.values(codes), unknownType].map((type) => ({ name, type }))),
  ...['many', 'some', 'www', '@', 'gone', 'sub', 'chain'].flatMap((name) =>
    [512, 600, 1232, 4096].flatMap((edns) =>
      [codes.A, codes.TXT, codes.MX].map((type) => ({
        ...{ name: name === '@' ? 'example.com' : `${name}.example.com`, type },
        edns,
      })),
    ),
  ),
]

/**
 * The known difference: PowerDNS 4.7 follows the alias of a wildcard even for a query of type CNAME, and adds a negative
 * answer for its target. The responder stops at the alias (RFC 1034 section 3.6.2).
 */
const isKnown = ({ name, type }: Question): boolean => name === 'x.alias.example.com' && type === codes.CNAME

function encode({ name, type, edns }: Question): Buffer {
  const labels = name.split('.').flatMap((label) => [Buffer.of(label.length), Buffer.from(label)])
  const header = Buffer.from([0x12, 0x34, 0, 0, 0, 1, 0, 0, 0, 0, 0, edns === undefined ? 0 : 1])
  const tail = Buffer.alloc(5)
  tail.writeUInt16BE(type, 1)
  tail.writeUInt16BE(1, 3)
  const opt = Buffer.from([0, 0, 41, 0, 0, 0, 0, 0, 0, 0, 0])
  if (edns !== undefined) opt.writeUInt16BE(edns, 3)
  return Buffer.concat([header, ...labels, tail, ...(edns === undefined ? [] : [opt])])
}

/** The parts of an answer that must be equal: all except the order of records and the case of names. */
function told(message: Buffer) {
  const { rcode, flag_aa, flag_tc, answers = [], authorities = [], additionals = [] } = packet.decode(message)
  const print = (section: readonly packet.Record[]) =>
    section
      .filter(({ type }) => (type as string) !== 'OPT')
      .map((record) => {
        const { name, type, ttl, data } = record as unknown as {
          name: string
          type: string
          ttl: number
          data: unknown
        }
        return `${name.toLowerCase()} ${ttl} ${type} ${JSON.stringify(data).toLowerCase()}`
      })
      .toSorted()
  return {
    rcode,
    authoritative: flag_aa,
    truncated: flag_tc,
    answer: print(answers),
    authority: print(authorities),
    additional: print(additionals),
    hasEdns: additionals.some(({ type }) => (type as string) === 'OPT'),
  }
}

if (!hasPowerdns)
  it('compares both name servers only where pdns_server is installed', () => expect(hasPowerdns).toBe(false))

const where = hasPowerdns ? describe : () => undefined

where('the built-in responder compared with PowerDNS', () => {
  let servers: WrittenServer[]

  beforeAll(async () => {
    servers = await Promise.all([builtinServer(), powerdnsServer()])
    for (const { writer, dnsPort } of servers) {
      for (const [name, lines] of Object.entries(zones))
        await (await writer.stage({ name, version: 7n, records: recordsOf(lines) })).commit()
      const question = encode({ name: 'www.child.example.com', type: codes.A })
      await eventually(
        async () => told(await exchange(dnsPort, question)).answer.length === 1,
        'the zones are answered',
      )
    }
  })
  afterAll(() => Promise.all((servers ?? []).map((server) => server.close())))

  it(`returns the same answers to ${questions.length} queries`, async () => {
    expect(questions.length).toBeGreaterThan(300)
    const differences: object[] = []
    for (const question of questions) {
      const [ours, theirs] = await Promise.all(
        servers.map(async ({ dnsPort }) => {
          const send = question.overTcp ? exchangeTcp : exchange
          return told(await send(dnsPort, encode(question)))
        }),
      )
      if (isKnown(question)) continue
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) differences.push({ question, ours, theirs })
    }
    expect(differences).toEqual([])
  })
})

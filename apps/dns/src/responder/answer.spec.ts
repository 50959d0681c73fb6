import { parseRdata, printRdata } from '@nameyard/zone/record-type'
import { recordTypes } from '@nameyard/zone/record-types'
import type { RRset } from '@nameyard/zone/rrset'
import type { ZoneRecord } from '@nameyard/zone/zone-record'
import { answerFrom } from './answer'
import { serve } from './served-zone'

const apex = 'example.com'

/** `owner TYPE value`, the owner full. */
function record(line: string): ZoneRecord {
  const [owner = '', type = '', ...value] = line.split(' ')
  return { owner, type, ttl: 3600, rdata: parseRdata(recordTypes.get(type)!, value.join(' ')) }
}

const zone = serve(
  apex,
  `example.com SOA ns1.example.net host.example.net 7 10800 3600 604800 300
example.com NS ns1.example.net
example.com A 192.0.2.1
example.com MX 10 mail.example.com
www.example.com CNAME web.example.com
web.example.com A 192.0.2.2
web.example.com AAAA 2001:db8::2
away.example.com CNAME www.example.net
dangling.example.com CNAME gone.example.com
loop.example.com CNAME pool.example.com
pool.example.com CNAME loop.example.com
a.b.c.example.com TXT deep
*.wild.example.com TXT any
*.wild.example.com MX 5 mail.example.com
sub.wild.example.com A 192.0.2.3
*.alias.example.com CNAME web.example.com
sub.example.com NS ns.sub.example.com
sub.example.com NS ns2.example.com
sub.example.com NS ns.example.net
sub.example.com DS 1 13 9 00
ns.sub.example.com A 192.0.2.53
ns.sub.example.com AAAA 2001:db8::53
ns2.example.com A 192.0.2.54
lower.sub.example.com NS ns.example.net
into.example.com CNAME host.sub.example.com
old.example.com DNAME example.com
old.example.com A 192.0.2.9
elsewhere.example.com DNAME example.net`
    .split('\n')
    .map(record),
)

const codes = { A: 1, NS: 2, CNAME: 5, SOA: 6, MX: 15, TXT: 16, AAAA: 28, DS: 43, HTTPS: 65, ANY: 255 }
const print = (sets: readonly RRset[]) =>
  sets.flatMap(({ owner, type, rdatas }) =>
    rdatas.map((rdata) => `${owner} ${type} ${printRdata(recordTypes.get(type)!, rdata, { finalDot: false })}`),
  )

function ask(name: string, type: keyof typeof codes) {
  const { rcode, authoritative, answer, authority, glue, additional } = answerFrom(zone, name, codes[type])
  return {
    rcode,
    authoritative,
    answer: print(answer),
    authority: print(authority),
    ...(glue && { glue: print(glue) }),
    additional: print(additional),
  }
}

const soa = ['example.com SOA ns1.example.net host.example.net 7 10800 3600 604800 300']
const delegation = ['ns.sub.example.com', 'ns2.example.com', 'ns.example.net'].map(
  (host) => `sub.example.com NS ${host}`,
)
const glue = ['ns.sub.example.com A 192.0.2.53', 'ns.sub.example.com AAAA 2001:db8::53']
const additional = ['ns2.example.com A 192.0.2.54']

describe('an authoritative answer', () => {
  it.each<[string, keyof typeof codes, string[]]>([
    ['example.com', 'A', ['example.com A 192.0.2.1']],
    ['example.com', 'SOA', soa],
    ['example.com', 'NS', ['example.com NS ns1.example.net']],
    ['www.example.com', 'A', ['www.example.com CNAME web.example.com', 'web.example.com A 192.0.2.2']],
    ['www.example.com', 'CNAME', ['www.example.com CNAME web.example.com']],
    [
      'www.example.com',
      'ANY',
      ['www.example.com CNAME web.example.com', 'web.example.com A 192.0.2.2', 'web.example.com AAAA 2001:db8::2'],
    ],
    ['away.example.com', 'A', ['away.example.com CNAME www.example.net']],
    ['loop.example.com', 'A', ['loop.example.com CNAME pool.example.com', 'pool.example.com CNAME loop.example.com']],
    ['x.wild.example.com', 'TXT', ['x.wild.example.com TXT "any"']],
    ['y.x.wild.example.com', 'MX', ['y.x.wild.example.com MX 5 mail.example.com']],
    ['*.wild.example.com', 'TXT', ['*.wild.example.com TXT "any"']],
    ['x.alias.example.com', 'AAAA', ['x.alias.example.com CNAME web.example.com', 'web.example.com AAAA 2001:db8::2']],
    ['sub.example.com', 'DS', ['sub.example.com DS 1 13 9 00']],
  ])('%s %s', (name, type, answer) => {
    expect(ask(name, type)).toEqual({ rcode: 0, authoritative: true, answer, authority: [], additional: [] })
  })
})

describe('a negative answer', () => {
  it.each<[string, keyof typeof codes, number, string[]]>([
    ['nothing.example.com', 'A', 3, []],
    ['example.com', 'TXT', 0, []],
    ['example.com', 'HTTPS', 0, []],
    ['b.c.example.com', 'TXT', 0, []],
    ['c.example.com', 'A', 0, []],
    ['x.b.c.example.com', 'A', 3, []],
    ['x.wild.example.com', 'A', 0, []],
    ['wild.example.com', 'TXT', 0, []],
    ['sub.wild.example.com', 'TXT', 0, []],
    ['x.sub.wild.example.com', 'TXT', 3, []],
    ['dangling.example.com', 'A', 3, ['dangling.example.com CNAME gone.example.com']],
    ['www.example.com', 'MX', 0, ['www.example.com CNAME web.example.com']],
  ])('%s %s', (name, type, rcode, answer) => {
    expect(ask(name, type)).toEqual({ rcode, authoritative: true, answer, authority: soa, additional: [] })
  })

  it('has a TTL of at most the SOA minimum', () => {
    expect(answerFrom(zone, 'nothing.example.com', codes.A).authority).toMatchObject([{ type: 'SOA', ttl: 300 }])
  })
})

describe('a referral', () => {
  it.each<[string, keyof typeof codes]>([
    ['sub.example.com', 'A'],
    ['sub.example.com', 'NS'],
    ['x.sub.example.com', 'A'],
    ['ns.sub.example.com', 'A'],
    ['x.lower.sub.example.com', 'A'],
    ['lower.sub.example.com', 'DS'],
  ])('%s %s', (name, type) => {
    expect(ask(name, type)).toEqual({
      rcode: 0,
      authoritative: false,
      answer: [],
      authority: delegation,
      glue,
      additional,
    })
  })

  it('follows an alias into a delegated zone', () => {
    expect(ask('into.example.com', 'A')).toEqual({
      rcode: 0,
      authoritative: true,
      answer: ['into.example.com CNAME host.sub.example.com'],
      authority: delegation,
      glue,
      additional,
    })
  })
})

describe('a DNAME', () => {
  it('redirects every name below it, and is followed to a target within the zone', () => {
    expect(ask('www.old.example.com', 'A')).toMatchObject({
      rcode: 0,
      authoritative: true,
      answer: [
        'old.example.com DNAME example.com',
        'www.old.example.com CNAME www.example.com',
        'www.example.com CNAME web.example.com',
        'web.example.com A 192.0.2.2',
      ],
    })
  })

  it('does not redirect its own name', () => {
    expect(ask('old.example.com', 'A').answer).toEqual(['old.example.com A 192.0.2.9'])
  })

  it('leaves a target in another zone to the resolver', () => {
    expect(ask('a.b.elsewhere.example.com', 'TXT').answer).toEqual([
      'elsewhere.example.com DNAME example.net',
      'a.b.elsewhere.example.com CNAME a.b.example.net',
    ])
  })
})

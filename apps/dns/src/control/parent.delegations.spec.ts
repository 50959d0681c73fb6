import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import * as packet from 'dns-packet'
import { AllowList } from '@nameyard/egress/allow-list'
import { Egress } from '@nameyard/egress/egress'
import { DelegationUnknown } from './delegations'
import { ParentDelegations } from './parent.delegations'

/** The flag AA of a header (RFC 1035 section 4.1.1). */
const AUTHORITATIVE = 0x0400

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

/** A name server that answers every query by `reply`. Returns its port. */
async function nameServer(reply: (name: string) => Partial<packet.Packet>, address = '127.0.0.1', at = 0) {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (data) => {
      const query = packet.streamDecode(data)
      const answer = { type: 'response' as const, id: query.id!, questions: query.questions!, flags: 0 }
      socket.end(packet.streamEncode({ ...answer, ...reply(query.questions![0]!.name) }))
    })
  }).listen(at, address)
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

const referral = (zone: string, hosts: readonly string[], glue: Readonly<Record<string, string>> = {}) => ({
  authorities: hosts.map((data) => ({ type: 'NS' as const, name: zone, ttl: 60, data })),
  additionals: Object.entries(glue).map(([name, data]) => ({ type: 'A' as const, name, ttl: 60, data })),
})
const allowed = new Egress({ allow: AllowList.parse('127.0.0.0/8')! })
const publicOnly = new Egress({ allow: AllowList.parse('')! })
const walk = (root: number, port: number) =>
  new ParentDelegations({ roots: [`127.0.0.1:1`, `127.0.0.1:${root}`], port, timeoutMs: 500, egress: allowed })

describe('the walk from the root zone', () => {
  it('returns the delegations of parent zones, and never asks the zone itself', async () => {
    const asked: string[] = []
    const port = await nameServer((name) => {
      asked.push(`com ${name}`)
      return referral('example.com', ['NS1.Elsewhere.org', 'ns2.elsewhere.org'], { 'ns1.elsewhere.org': '127.0.0.3' })
    }, '127.0.0.2')
    await nameServer(
      (name) => {
        asked.push(`example.com ${name}`)
        return referral('sub.example.com', ['ns1.mine.org'])
      },
      '127.0.0.3',
      port,
    )
    const root = await nameServer(() => referral('com', ['a.tld.net'], { 'a.tld.net': '127.0.0.2' }))
    expect(await walk(root, port).cuts('example.com')).toEqual([
      { zone: 'com', nameservers: ['a.tld.net'] },
      { zone: 'example.com', nameservers: ['ns1.elsewhere.org', 'ns2.elsewhere.org'] },
    ])
    expect(asked).toEqual(['com example.com'])
    expect((await walk(root, port).cuts('sub.example.com')).at(-1)).toEqual({
      zone: 'sub.example.com',
      nameservers: ['ns1.mine.org'],
    })
  })

  it('finds nothing for a name that does not exist', async () => {
    const root = await nameServer(() => ({ flags: AUTHORITATIVE | 3 }))
    expect(await walk(root, 1).cuts('example.com')).toEqual([])
  })

  it('ignores what a server says about itself, and about names that it was not asked for', async () => {
    const port = await nameServer(
      (name) => (name === 'b.com' ? referral('com', ['x.org']) : referral('other.com', ['x.org'])),
      '127.0.0.4',
    )
    const root = await nameServer(() => referral('com', ['a.tld.net'], { 'a.tld.net': '127.0.0.4' }))
    for (const name of ['a.com', 'b.com'])
      expect((await walk(root, port).cuts(name)).map(({ zone }) => zone)).toEqual(['com'])
    const own = await nameServer((name) => ({
      ...referral(name, ['x.org']),
      flags: AUTHORITATIVE,
    }))
    expect(await walk(own, 1).cuts('a.com')).toEqual([])
  })

  it('connects to no server whose address is not public', async () => {
    const root = await nameServer(() => referral('com', ['a.tld.net'], { 'a.tld.net': '127.0.0.5' }))
    const walked = new ParentDelegations({ roots: [`127.0.0.1:${root}`], timeoutMs: 500, egress: publicOnly }).cuts(
      'a.com',
    )
    await expect(walked).rejects.toThrow('the name servers of com have no public address')
  })

  it('reads TXT records from the servers of a zone, and believes none that answers from another source', async () => {
    const asked: unknown[] = []
    const answers = [{ type: 'TXT' as const, name: 'a.com', ttl: 60, data: ['one ', 'text'] }]
    const cname = { type: 'CNAME' as const, name: 'a.com', data: 'b.com' }
    const port = await nameServer((name) => {
      asked.push(name)
      if (name === 'cname.com') return { flags: AUTHORITATIVE, answers: [{ ...cname, name }, ...answers] }
      return { flags: AUTHORITATIVE, answers }
    }, '127.0.0.6')
    await nameServer(() => ({ answers }), '127.0.0.7', port)
    const texts = (name: string, ...servers: string[]) => walk(1, port).texts(name, servers)
    expect(await texts('a.com', '127.0.0.6')).toEqual(['one text'])
    expect(await texts('a.com', '127.0.0.7', '127.0.0.6')).toEqual(['one text'])
    expect(await texts('cname.com', '127.0.0.6')).toEqual([])
    expect(asked).toEqual(['a.com', 'a.com', 'cname.com'])
    await expect(texts('a.com', '127.0.0.7')).rejects.toBeInstanceOf(DelegationUnknown)
    const public_ = new ParentDelegations({ roots: [], port, timeoutMs: 500, egress: publicOnly })
    await expect(public_.texts('a.com', ['127.0.0.6'])).rejects.toBeInstanceOf(DelegationUnknown)
    expect(asked).toHaveLength(3)
  })

  it.each<[string, () => Partial<packet.Packet>]>([
    ['fails', () => ({ flags: 2 })],
    ['answers another query', () => ({ id: 0 })],
  ])('is unknown when every server %s', async (_, reply) => {
    const root = await nameServer(reply)
    await expect(walk(root, 1).cuts('a.com')).rejects.toBeInstanceOf(DelegationUnknown)
  })
})

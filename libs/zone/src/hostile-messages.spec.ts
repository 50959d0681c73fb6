import * as packet from 'dns-packet'
import fc from 'fast-check'
import { mutated, propertySettings, within } from '@nameyard/testing/property'
import { decodeQuery, encodeAnswer, encodeFormatError, QueryError, Rcode } from './message'
import { parseRdata } from './record-type'
import { recordTypes } from './record-types'

const query = (name: string, type: string, options: Partial<packet.Packet> = {}) =>
  Buffer.from(packet.encode({ type: 'query', id: 4711, questions: [{ type, name }], ...options }))

const opt = (options: object = {}) => ({ type: 'OPT', name: '.', udpPayloadSize: 4096, ...options })
const queries = [
  query('www.example.com', 'A'),
  query('.', 'SOA'),
  query(`${'a'.repeat(63)}.`.repeat(3) + 'x'.repeat(61), 'TXT', { additionals: [opt() as never] }),
  query('www.example.com', 'MX', { additionals: [opt({ flags: packet.DNSSEC_OK }) as never] }),
  query('a.b.c.d.e.f.example', 'AAAA', {
    answers: [{ type: 'CNAME', name: 'a.b.c.d.e.f.example', data: 'f.example' }],
    additionals: [{ type: 'A', name: 'f.example', data: '192.0.2.1' }, opt() as never],
  }),
]
const answer = {
  rcode: Rcode.noError,
  authoritative: true,
  answer: [
    {
      owner: 'www.example.com',
      type: 'A',
      ttl: 300,
      rdatas: ['192.0.2.1', '192.0.2.2'].map((value) => parseRdata(recordTypes.get('A')!, value)),
    },
  ],
  authority: [],
  additional: [],
}

describe('DNS messages of hostile clients', () => {
  it('are read and answered within the limits of the transport, get FORMERR, or are dropped', () => {
    fc.assert(
      fc.property(mutated(queries), (message) => {
        try {
          const read = within(1_000, () => decodeQuery(message))
          for (const [transport, limit] of [
            ['udp', 1_232],
            ['tcp', 65_535],
          ] as const) {
            const encoded = encodeAnswer(read, answer, transport)
            expect(encoded.length).toBeLessThanOrEqual(limit)
            expect(encoded.readUInt16BE(0)).toBe(read.id)
          }
        } catch (error) {
          if (!(error instanceof QueryError)) throw error
          if (error.answerable) expect(encodeFormatError(error.answerable)).toHaveLength(12)
        }
      }),
      propertySettings(3_000),
    )
  })

  it('with a long chain of compression pointers in each of thousands of names are refused at the first name', () => {
    const rdata = Buffer.alloc(16_000)
    const base = 12 + 5 + 11
    for (let at = 2; at < rdata.length; at += 2) rdata.writeUInt16BE(0xc000 | (base + at - 2), at)
    const top = 0xc000 | (base + rdata.length - 2)
    const owner = Buffer.from([top >> 8, top & 255, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    const head = Buffer.from([0, 1, 0, 0, 0, 1, 0x10, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1])
    const first = Buffer.from([0, 0, 1, 0, 1, 0, 0, 0, 0, rdata.length >> 8, rdata.length & 255])
    const message = Buffer.concat([head, first, rdata, ...Array.from({ length: 4_000 }, () => owner)])
    expect(() => decodeQuery(message)).toThrow('a name has too many compression pointers')
  })
})

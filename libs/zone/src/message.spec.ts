import * as packet from 'dns-packet'
import { decodeQuery, encodeAnswer, encodeFormatError, QueryError, Rcode, type Answer } from './message'
import { parseRdata } from './record-type'
import { recordTypes } from './record-types'
import type { RRset } from './rrset'

const query = (name: string, type: string, options: Partial<packet.Packet> = {}) =>
  Buffer.from(
    packet.encode({
      type: 'query',
      id: 4711,
      flags: packet.RECURSION_DESIRED,
      questions: [{ type, name }],
      ...options,
    }),
  )

const set = (owner: string, type: string, ...values: string[]): RRset => ({
  owner,
  type,
  ttl: 300,
  rdatas: values.map((value) => parseRdata(recordTypes.get(type)!, value)),
})

const answer = (sets: Partial<Answer>): Answer => ({
  rcode: Rcode.noError,
  authoritative: true,
  answer: [],
  authority: [],
  additional: [],
  ...sets,
})

describe('decodeQuery', () => {
  it('reads a question in any case, and the EDNS fields', () => {
    const opt = { type: 'OPT', name: '.', udpPayloadSize: 4096, flags: packet.DNSSEC_OK }
    expect(decodeQuery(query('WWW.Example.com', 'MX', { additionals: [opt] }))).toMatchObject({
      id: 4711,
      opcode: 0,
      recursionDesired: true,
      question: { name: 'www.example.com', labels: ['WWW', 'Example', 'com'], type: 15, class: 1 },
      edns: { udpPayloadOctets: 4096, version: 0, dnssecOk: true },
    })
  })

  it('escapes a dot within a label', () => {
    const wire = query('a.b', 'A')
    wire[13] = 0x2e
    expect(decodeQuery(wire).question.name).toBe('\\..b')
  })

  const failure = (wire: Buffer): QueryError => {
    try {
      decodeQuery(wire)
    } catch (error) {
      if (error instanceof QueryError) return error
      throw error
    }
    throw new Error('the query was read')
  }

  it('reports that responses and messages without a header get no answer', () => {
    expect(failure(Buffer.alloc(11)).answerable).toBeUndefined()
    const response = query('a.b', 'A')
    response[2] = 0x80
    expect(failure(response).answerable).toBeUndefined()
  })

  it.each<[string, (wire: Buffer) => Buffer]>([
    ['a truncated question', (wire) => wire.subarray(0, 15)],
    ['two questions', (wire) => (wire.writeUInt16BE(2, 4), wire)],
    ['no question', (wire) => (wire.writeUInt16BE(0, 4), wire)],
    ['a pointer to itself', (wire) => (wire.writeUInt16BE(0xc00c, 12), wire)],
    ['a label of unknown kind', (wire) => ((wire[12] = 0x80), wire)],
    ['a header that counts a missing OPT record', (wire) => (wire.writeUInt16BE(1, 10), wire)],
  ])('answers FORMERR to %s', (_, spoil) => {
    const error = failure(spoil(query('a.example', 'A')))
    expect(packet.decode(encodeFormatError(error.answerable!))).toMatchObject({ id: 4711, rcode: 'FORMERR' })
  })

  it('throws only QueryError when any octet of a query is changed', () => {
    const whole = query('www.example.com', 'A', {
      additionals: [{ type: 'OPT', name: '.', udpPayloadSize: 1232 }],
    })
    for (let at = 2; at < whole.length; at++) {
      for (const octet of [0x00, 0x3f, 0x40, 0xc0, 0xff]) {
        const wire = Buffer.from(whole)
        wire[at] = octet
        try {
          decodeQuery(wire)
        } catch (error) {
          expect(error).toBeInstanceOf(QueryError)
        }
      }
    }
  })
})

describe('encodeAnswer', () => {
  it('writes an answer that another implementation reads, with compressed names and the case of the question', () => {
    const asked = decodeQuery(query('WwW.example.com', 'A'))
    const wire = encodeAnswer(
      asked,
      answer({
        answer: [
          set('www.example.com', 'CNAME', 'web.example.com'),
          set('web.example.com', 'A', '192.0.2.1', '192.0.2.2'),
        ],
        authority: [set('example.com', 'NS', 'ns1.example.com')],
        additional: [set('ns1.example.com', 'AAAA', '2001:db8::1')],
      }),
      'udp',
    )
    expect(packet.decode(wire)).toMatchObject({
      id: 4711,
      rcode: 'NOERROR',
      flag_aa: true,
      flag_rd: true,
      flag_ra: false,
      flag_tc: false,
      questions: [{ name: 'WwW.example.com', type: 'A' }],
      answers: [
        { name: 'WwW.example.com', type: 'CNAME', ttl: 300, data: 'web.example.com' },
        { name: 'web.example.com', type: 'A', data: '192.0.2.1' },
        { name: 'web.example.com', type: 'A', data: '192.0.2.2' },
      ],
      authorities: [{ name: 'example.com', type: 'NS', data: 'ns1.example.com' }],
      additionals: [{ name: 'ns1.example.com', type: 'AAAA', data: '2001:db8::1' }],
    })
    expect(wire.toString('latin1').match(/example/gi)).toHaveLength(1)
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['MX', '10 mail.example.com', { preference: 10, exchange: 'mail.example.com' }],
    ['SRV', '10 5 5060 sip.example.com', { priority: 10, weight: 5, port: 5060, target: 'sip.example.com' }],
    ['CAA', '0 issue "ca.example"', { flags: 0, tag: 'issue', value: 'ca.example' }],
    [
      'SOA',
      'ns1.example. host.example. 7 1 2 3 4',
      { mname: 'ns1.example', rname: 'host.example', serial: 7, minimum: 4 },
    ],
  ])('writes %s as another implementation reads it', (type, value, data) => {
    const wire = encodeAnswer(
      decodeQuery(query('example.com', 'MX')),
      answer({ answer: [set('example.com', type, value)] }),
      'udp',
    )
    expect(packet.decode(wire).answers).toMatchObject([{ type, data }])
  })

  it('writes a dot within a label as one octet, and compresses names with such a label', () => {
    const wire = query('a.b', 'CNAME')
    wire[13] = 0x2e
    const asked = decodeQuery(wire)
    const octets = encodeAnswer(asked, answer({ answer: [set('\\..b', 'CNAME', 'x\\.y.b')] }), 'udp')
    expect(octets.subarray(wire.length).toString('latin1')).toBe(
      '\xc0\x0c\0\x05\0\x01\0\0\x01\x2c\0\x06\x03x.y\xc0\x0e',
    )
  })

  it('answers EDNS with EDNS, which has the upper bits of an RCODE above 15', () => {
    const opt = { type: 'OPT', name: '.', udpPayloadSize: 4096, flags: packet.DNSSEC_OK }
    const decoded = packet.decode(
      encodeAnswer(decodeQuery(query('a.b', 'A', { additionals: [opt] })), answer({ rcode: Rcode.badVersion }), 'udp'),
    )
    expect(decoded.additionals).toMatchObject([{ type: 'OPT', udpPayloadSize: 1232, extendedRcode: 1, flag_do: true }])
  })

  it('sets TC over UDP when the records do not fit, and sends them over TCP', () => {
    const addresses = Array.from({ length: 60 }, (_, i) => `192.0.2.${i}`)
    const big = answer({ answer: [set('a.b', 'A', ...addresses)] })
    const plain = decodeQuery(query('a.b', 'A'))
    const cut = encodeAnswer(plain, big, 'udp')
    expect(cut.length).toBeLessThanOrEqual(512)
    expect(packet.decode(cut)).toMatchObject({ flag_tc: true, answers: [] })
    expect(packet.decode(encodeAnswer(plain, big, 'tcp'))).toMatchObject({ flag_tc: false, answers: { length: 60 } })

    const opt = { type: 'OPT', name: '.', udpPayloadSize: 4096 }
    const edns = decodeQuery(query('a.b', 'A', { additionals: [opt] }))
    expect(packet.decode(encodeAnswer(edns, big, 'udp'))).toMatchObject({ flag_tc: false, answers: { length: 60 } })
  })
})

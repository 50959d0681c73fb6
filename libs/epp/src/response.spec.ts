import { decodeAnswer } from './answer'
import { checkDomain } from './domain/check'
import { infoDomain } from './domain/info'
import { ProtocolError } from './element-reader'
import { decodeResponse } from './response'
import { decodeGreeting } from './session/greeting'

const epp = (content: string, ns = 'urn:ietf:params:xml:ns:epp-1.0') => `<epp xmlns="${ns}">${content}</epp>`
const result = (code: string) => `<result code="${code}"><msg>m</msg></result>`
const trID = '<trID><clTRID>op-0001-1</clTRID><svTRID>sv-1</svTRID></trID>'
const resData = (data: string) => `<resData xmlns:d="urn:ietf:params:xml:ns:domain-1.0">${data}</resData>`
const response = (content: string) => epp(`<response>${result('1000')}${content}${trID}</response>`)

describe('decodeAnswer', () => {
  it.each([
    ['another namespace', epp(`<response>${result('1000')}${trID}</response>`, 'urn:ietf:params:xml:ns:epp-2.0')],
    ['another root', `<html><response/></html>`],
    ['a command', epp('<command><logout/></command>')],
    ['a greeting', epp('<greeting/>')],
    ['no result', epp(`<response>${trID}</response>`)],
    ['a result of another namespace', epp(`<response><result xmlns="urn:x" code="1000"/>${trID}</response>`)],
    ['no code', epp(`<response><result><msg>m</msg></result>${trID}</response>`)],
    ['a code RFC 5730 does not have', epp(`<response>${result('1234')}${trID}</response>`)],
    ['a code that is a property of every object', epp(`<response>${result('toString')}${trID}</response>`)],
    ['no trID', epp(`<response>${result('1000')}</response>`)],
    ['no svTRID', epp(`<response>${result('1000')}<trID><clTRID>op-0001-1</clTRID></trID></response>`)],
    ['a queue without count', response('<msgQ id="1"/>')],
    ['a queue with a nonsense count', response('<msgQ id="1" count="many"/>')],
  ])('refuses %s', (_what, document) => {
    expect(() => decodeAnswer(document)).toThrow(ProtocolError)
  })

  it('reads an answer without clTRID', () => {
    const document = epp(`<response>${result('2001')}<trID><svTRID>sv-1</svTRID></trID></response>`)
    expect(decodeAnswer(document)).toMatchObject({ clTRID: undefined, results: [{ code: 2001 }] })
  })
})

describe('decodeResponse', () => {
  it.each([
    ['no data', ''],
    ['data of another command', resData('<d:creData/>')],
    ['data of another object', resData('<chkData xmlns="urn:ietf:params:xml:ns:host-1.0"/>')],
    ['a name without avail', resData('<d:chkData><d:cd><d:name>a.example</d:name></d:cd></d:chkData>')],
    [
      'an avail that is no boolean',
      resData('<d:chkData><d:cd><d:name avail="yes">a.example</d:name></d:cd></d:chkData>'),
    ],
  ])('refuses a check answered with %s', (_what, content) => {
    expect(() => decodeResponse(checkDomain(['a.example']), decodeAnswer(response(content)))).toThrow(ProtocolError)
  })

  const info = (content: string) =>
    decodeResponse(
      infoDomain('a.example'),
      decodeAnswer(
        response(resData(`<d:infData><d:name>a.example</d:name><d:roid>D1-X</d:roid>${content}</d:infData>`)),
      ),
    )

  it.each(['soon', '2026-13-01T00:00:00Z', '2026-11-20 15:00', ''])('refuses the date "%s"', (date) => {
    expect(() => info(`<d:clID>us1</d:clID><d:exDate>${date}</d:exDate>`)).toThrow(ProtocolError)
  })

  it('reads dates without time or zone as UTC', () => {
    expect(
      info('<d:clID>us1</d:clID><d:crDate>2026-11-20</d:crDate><d:exDate>2027-11-20T01:02:03</d:exDate>'),
    ).toMatchObject({
      data: { crDate: new Date('2026-11-20T00:00:00Z'), exDate: new Date('2027-11-20T01:02:03Z') },
    })
  })

  it('reads elements in any order, beside unknown ones, with unknown statuses', () => {
    const read = info(
      '<d:exDate>2027-11-20T00:00:00Z</d:exDate><x xmlns="urn:x"/><d:status s="serverFrozen"/><d:clID>us1</d:clID>',
    )
    expect(read).toMatchObject({ data: { clID: 'us1', statuses: ['serverFrozen'] } })
  })
})

describe('decodeGreeting', () => {
  it.each([
    ['a response', response('')],
    ['a greeting without menu', epp('<greeting><svID>s</svID><svDate>2026-11-20T00:00:00Z</svDate></greeting>')],
  ])('refuses %s', (_what, document) => {
    expect(() => decodeGreeting(document)).toThrow(ProtocolError)
  })
})

import { answerFrom } from '../../../test/golden'
import { decodeAnswer } from '../../answer'
import { encodeCommand } from '../../command'
import { decodeNews } from '../../poll/news'
import { dnssecInfo } from '../secdns/info'
import { impactOf, infoMaintenance, listMaintenances } from './maintenance'

const MAINT = 'xmlns:m="urn:ietf:params:xml:ns:epp:maintenance-1.0"'

const maintenance = (more = '') => `<m:infData ${MAINT}><m:maint>
  <m:id msg="Upgrade of the database" lang="en">2e6df9b0</m:id><m:type lang="en">Routine</m:type>${more}
  <m:systems>
    <m:system><m:name>EPP</m:name><m:host>epp.registry.example</m:host><m:impact>partial</m:impact></m:system>
    <m:system><m:name>WHOIS</m:name><m:impact>full</m:impact></m:system>
  </m:systems>
  <m:environment type="production"/>
  <m:start>2027-04-30T06:00:00Z</m:start><m:end>2027-04-30T14:25:57Z</m:end>
  <m:reason>planned</m:reason><m:detail>https://registry.example/notice?123</m:detail>
  <m:tlds><m:tld>Example</m:tld><m:tld>test</m:tld></m:tlds>
  <m:intervention><m:connection>false</m:connection><m:implementation>false</m:implementation></m:intervention>
  <m:crDate>2027-02-08T22:10:00Z</m:crDate><m:upDate>2027-02-09T22:10:00Z</m:upDate>
</m:maint></m:infData>`

const document = (result: string, rest = '') => `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response>
  <result code="1301"><msg>ack</msg>${result}</result>
  <msgQ count="1" id="7"><qDate>2027-02-08T22:10:00Z</qDate><msg>Notice.</msg></msgQ>${rest}
  <trID><clTRID>op-1</clTRID><svTRID>sv-1</svTRID></trID></response></epp>`

const expected = {
  id: '2e6df9b0',
  environment: 'production',
  systems: [
    { name: 'EPP', impact: 'partial' },
    { name: 'WHOIS', impact: 'full' },
  ],
  start: new Date('2027-04-30T06:00:00Z'),
  end: new Date('2027-04-30T14:25:57Z'),
  reason: 'planned',
  tlds: ['example', 'test'],
  changedAt: new Date('2027-02-09T22:10:00Z'),
}

describe('a maintenance', () => {
  it('is read by its identifier, and in a list', () => {
    const info = infoMaintenance('2e6df9b0')
    expect(encodeCommand(info, 'op-1').replace(/\s*\n\s*/g, '')).toContain(
      '<info><maint:info xmlns:maint="urn:ietf:params:xml:ns:epp:maintenance-1.0"><maint:id>2e6df9b0</maint:id>',
    )
    expect(answerFrom(info, { resData: maintenance(), extension: '' })).toEqual({ ...expected, pollType: undefined })
    expect(encodeCommand(listMaintenances(), 'op-1')).toContain('<maint:list/>')
    const resData = `<m:infData ${MAINT}><m:list><m:listItem><m:id>1</m:id><m:start>2027-01-01T00:00:00Z</m:start>
      <m:end>2027-01-02T00:00:00Z</m:end><m:crDate>2026-12-01T00:00:00Z</m:crDate></m:listItem></m:list></m:infData>`
    expect(answerFrom(listMaintenances(), { resData, extension: '' })).toEqual([
      {
        id: '1',
        start: new Date('2027-01-01T00:00:00Z'),
        end: new Date('2027-01-02T00:00:00Z'),
        changedAt: new Date('2026-12-01T00:00:00Z'),
      },
    ])
  })

  it('has the impact on EPP, or else the strongest one', () => {
    expect(impactOf(expected as Parameters<typeof impactOf>[0])).toBe('partial')
    const of = (...impacts: ('full' | 'partial' | 'none')[]) =>
      impactOf({ systems: impacts.map((impact) => ({ name: 'WHOIS', impact })) })
    expect([of('none'), of('none', 'partial'), of('full', 'none'), of()]).toEqual(['none', 'partial', 'full', 'full'])
  })

  it('is read in a poll message', () => {
    const answer = decodeAnswer(document('', `<resData>${maintenance('<m:pollType>create</m:pollType>')}</resData>`))
    expect(decodeNews(answer)).toEqual({ kind: 'maintenance', maintenance: { ...expected, pollType: 'create' } })
  })

  it('that cannot be read is another message, which can be acknowledged', () => {
    const broken = maintenance().replace('planned', 'because')
    const answer = decodeAnswer(document('', `<resData>${broken}</resData>`))
    expect(decodeNews(answer)).toEqual({ kind: 'other', object: undefined })
  })
})

/** An element in a namespace that the login did not name (RFC 9038 section 3). */
const unhandled = (element: string, namespace: string) =>
  `<extValue><value>${element}</value><reason>${namespace} not in login services</reason></extValue>`

describe('a namespace that the login did not name', () => {
  it('is read as in its own place, in messages', () => {
    const ofObject = unhandled(maintenance(), 'urn:ietf:params:xml:ns:epp:maintenance-1.0')
    expect(decodeNews(decodeAnswer(document(ofObject)))).toMatchObject({ kind: 'maintenance' })
    const change = `<c:changeData xmlns:c="urn:ietf:params:xml:ns:changePoll-1.0"><c:operation>update</c:operation>
      <c:date>2027-01-01T00:00:00Z</c:date><c:svTRID>sv</c:svTRID><c:who>Registry</c:who></c:changeData>`
    const domain = `<d:infData xmlns:d="urn:ietf:params:xml:ns:domain-1.0"><d:name>a.example</d:name></d:infData>`
    const both =
      unhandled(domain, 'urn:ietf:params:xml:ns:domain-1.0') +
      unhandled(change, 'urn:ietf:params:xml:ns:changePoll-1.0')
    expect(decodeNews(decodeAnswer(document(both)))).toMatchObject({
      kind: 'change',
      object: { mapping: 'domain', id: 'a.example' },
      change: { operation: 'update', who: 'Registry' },
    })
  })

  it('is read as in its own place, in answers to commands', () => {
    const keys = `<s:infData xmlns:s="urn:ietf:params:xml:ns:secDNS-1.1"><s:dsData><s:keyTag>1</s:keyTag><s:alg>13</s:alg>
      <s:digestType>2</s:digestType><s:digest>${'AB'.repeat(32)}</s:digest></s:dsData></s:infData>`
    const answer = decodeAnswer(document(unhandled(keys, 'urn:ietf:params:xml:ns:secDNS-1.1')))
    expect(dnssecInfo.decode(answer)).toMatchObject({ dnssec: { form: 'dsData', ds: [{ keyTag: 1 }] } })
  })

  it('is not read when the reason names another one, or another fault', () => {
    const text = document(unhandled(maintenance(), 'urn:other'), '').replace('1301', '2306')
    expect(decodeAnswer(text).resData).toEqual([])
    const refusal = document(`<extValue><value>${maintenance()}</value><reason>not now</reason></extValue>`)
    expect(decodeAnswer(refusal).resData).toEqual([])
  })
})

import { decodeAnswer, type Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { decodeNews } from '@nameyard/epp/poll/news'
import { expectGoldenFrame } from '../../../test/golden'
import { genericTerms } from '../../registries/rules'
import type { CreateIntent, TransferIntent } from '../order-extensions'
import { Dnsbe } from './dnsbe'

const dialect = new Dnsbe()
const tld = { ...genericTerms, secDns: 'keyData' as const, options: { language: 'fr' } }
const answerWith = (inner: string): Answer =>
  decodeAnswer(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="1000"><msg>ok</msg></result>
    <msgQ count="1" id="1"/>${inner}<trID><clTRID>T-0001</clTRID><svTRID>S-1</svTRID></trID></response></epp>`)
const NS = 'xmlns:b="http://www.dns.be/xml/epp/dnsbe-1.0"'

const snapshot = {
  handle: 'VW100001-BE',
  name: 'Vera Wet',
  street: ['Main Street 1'],
  city: 'Gent',
  countryCode: 'BE',
  voice: '+32.91234567',
  email: 'vera@example.com',
  facts: { language: 'de', vat: 'BE1' },
}
const contacts = { registrant: 'c101', billing: 'c102', tech: 'c103' }
const nameservers = [
  { name: 'ns1.one.be', ip: '192.0.2.1' },
  { name: 'ns.example.com', ip: '192.0.2.2' },
]
const intent = { desired: { nameservers } } as TransferIntent
const domain = {
  name: 'one.be',
  period: { value: 1, unit: 'y' as const },
  registrant: 'c101',
  contacts: [{ type: 'billing', id: 'c102' } as const, { type: 'tech', id: 'c103' } as const],
  authInfo: { pw: 'our-own-code' },
}

it.each<[string, Command<unknown>]>([
  ['contact-create-licensee', dialect.contact({ id: 'NY-1', snapshot, role: 'registrant' }, tld)],
  ['contact-create-tech', dialect.contact({ id: 'NY-1', snapshot, role: 'tech' }, tld)],
  ['domain-create', dialect.create(domain, {} as CreateIntent, tld)],
  ['domain-info', dialect.info('one.be', undefined, tld)],
  ['domain-transfer', dialect.transfer({ name: 'one.be', authInfo: { pw: 'code' } }, { intent, contacts })],
  [
    'domain-transfer-same-licensee',
    dialect.transfer(
      { name: 'one.be', authInfo: { pw: 'code' } },
      { intent, contacts: { billing: 'c102', tech: 'c103' } },
    ),
  ],
  ['domain-trade', dialect.trade('one.be', { authInfo: 'code', contacts, desired: {} })],
  ['domain-undelete', dialect.requestRestore('one.be')],
  ['domain-request-code', dialect.requestAuthCode('one.be')],
  ['domain-delete-on-day', dialect.verbs['schedule-delete'].command('one.be', { date: '2027-12-24' }, tld)],
])('prints %s as in its golden file', (name, command) => {
  expectGoldenFrame(`dnsbe/${name}`, command)
})

it('reads quarantine, hold and a planned deletion', () => {
  const seen = (states: string) =>
    dialect.info('one.be', undefined, tld).decode(
      answerWith(`<resData><d:infData xmlns:d="urn:ietf:params:xml:ns:domain-1.0"><d:name>one.be</d:name>
        <d:roid>R-1</d:roid><d:status s="ok"/><d:clID>us</d:clID></d:infData></resData>
        <extension><b:ext ${NS}><b:infData><b:domain>${states}</b:domain></b:infData></b:ext></extension>`),
    )
  const day = '<b:deletionDate>2027-12-24T00:00:00Z</b:deletionDate>'
  expect(seen(`<b:onhold>false</b:onhold><b:quarantined>true</b:quarantined>${day}`)).toMatchObject({
    statuses: ['pendingDelete'],
    graceStatuses: ['redemptionPeriod'],
  })
  expect(seen(`<b:onhold>true</b:onhold><b:quarantined>false</b:quarantined>${day}`)).toMatchObject({
    statuses: ['serverHold'],
    graceStatuses: [],
    deletesAt: new Date('2027-12-24T00:00:00Z'),
  })
})

it.each([
  ['<b:domainname>one.be</b:domainname><b:returncode>1000</b:returncode><b:type>TRANSFER</b:type>', 'event', 'one.be'],
  ['<b:contact>c101</b:contact><b:returncode>1000</b:returncode><b:type>EMAIL</b:type>', 'event', 'c101'],
  ['<b:returncode>1000</b:returncode><b:type>WATERMARK</b:type><b:level>10</b:level>', 'balance', undefined],
])('reads a message: %s', (inner, kind, id) => {
  const answer = answerWith(`<resData><b:pollRes ${NS}><b:action>A</b:action>${inner}</b:pollRes></resData>`)
  const news = decodeNews(answer, (each) => dialect.news(each))
  expect(news.kind).toBe(kind)
  expect('object' in news ? news.object?.id : undefined).toBe(id)
})

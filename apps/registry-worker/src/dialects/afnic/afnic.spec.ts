import { decodeAnswer, type Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { decodeNews } from '@nameyard/epp/poll/news'
import { expectGoldenFrame } from '../../../test/golden'
import { genericTerms } from '../../registries/rules'
import type { TransferIntent } from '../order-extensions'
import { Afnic } from './afnic'

const dialect = new Afnic()
const tld = { ...genericTerms, options: {} }
const answerWith = (inner: string): Answer =>
  decodeAnswer(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="1000"><msg>ok</msg></result>
    <msgQ count="1" id="1"/>${inner}<trID><clTRID>T-0001</clTRID><svTRID>S-1</svTRID></trID></response></epp>`)
const told = (inner: string) =>
  `<extension><f:ext xmlns:f="http://www.afnic.fr/xml/epp/frnic-2.0"><f:resData>${inner}</f:resData></f:ext></extension>`

const snapshot = {
  handle: 'h',
  name: 'Jean Luc Petit',
  street: ['Rue 1'],
  city: 'Lyon',
  postalCode: '69000',
  countryCode: 'FR',
  voice: '+33.412345678',
  email: 'jean@example.com',
}
const contact = (given: object, options = {}) =>
  dialect.contact({ id: 'NY-1', snapshot: { ...snapshot, ...given }, role: 'registrant' }, { ...tld, options })
const contacts = { registrant: 'AA1-FRNIC', admin: 'BB2-FRNIC', tech: 'CC3-FRNIC' }
const transfer = (desired: TransferIntent['desired']) =>
  dialect.transfer(
    { name: 'one.fr', authInfo: { pw: 'code' } },
    { intent: { desired } as TransferIntent, contacts },
    tld,
  )
const birth = { date: '1980-01-31', city: 'Lyon', postalCode: '69000', country: 'FR' }

it.each<[string, Command<unknown>]>([
  ['contact-person', contact({ facts: { firstName: 'Jean Luc', birth }, disclosure: 'withhold' })],
  ['contact-person-born-somewhere', contact({ facts: { birth: { date: '1980-01-31' } } })],
  ['contact-one-word', contact({ name: 'Petit' })],
  ['contact-company', contact({ organization: 'P', facts: { registrationNumber: '123456789', vat: 'FR1' } })],
  ['contact-association', contact({ organization: 'P', facts: { registrationNumber: 'w123456789' } })],
  [
    'contact-foreign-body',
    contact(
      { organization: 'P', countryCode: 'DE', facts: { registrationNumber: '123456789' } },
      { legalStatus: 'other', reachableBy: 'email' },
    ),
  ],
  ['domain-transfer', transfer({})],
  ['domain-transfer-with-keys', transfer({ zoneKeys: [] })],
  ['domain-trade', dialect.trade('one.fr', { authInfo: 'code', contacts, desired: {} })],
  ['domain-restore', dialect.requestRestore('one.fr', tld)],
  ['domain-recover', dialect.verbs.recover.command('one.fr', { authInfo: 'code', ...contacts, keepsDs: true }, tld)],
])('prints %s as in its golden file', (name, command) => {
  expectGoldenFrame(`afnic/${name}`, command)
})

it('reads statuses of the registry beside those of the RFCs', () => {
  const read = (extension: string) =>
    dialect.info('one.fr', undefined, tld).decode(
      answerWith(`<resData><d:infData xmlns:d="urn:ietf:params:xml:ns:domain-1.0"><d:name>one.fr</d:name>
        <d:roid>R-1</d:roid><d:status s="ok"/><d:clID>us</d:clID></d:infData></resData>${extension}`),
    ).statuses
  expect(read('')).toEqual(['ok'])
  const status = '<f:infData><f:domain><f:status s="serverTradeProhibited"/></f:domain></f:infData>'
  expect(read(told(status))).toEqual(['serverTradeProhibited'])
})

it.each([
  ['<f:trdData><f:domain><f:name>one.fr</f:name></f:domain></f:trdData>', { mapping: 'domain', id: 'one.fr' }],
  ['<f:recData><f:domain><f:name>one.fr</f:name></f:domain></f:recData>', { mapping: 'domain', id: 'one.fr' }],
  ['<f:quaData><f:contact><f:id>AA1</f:id></f:contact></f:quaData>', { mapping: 'contact', id: 'AA1' }],
  ['<f:idtData><f:domain><f:name>one.fr</f:name></f:domain></f:idtData>', { mapping: 'domain', id: 'one.fr' }],
])('reads a message: %s', (inner, object) => {
  expect(decodeNews(answerWith(told(inner)), (each) => dialect.news(each))).toEqual({ kind: 'event', object })
})

it('leaves other messages to the RFCs', () => {
  expect(dialect.news(answerWith(''))).toBeUndefined()
  expect(dialect.news(answerWith(told('<f:infData/>')))).toBeUndefined()
})

it('asks for the contacts of a transfer and the registrant of a trade', () => {
  const intent = { desired: {} } as TransferIntent
  const request = { name: 'one.fr', authInfo: { pw: 'code' } }
  expect(() => dialect.transfer(request, { intent, contacts: {} }, tld)).toThrow('names no contacts')
  expect(() => dialect.trade('one.fr', { authInfo: '', contacts: {}, desired: {} })).toThrow('no registrant')
})

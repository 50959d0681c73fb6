import { decodeAnswer } from '@nameyard/epp/answer'
import { encodeCommand } from '@nameyard/epp/command'
import { createContact } from '@nameyard/epp/contact/create'
import { infoDomain } from '@nameyard/epp/domain/info'
import { decodeNews } from '@nameyard/epp/poll/news'
import { decodeResponse } from '@nameyard/epp/response'
import { genericTerms } from '../../registries/rules'
import { rfcContact } from '../contact'
import { Verisign } from './verisign'

const dialect = new Verisign()
const tld = { ...genericTerms, options: { subProduct: 'dotCOM' } }
const answerWith = (code: number, inner: string) =>
  decodeAnswer(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="${code}"><msg>ok</msg></result>
    <msgQ count="1" id="1"/>${inner}<trID><clTRID>T-0001</clTRID><svTRID>S-1</svTRID></trID></response></epp>`)

it('adds the product behind all other extensions of a command on a domain, and not to one on a contact', () => {
  const create = dialect.create(
    { name: 'xn--bcher-kva.com', authInfo: { pw: 'aB3$efgh' } },
    { idnTable: 'GER' } as Parameters<Verisign['create']>[1],
    tld,
  )
  const frame = encodeCommand(dialect.finish(create, tld), 'T-0001')
  expect(frame).toMatch(
    /<extension>\s*<idnLang:tag xmlns:idnLang="http:\/\/www.verisign.com\/epp\/idnLang-1.0">GER<\/idnLang:tag>\s*<namestoreExt:namestoreExt [^]*dotCOM[^]*<\/extension>/,
  )
  const snapshot = { handle: 'h', name: 'n', street: ['s'], city: 'c', countryCode: 'NL', voice: '+31.2', email: 'e@x' }
  const contact = createContact(rfcContact({ id: 'NY-1', snapshot }))
  expect(dialect.finish(contact, tld)).toBe(contact)
})

it('needs the name of a product in the options of a TLD', () => {
  expect(dialect.options.safeParse({}).success).toBe(false)
  expect(dialect.options.safeParse({ subProduct: 'dot COM' }).success).toBe(false)
  expect(dialect.options.parse({ subProduct: 'dotNET' })).toEqual({ subProduct: 'dotNET' })
})

it('reads the message that the balance is low', () => {
  const message = answerWith(
    1301,
    `<resData><l:pollData xmlns:l="http://www.verisign.com/epp/lowbalance-poll-1.0"><l:registrarName>R</l:registrarName>
     <l:creditLimit>1000</l:creditLimit><l:creditThreshold type="PERCENT">10</l:creditThreshold>
     <l:availableCredit>80</l:availableCredit></l:pollData></resData>`,
  )
  expect(decodeNews(message, (answer) => dialect.news(answer))).toEqual({
    kind: 'balance',
    values: { registrarName: 'R', creditLimit: '1000', creditThreshold: '10 PERCENT', availableCredit: '80' },
  })
})

it('reads the message that a restore report is due', () => {
  const message = answerWith(
    1301,
    `<resData><p:pollData xmlns:p="http://www.verisign.com/epp/rgp-poll-1.0"><p:name>one.com</p:name>
     <p:rgpStatus s="pendingRestore"/><p:reqDate>2026-01-02T03:04:05Z</p:reqDate>
     <p:reportDueDate>2026-01-09T03:04:05Z</p:reportDueDate></p:pollData></resData>`,
  )
  expect(decodeNews(message, (answer) => dialect.news(answer))).toEqual({
    kind: 'grace-period',
    object: { mapping: 'domain', id: 'one.com' },
    graceStatuses: ['pendingRestore'],
  })
})

it('explains a refusal in the words of the registry', () => {
  const own = `<extension><n:nsExtErrData xmlns:n="http://www.verisign-grs.com/epp/namestoreExt-1.1">
    <n:msg code="1">Specified sub-product does not exist</n:msg></n:nsExtErrData></extension>`
  const refusal = (inner: string) => decodeResponse(infoDomain('one.com'), answerWith(2306, inner))
  expect(dialect.explain(refusal(own))).toBe('Specified sub-product does not exist')
  expect(dialect.explain(refusal(''))).toBeUndefined()
})

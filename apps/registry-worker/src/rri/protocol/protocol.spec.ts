import { readAnswer, textOfErrors } from './answer'
import { encodeRriFrame, MOST_REQUEST_OCTETS, RriFrameDecoder } from './frame'
import { maskedLines, writeLines } from './lines'
import { codeOf, isTemporary } from './numbers'
import {
  changeHolder,
  changeProvider,
  checkContact,
  checkDomain,
  createAuthInfo1,
  createAuthInfo2,
  createContact,
  createDomain,
  deleteAuthInfo1,
  deleteDomain,
  deleteFromQueue,
  infoContact,
  infoDomain,
  login,
  logout,
  readQueue,
  restoreDomain,
  transitDomain,
  updateContact,
  updateDomain,
  type RriRequest,
} from './requests'

const whole = {
  name: 'de-example.de',
  holder: 'DENIC-1000002-MAX',
  generalRequest: 'DENIC-1000002-GR',
  abuseContact: 'DENIC-1000002-ABUSE',
  nservers: ['ns1.de-example.de 192.0.2.1', 'ns2.denic.de'],
  dnskeys: ['257 3 8 AwEAAc'],
  nsentries: [],
}
const max = {
  handle: 'DENIC-1000002-MAX',
  type: 'PERSON' as const,
  lines: [
    ['Name', 'Max Mustermann'],
    ['Address', 'Theodor-Stern-Kai 1'],
    ['PostalCode', '60596'],
    ['City', 'Frankfurt am Main'],
    ['CountryCode', 'DE'],
    ['EMail', 'max@example.de'],
    ['Phone', '+49.6927235290'],
  ] as const,
}
const address = {
  handle: 'DENIC-1000002-GR',
  type: 'REQUEST' as const,
  lines: [['Uri-Template', 'https://r.example/{?d}']] as const,
}

/**
 * The frames of every request. Unverified: DENIC publishes no schema of the key/value form. Those marked with `public` have
 * the lines of an example that DENIC has published (docs.denic.de, go-rriclient), in our order.
 */
const frames: readonly (readonly [string, RriRequest, string])[] = [
  ['LOGIN, public', login('DENIC-1000002-RRI', 'secret'), 'Action: LOGIN\nUser: DENIC-1000002-RRI\nPassword: secret'],
  ['LOGOUT, public', logout, 'Action: LOGOUT'],
  ['CHECK of a domain, public', checkDomain('de-example.de'), 'Action: CHECK\nDomain: de-example.de'],
  [
    'CHECK of an IDN',
    checkDomain('xn--dmin-moa0i.de'),
    'Action: CHECK\nDomain: dömäin.de\nDomain-Ace: xn--dmin-moa0i.de',
  ],
  ['INFO of a domain, public', infoDomain('de-example.de'), 'Action: INFO\nDomain: de-example.de\nRecursive: true'],
  [
    'CREATE of a domain, public',
    createDomain({ ...whole, dnskeys: [] }),
    'Action: CREATE\nDomain: de-example.de\nHolder: DENIC-1000002-MAX\nGeneralrequest: DENIC-1000002-GR\nAbusecontact: DENIC-1000002-ABUSE\nNserver: ns1.de-example.de 192.0.2.1\nNserver: ns2.denic.de',
  ],
  [
    'UPDATE of a domain, public',
    updateDomain(whole),
    'Action: UPDATE\nDomain: de-example.de\nHolder: DENIC-1000002-MAX\nGeneralrequest: DENIC-1000002-GR\nAbusecontact: DENIC-1000002-ABUSE\nNserver: ns1.de-example.de 192.0.2.1\nNserver: ns2.denic.de\nDnskey: 257 3 8 AwEAAc',
  ],
  [
    'CHHOLDER with records that DENIC keeps',
    changeHolder({ ...whole, nservers: [], dnskeys: [], nsentries: ['de-example.de IN A 192.0.2.1'] }),
    'Action: CHHOLDER\nDomain: de-example.de\nHolder: DENIC-1000002-MAX\nGeneralrequest: DENIC-1000002-GR\nAbusecontact: DENIC-1000002-ABUSE\nNsentry: de-example.de IN A 192.0.2.1',
  ],
  [
    'CHPROV, public',
    changeProvider({ ...whole, generalRequest: undefined, abuseContact: undefined, dnskeys: [] }, 'secret-code'),
    'Action: CHPROV\nDomain: de-example.de\nHolder: DENIC-1000002-MAX\nNserver: ns1.de-example.de 192.0.2.1\nNserver: ns2.denic.de\nAuthinfo: secret-code',
  ],
  ['DELETE', deleteDomain('de-example.de'), 'Action: DELETE\nDomain: de-example.de'],
  ['RESTORE, public', restoreDomain('de-example.de'), 'Action: RESTORE\nDomain: de-example.de'],
  [
    'TRANSIT, public',
    transitDomain('de-example.de', false),
    'Action: TRANSIT\nDomain: de-example.de\nDisconnect: false',
  ],
  [
    'CREATE-AUTHINFO1, public',
    createAuthInfo1('de-example.de', '4213d924', '20100724'),
    'Action: CREATE-AUTHINFO1\nDomain: de-example.de\nAuthinfohash: 4213d924\nAuthinfoexpire: 20100724',
  ],
  ['DELETE-AUTHINFO1, public', deleteAuthInfo1('de-example.de'), 'Action: DELETE-AUTHINFO1\nDomain: de-example.de'],
  ['CREATE-AUTHINFO2, public', createAuthInfo2('de-example.de'), 'Action: CREATE-AUTHINFO2\nDomain: de-example.de'],
  ['CHECK of a contact', checkContact('DENIC-1000002-MAX'), 'Action: CHECK\nHandle: DENIC-1000002-MAX'],
  ['INFO of a contact, public', infoContact('DENIC-1000002-MAX'), 'Action: INFO\nHandle: DENIC-1000002-MAX'],
  [
    'CREATE of a contact, public',
    createContact(max),
    'Action: CREATE\nHandle: DENIC-1000002-MAX\nType: PERSON\nName: Max Mustermann\nAddress: Theodor-Stern-Kai 1\nPostalCode: 60596\nCity: Frankfurt am Main\nCountryCode: DE\nEMail: max@example.de\nPhone: +49.6927235290',
  ],
  [
    'UPDATE of an address for questions',
    updateContact(address),
    'Action: UPDATE\nHandle: DENIC-1000002-GR\nType: REQUEST\nUri-Template: https://r.example/{?d}',
  ],
  ['QUEUE-READ, public', readQueue, 'Action: QUEUE-READ'],
  [
    'QUEUE-DELETE, public',
    deleteFromQueue('b988dae0-ae64-11de-b15c-f1279ab97beb', 'chprovauthinfo'),
    'Action: QUEUE-DELETE\nMsgid: b988dae0-ae64-11de-b15c-f1279ab97beb\nMsgtype: chprovauthinfo',
  ],
]

it.each(frames)('writes %s', (_, { lines }, text) => expect(writeLines(lines)).toBe(`Version: 5.0\n${text}`))

it('marks only changing requests for a CTID', () => {
  const changing = frames.filter(([, { isChange }]) => isChange).map(([title]) => title.split(/[ ,]/)[0])
  expect(new Set(changing)).toEqual(
    new Set([
      'CREATE',
      'UPDATE',
      'CHHOLDER',
      'CHPROV',
      'DELETE',
      'RESTORE',
      'TRANSIT',
      'CREATE-AUTHINFO1',
      'DELETE-AUTHINFO1',
      'CREATE-AUTHINFO2',
    ]),
  )
})

it('refuses a value that would begin another line', () => {
  expect(() => writeLines([['Name', 'Max\nHolder: DENIC-1-X']])).toThrow('Name: has a control character')
})

it('frames text with its length in octets, which does not count itself', () => {
  expect(encodeRriFrame('ä').toString('hex')).toBe('00000002c3a4')
  expect(() => encodeRriFrame('')).toThrow('1 to 65536 octets')
  expect(() => encodeRriFrame('x'.repeat(MOST_REQUEST_OCTETS + 1))).toThrow('1 to 65536 octets')
})

it('reads answers from chunks of any size, and refuses a length that cannot be one', () => {
  const stream = Buffer.concat([encodeRriFrame('RESULT: success'), encodeRriFrame('RESULT: failed')])
  const decoder = new RriFrameDecoder()
  const answers = [...stream].flatMap((octet) => decoder.push(Buffer.from([octet])))
  expect(answers.map(String)).toEqual(['RESULT: success', 'RESULT: failed'])
  expect(() => new RriFrameDecoder().push(Buffer.from('HTTP/1.1'))).toThrow('an answer has 1 to 1048576 octets')
  expect(() => new RriFrameDecoder().push(Buffer.alloc(4))).toThrow('not 0')
})

it('reads the published answer to INFO', () => {
  const answer = readAnswer(
    'RESULT: success\nSTID: 10459b07-861a-11ea-b33a-d9ddb946cb7c\n\nDomain: de-registrylock.de\nNserver: ns1.denic.de.\nNserver: ns2.denic.de.\nStatus: connect\nRegistryLock: true\nRegAccId: DENIC-1000006\nChanged: 2020-04-23T09:58:11+02:00\n\n[Holder]\nHandle: DENIC-1000006-DENIC\nType: ORG\nName: DENIC eG\n',
  )
  expect(answer).toMatchObject({ result: 'success', stid: '10459b07-861a-11ea-b33a-d9ddb946cb7c', messages: [] })
  expect(answer.head.all('nserver')).toEqual(['ns1.denic.de.', 'ns2.denic.de.'])
  expect(answer.sections.map(({ name }) => name)).toEqual(['holder'])
  expect(answer.sections[0]!.first('handle')).toBe('DENIC-1000006-DENIC')
  expect(answer.frame).toContain('Name: ***')
})

it('reads the published refusal', () => {
  const answer = readAnswer(
    "RESULT: failed\nSTID: d97b7af9-0886-11eb-a619-610f86f60bcb\nERROR: 63300062009 Domain doesn't exist [foobar.de]\nINFO: 13000000011 Request was processed in test environment",
  )
  expect([answer.result, codeOf(answer), isTemporary(answer)]).toEqual(['failed', 2303, false])
  expect(textOfErrors(answer)).toBe("63300062009 Domain doesn't exist [foobar.de]")
})

it.each([
  ['', 'one RESULT'],
  ['RESULT: success\nRESULT: failed', 'one RESULT'],
  ['RESULT: failed\nERROR: no number', 'has no number'],
  ['<epp>', 'line 1 is not a pair'],
])('refuses an answer that is none: %j', (text, problem) => expect(() => readAnswer(text)).toThrow(problem))

it.each([
  ['RESULT: exception', 2400, true],
  ['RESULT: failed\nERROR: 53000000008 Daily quota exceeded', 2400, true],
  ['RESULT: failed\nERROR: 73000000001 Internal', 2400, true],
  ['RESULT: failed\nERROR: 63000000006 The request has an invalid key/value pair format', 2001, false],
  ['RESULT: failed\nERROR: 63300012345 A number that is not public', 2306, false],
])('gives %j the code %i', (text, code, temporary) => {
  const answer = readAnswer(text)
  expect([codeOf(answer), isTemporary(answer)]).toEqual([code, temporary])
})

it('masks passwords, codes and people, and keeps the rest', () => {
  const text =
    'Password: a\nAuthinfo: b\nAuthInfoHash: c\nAuthinfoexpire: 20100724\nName: d\nEMail: e\nHandle: f\nDomain: g'
  expect(maskedLines(text)).toBe(
    'Password: ***\nAuthinfo: ***\nAuthInfoHash: ***\nAuthinfoexpire: 20100724\nName: ***\nEMail: ***\nHandle: f\nDomain: g',
  )
})

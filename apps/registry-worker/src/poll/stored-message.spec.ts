import { storedMessage } from './stored-message'

const message = (data: string) => `<epp><response><resData>${data}</resData></response></epp>`

it('stores a message about a contact without the data of the person', () => {
  const of = (name: string, email: string) =>
    message(
      `<contact:infData xmlns:contact="urn:ietf:params:xml:ns:contact-1.0"><contact:id>NY-1</contact:id>` +
        `<contact:name>${name}</contact:name><contact:email>${email}</contact:email></contact:infData>`,
    )
  expect(storedMessage(of('Ada Jansen', 'ada@example.com'))).toBe(of('***', '***'))
})

it('stores a message about a domain as it is', () => {
  const transfer = message(
    '<domain:trnData xmlns:domain="urn:ietf:params:xml:ns:domain-1.0"><domain:name>example.com</domain:name></domain:trnData>',
  )
  expect(storedMessage(transfer)).toBe(transfer)
})

import { encodeCommand } from './command'
import { InvalidValue } from './constraints'
import { checkContact } from './contact/check'
import { createContact } from './contact/create'
import { checkDomain } from './domain/check'
import { createDomain } from './domain/create'
import { createHost } from './host/create'
import { login } from './session/login'

const authInfo = { pw: '2fooBAR' }
const address = { type: 'int', name: 'Zoe Muller', street: ['1 Example Street'], city: 'Koln', cc: 'DE' } as const
const person = { id: 'NY-100001', postalInfo: [address], email: 'zoe@muller.example', authInfo }
const services = { lang: 'en', objURIs: ['urn:ietf:params:xml:ns:domain-1.0'], extURIs: [] }

/** Values that the schemas refuse must not reach a registry: some count errors, some charge for them. */
describe('a command', () => {
  it.each<[string, () => unknown]>([
    ['no names to check', () => checkDomain([])],
    ['an empty name', () => checkDomain([''])],
    ['a name of 256 characters', () => checkDomain(['x'.repeat(256)])],
    ['a name with a line break', () => checkDomain(['a.example\nb.example'])],
    ['a contact identifier of 2 characters', () => checkContact(['NY'])],
    ['a contact identifier of 17 characters', () => checkContact(['NY-10000000000000'])],
    ['a period of nothing', () => createDomain({ name: 'a.example', period: { value: 0, unit: 'y' }, authInfo })],
    ['half a period', () => createDomain({ name: 'a.example', period: { value: 1.5, unit: 'y' }, authInfo })],
    ['an authInfo of two lines', () => createDomain({ name: 'a.example', authInfo: { pw: 'a\nb' } })],
    ['a host address that is a name', () => createHost('ns1.example', ['ns2.example'])],
    ['a contact without address', () => createContact({ ...person, postalInfo: [] })],
    ['three addresses', () => createContact({ ...person, postalInfo: [address, address, address] })],
    [
      'four street lines',
      () => createContact({ ...person, postalInfo: [{ ...address, street: ['1', '2', '3', '4'] }] }),
    ],
    ['a country of three letters', () => createContact({ ...person, postalInfo: [{ ...address, cc: 'DEU' }] })],
    [
      'an int address that is not ASCII',
      () => createContact({ ...person, postalInfo: [{ ...address, city: 'Köln' }] }),
    ],
    ['a number without dot', () => createContact({ ...person, voice: { number: '+492215555555' } })],
    ['an empty e-mail address', () => createContact({ ...person, email: '' })],
    ['a password of 5 characters', () => login({ clID: 'nameyard', pw: '12345' }, services)],
    [
      'a new password of 17 characters',
      () => login({ clID: 'nameyard', pw: '123456', newPW: 'x'.repeat(17) }, services),
    ],
    ['no objects to log in for', () => login({ clID: 'nameyard', pw: '123456' }, { ...services, objURIs: [] })],
  ])('refuses %s', (_what, build) => {
    expect(build).toThrow(InvalidValue)
  })

  it('counts characters, not code units', () => {
    const command = checkDomain(['😀'.repeat(255)])
    expect(encodeCommand(command, 'op-0001-1')).toContain('😀')
  })
})

import { ProtocolError } from '../element-reader'
import { chooseServices } from './login'

const greeting = {
  svID: 'Example',
  svDate: new Date('2026-11-20T00:00:00Z'),
  versions: ['1.0'],
  langs: ['fr', 'en'],
  objURIs: ['urn:domain', 'urn:contact', 'urn:host'],
  extURIs: ['urn:secDNS', 'urn:rgp'],
}

describe('chooseServices', () => {
  it('chooses the wanted extensions that are offered', () => {
    expect(chooseServices(greeting, { objURIs: ['urn:domain', 'urn:host'], extURIs: ['urn:fee', 'urn:rgp'] })).toEqual({
      lang: 'en',
      objURIs: ['urn:domain', 'urn:host'],
      extURIs: ['urn:rgp'],
    })
  })

  it('chooses the offered language', () => {
    expect(chooseServices({ ...greeting, langs: ['fr'] }, { objURIs: ['urn:domain'], extURIs: [] }).lang).toBe('fr')
  })

  it('refuses a server without a required object and names it', () => {
    expect(() => chooseServices(greeting, { objURIs: ['urn:domain', 'urn:nsset'], extURIs: [] })).toThrow(/urn:nsset/)
  })

  it('refuses another version of the protocol', () => {
    expect(() => chooseServices({ ...greeting, versions: ['2.0'] }, { objURIs: [], extURIs: [] })).toThrow(
      ProtocolError,
    )
  })
})

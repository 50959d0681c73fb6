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

  it('chooses the first offered version of an extension, in the order of preference', () => {
    const versions = ['urn:fee-1.0', 'urn:fee-0.23', 'urn:fee-0.5']
    const chosen = (...offered: string[]) =>
      chooseServices({ ...greeting, extURIs: offered }, { objURIs: [], extURIs: versions, alternatives: [versions] })
    expect(chosen('urn:fee-0.5', 'urn:fee-0.23').extURIs).toEqual(['urn:fee-0.23'])
    expect(chosen('urn:fee-0.5').extURIs).toEqual(['urn:fee-0.5'])
    expect(chosen().extURIs).toEqual([])
  })

  it('refuses a server without a required extension and names it', () => {
    const wanted = { objURIs: ['urn:domain'], extURIs: [], requiredExtURIs: ['urn:rgp', 'urn:product'] }
    expect(() => chooseServices(greeting, wanted)).toThrow('the server does not offer urn:product')
    const offered = { ...greeting, extURIs: ['urn:product', 'urn:rgp'] }
    expect(chooseServices(offered, wanted).extURIs).toEqual(['urn:rgp', 'urn:product'])
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

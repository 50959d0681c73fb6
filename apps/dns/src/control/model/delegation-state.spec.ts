import { delegationState } from './delegation-state'
import type { ZoneCut } from './zone-cut'

const shared = ['ns1.example.net', 'ns2.example.net']
const own = shared.map((host) => `aaaa.${host}`)
const next = shared.map((host) => `bbbb.${host}`)
const tld: ZoneCut = { zone: 'com', nameservers: ['a.gtld-servers.net'] }
const cut = (zone: string, nameservers: readonly string[]): ZoneCut => ({ zone, nameservers })
const stateOf = (cuts: readonly ZoneCut[], assigned: readonly string[] = own, here: readonly string[] = []) =>
  delegationState([tld, ...cuts], { assigned, shared }, ({ nameservers }) =>
    nameservers.some((host) => here.includes(host)),
  ).state

describe('a delegation', () => {
  it.each<[string, readonly ZoneCut[], string]>([
    ['to exactly the own set', [cut('a.com', own.toReversed())], 'own'],
    ['to one server of the own set', [cut('a.com', own.slice(1))], 'other'],
    ['to the own set and one more server', [cut('a.com', [...own, 'ns.example.org'])], 'other'],
    ['to the set of another account', [cut('a.com', next)], 'other'],
    ['to the shared names', [cut('a.com', shared)], 'shared'],
    ['to one of the shared names', [cut('a.com', shared.slice(1))], 'other'],
    ['to servers of others', [cut('a.com', ['ns1.example.org'])], 'elsewhere'],
    ['that does not exist', [], 'none'],
    ['of a name above to the own set', [cut('a.com', own), cut('b.a.com', ['ns1.example.org'])], 'own'],
    ['in a zone elsewhere to the own set', [cut('a.com', ['ns1.example.org']), cut('b.a.com', own)], 'own'],
    ['in a zone on the shared servers to the own set', [cut('a.com', shared), cut('b.a.com', own)], 'shared'],
    ['in a zone of another account to the own set', [cut('a.com', next), cut('b.a.com', own)], 'other'],
  ])('%s is judged', (_, cuts, state) => {
    expect(stateOf(cuts)).toBe(state)
  })

  it('to other names of servers of this platform proves nothing', () => {
    expect(stateOf([cut('a.com', ['ns1.vanity.org'])], own, ['ns1.vanity.org'])).toBe('other')
  })

  it('to the shared names proves nothing for an account that has no others', () => {
    expect(stateOf([cut('a.com', shared)], [])).toBe('shared')
  })
})

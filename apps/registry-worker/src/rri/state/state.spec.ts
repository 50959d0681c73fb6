import { later } from '../model/term'
import { readAnswer } from '../protocol/answer'
import { readDomain, viewAt } from './seen'
import { differenceOf, dnskeysOf, nserversOf, obstacleTo, targetOf } from './target'

const shown = (...lines: string[]) =>
  readDomain(readAnswer(['RESULT: success', 'Domain: life.de', 'RegAccId: DENIC-1000001', ...lines].join('\n')))
const life = shown(
  'Nserver: NS1.life.de. 192.0.2.1 2001:db8:0:0::1',
  'Nserver: ns2.example.net.',
  'Dnskey: 257 3 8 AwEA Ac==',
  'Status: connect',
  'AuthInfo1: 2027-01-30T00:00:00+01:00',
  '[Holder]',
  'Handle: DENIC-1000001-HELGA',
)

it('reads a domain', () => {
  expect(life).toMatchObject({
    hasAuthInfo1: true,
    hasAuthInfo2: false,
    data: {
      holder: 'DENIC-1000001-HELGA',
      nservers: ['ns1.life.de 192.0.2.1 2001:db8:0:0::1', 'ns2.example.net'],
      nsentries: [],
    },
  })
  expect(viewAt(life, 'DENIC-1000001', new Date('2028-01-01'))).toEqual({
    presence: 'ours',
    roid: 'life.de',
    expiresAt: '2028-01-01T00:00:00.000Z',
    statuses: ['ok'],
    graceStatuses: [],
    nameservers: ['ns1.life.de', 'ns2.example.net'],
  })
  expect(viewAt(life, 'DENIC-2').presence).toBe('foreign')
})

it.each([
  ['connect', ['ok'], []],
  ['failed', ['inactive'], []],
  ['serverHold', ['serverHold'], []],
  ['redemptionPeriod', ['pendingDelete'], ['redemptionPeriod']],
])('reads the status %s', (status, statuses, graceStatuses) =>
  expect(shown(`Status: ${status}`).domain).toMatchObject({ statuses, graceStatuses }),
)

it('reads a lock of the registry, and refuses a status that is not known', () => {
  expect(shown('Status: connect', 'RegistryLock: true').domain.statuses).toContain('serverUpdateProhibited')
  expect(() => shown('Status: odd')).toThrow('unknown status odd of life.de')
})

it('gives addresses to nameservers below the domain only', () => {
  const given = [
    { name: 'NS1.life.de', ip: '192.0.2.1', ip6: '2001:db8::1' },
    { name: 'ns.other.de', ip: '192.0.2.2' },
  ]
  expect(nserversOf('life.de', given)).toEqual(['ns1.life.de 192.0.2.1 2001:db8::1', 'ns.other.de'])
})

it('keeps what is not desired otherwise, and sees equal values in other forms', () => {
  const nameservers = [{ name: 'ns2.example.net' }, { name: 'ns1.life.de', ip: '192.0.2.1', ip6: '2001:db8::1' }]
  const zoneKeys = [{ flags: 257, protocol: 3, alg: 8, pubKey: 'AwEAAc==' }]
  const target = targetOf(life.data, { nameservers, zoneKeys }, { generalRequest: 'DENIC-1000001-GR' })
  expect(target).toMatchObject({ holder: 'DENIC-1000001-HELGA', generalRequest: 'DENIC-1000001-GR' })
  expect(differenceOf(life.data, target)).toEqual([])
})

it('names the parts that differ', () => {
  const target = targetOf(life.data, { nameservers: [{ name: 'ns9.example.net' }], zoneKeys: [] }, { holder: 'X' })
  expect(differenceOf(life.data, target)).toEqual(['holder', 'nameservers', 'keys'])
})

it('keeps records of the registry until the domain gets nameservers', () => {
  const entries = shown('Status: connect', 'Nsentry: life.de IN A 192.0.2.1')
  expect(obstacleTo({ nameservers: [] }, entries.data.nsentries)).toBeUndefined()
  expect(targetOf(entries.data, {}, {}).nsentries).toEqual(['life.de IN A 192.0.2.1'])
  expect(targetOf(entries.data, { nameservers: [{ name: 'ns2.example.net' }] }, {}).nsentries).toEqual([])
})

it('says what the registry has not', () => {
  const ds = { keyTag: 1, alg: 8, digestType: 2, digest: 'AB' }
  expect(obstacleTo({ statuses: ['clientHold'] }, [])).toMatch(/no statuses.*clientHold/)
  expect(obstacleTo({ zoneKeys: [ds] }, [])).toMatch(/no DS records/)
  expect(obstacleTo({ nameservers: [] }, [])).toMatch(/has nameservers/)
  expect(dnskeysOf([ds])).toEqual([])
})

it.each([
  ['2027-02-28T10:00:00.000Z', 1, 'y', '2028-02-28T10:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', 1, 'y', '2029-02-28T10:00:00.000Z'],
  ['2027-12-31T10:00:00.000Z', 2, 'm', '2028-02-29T10:00:00.000Z'],
] as const)('adds to %s %i %s', (from, value, unit, end) =>
  expect(later(new Date(from), { value, unit }).toISOString()).toBe(end),
)

import { backEndOf, backEnds, delegated, recordBehind } from './delegated'
import { shippedExtensions } from './shipped-extensions'

it('has the delegated generic extensions and the common ones of countries, each with its source, none confirmed', () => {
  expect(delegated.size).toBeGreaterThan(1_100)
  for (const [suffix, record] of delegated)
    expect([suffix, record.suffix, record.source !== '', record.verified]).toEqual([suffix, suffix, true, false])
  expect(delegated.has('gov')).toBe(false)
})

it('gives an extension the rules of its back-end', () => {
  expect(delegated.get('app')).toMatchObject({
    contacts: { model: 'prohibited', roles: [] },
    restore: 'immediate',
    isNewGtld: true,
  })
  expect(delegated.get('travel')).toMatchObject({ isNewGtld: false, grace: { autoRenewDays: 45 } })
  expect(delegated.get('se')).toMatchObject({ registry: { dialect: 'iis' }, transfer: { model: 'immediate' } })
})

it('recognizes a back-end by the host of its RDAP server, or because it is known', () => {
  expect(backEndOf('new-one', 'pubapi.registry.google')?.name).toBe('google')
  expect(backEndOf('new-one', 'sub.rdap.nominet.uk')?.name).toBe('nominet')
  expect(backEndOf('paris', 'rdap.nic.paris')?.name).toBe('afnic')
  expect(backEndOf('new-one', 'evilrdap.nominet.uk')).toBeUndefined()
})

it('has each extension and each RDAP host at one back-end, with rules that are a record', () => {
  const all = backEnds.flatMap(({ extensions, rdapHosts }) => [...extensions, ...rdapHosts])
  expect(new Set(all).size).toBe(all.length)
  for (const backEnd of backEnds) expect(recordBehind(backEnd, 'example').source).toContain(backEnd.title)
})

it('adds the additional data of extensions to their rules', () => {
  const find = (suffix: string) => shippedExtensions().find(({ record }) => record.suffix === suffix)!.record
  expect(find('ca')).toMatchObject({
    transfer: { model: 'immediate' },
    additionalData: { order: { required: ['legal_type'] } },
  })
  expect(find('ca').source).toContain('additional data: lists of registrars')
})

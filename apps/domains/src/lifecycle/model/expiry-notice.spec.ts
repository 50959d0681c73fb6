import { day, exampleDomain } from '../../../test/example-domain'
import { expiryNotice } from './expiry-notice'

const expiring = { expiresAt: day('2028-01-01'), autorenew: 'off' } as const
const noticeOf = (name: string, isNewGtld = false) =>
  expiryNotice(exampleDomain({ ...expiring, name }), 'in-7-days', isNewGtld)

it('tells the registrant what expires and when', () => {
  expect(noticeOf('xn--bcher-kva.com')).toEqual({
    resellerId: 1,
    domainId: 1000001,
    domain: 'bücher.com',
    ownerHandle: 'AT100000-NL',
    kind: 'in-7-days',
    expiresAt: '2028-01-01T00:00:00.000Z',
    isAutorenewed: false,
    restorableUntil: null,
    isDemanded: true,
  })
})

it('tells until when an expired domain can be restored', () => {
  const lapsed = { phase: 'quarantine.soft', removalReason: 'expired', softEndsAt: day('2028-01-31') } as const
  const notice = expiryNotice(exampleDomain({ ...expiring, ...lapsed }), 'expired', false)
  expect(notice).toMatchObject({ kind: 'expired', restorableUntil: '2028-01-31T00:00:00.000Z' })
})

it.each([
  ['example.com', false, true],
  ['example.shop', true, true],
  ['example.xn--9dbq2a', true, true],
  ['example.nl', false, false],
  ['example.co.uk', false, false],
  ['example.xn--p1ai', false, false],
])('knows whether a policy demands the mail about %s', (name, isNewGtld, isDemanded) => {
  expect(noticeOf(name, isNewGtld)?.isDemanded).toBe(isDemanded)
})

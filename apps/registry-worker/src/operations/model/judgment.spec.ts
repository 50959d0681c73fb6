import type { TransferState } from '@nameyard/epp/transfer-state'
import type { SeenDomain } from '../../dialects/model/seen'
import type { Sent } from './judgment'
import { judgeLostDelete } from './lost-delete'
import { judgeLostRenew } from './lost-renew'
import { restoreStep } from './lost-restore'
import { judgeLostTransfer } from './lost-transfer'
import { judgeLostTransferAnswer } from './lost-transfer-answer'

const lost: Sent = {
  clientId: 'nameyard',
  sentAt: new Date('2027-01-01T12:00:00Z'),
  code: null,
  pendingResult: null,
  absences: 0,
  pausesMs: [5_000, 60_000],
}
const answered: Sent = { ...lost, code: 1000 }
const pending: Sent = { ...lost, code: 1001 }

const ours = {
  name: 'example.com',
  roid: 'D1-SANDBOX',
  clID: 'nameyard',
  exDate: new Date('2028-02-29T10:00:00Z'),
  statuses: ['ok'],
  graceStatuses: [],
  contacts: [],
  subordinateHosts: [],
} as unknown as SeenDomain
const theirs = { ...ours, clID: 'rival' }
const inGrace = (...graceStatuses: SeenDomain['graceStatuses'][number][]) => ({
  ...ours,
  statuses: ['pendingDelete'],
  graceStatuses,
})

describe('a sent renewal', () => {
  const renew = { expiresOn: '2028-02-29', period: { value: 1, unit: 'y' } as const }
  const until = (day: string) => ({ ...ours, exDate: new Date(`${day}T10:00:00Z`) })

  it.each(['2029-02-28', '2029-03-01'])('was carried out when the domain expires on %s', (day) => {
    expect(judgeLostRenew(until(day), { ...lost, ...renew })).toMatchObject({
      kind: 'done',
      data: { presence: 'ours', expiresAt: `${day}T10:00:00.000Z` },
    })
  })

  it('counts months', () => {
    const months = { expiresOn: '2028-01-31', period: { value: 1, unit: 'm' } as const }
    expect(judgeLostRenew(until('2028-02-29'), { ...lost, ...months }).kind).toBe('done')
  })

  it('succeeded with the expiry date limited to ten years', () => {
    const longest = { expiresOn: '2036-02-28', period: { value: 2, unit: 'y' } as const }
    expect(judgeLostRenew(until('2037-01-01'), { ...lost, ...longest }).kind).toBe('done')
  })

  it('did not cause an expiry date after the ordered one', () => {
    const one = { expiresOn: '2033-02-28', period: { value: 1, unit: 'y' } as const }
    expect(judgeLostRenew(until('2037-01-01'), { ...lost, ...one })).toMatchObject({ reason: { code: 2306 } })
  })

  it('is sent again when the expiry date is unchanged and the answer was lost', () => {
    expect(judgeLostRenew(ours, { ...lost, ...renew })).toMatchObject({ kind: 'send again' })
  })

  it('is not sent again after 1000 or 1001', () => {
    expect(judgeLostRenew(ours, { ...answered, ...renew })).toMatchObject({
      kind: 'unknown',
      afterMs: 5_000,
      absences: 1,
    })
    expect(judgeLostRenew(ours, { ...answered, ...renew, absences: 9 })).toMatchObject({ afterMs: 60_000 })
    expect(judgeLostRenew(ours, { ...pending, ...renew }).kind).toBe('pending')
    expect(judgeLostRenew({ ...ours, statuses: ['pendingRenew'] }, { ...lost, ...renew }).kind).toBe('pending')
    expect(judgeLostRenew(ours, { ...pending, ...renew, pendingResult: false })).toMatchObject({ kind: 'refused' })
  })

  it('is refused when the expiry date is neither the old nor the ordered one', () => {
    expect(judgeLostRenew(until('2031-02-28'), { ...lost, ...renew })).toMatchObject({
      kind: 'refused',
      reason: { code: 2306, text: 'the domain expires on 2031-02-28, not on 2028-02-29' },
      data: { expiresAt: '2031-02-28T10:00:00.000Z' },
    })
  })

  it('is refused when the domain is not ours', () => {
    expect(judgeLostRenew('missing', { ...lost, ...renew })).toMatchObject({
      kind: 'refused',
      reason: { refusal: 'domain_not_found', code: 2303 },
      data: { presence: 'missing' },
    })
    expect(judgeLostRenew(theirs, { ...lost, ...renew })).toMatchObject({
      reason: { code: 2201 },
      data: { presence: 'foreign' },
    })
  })
})

describe('a sent delete', () => {
  it('succeeded when the domain does not exist or is pendingDelete', () => {
    expect(judgeLostDelete('missing', lost)).toEqual({ kind: 'done', data: { presence: 'missing' } })
    expect(judgeLostDelete(inGrace('redemptionPeriod'), lost)).toMatchObject({
      kind: 'done',
      data: { statuses: ['pendingDelete'], graceStatuses: ['redemptionPeriod'] },
    })
  })

  it('is sent again when the domain is registered and the answer was lost', () => {
    expect(judgeLostDelete(ours, lost)).toMatchObject({ kind: 'send again' })
    expect(judgeLostDelete(ours, answered).kind).toBe('unknown')
  })

  it('is refused when the domain is not ours', () => {
    expect(judgeLostDelete('foreign', lost)).toMatchObject({ kind: 'refused', reason: { code: 2201 } })
  })
})

describe('a sent transfer request', () => {
  const own: TransferState = {
    trStatus: 'pending',
    reID: 'nameyard',
    reDate: new Date('2027-01-01T12:00:01Z'),
    acID: 'rival',
    acDate: new Date('2027-01-06T12:00:01Z'),
  }
  const judge = (transfer: TransferState | 'none', sent = lost) => judgeLostTransfer(theirs, transfer, sent)

  it('succeeded when the domain is ours', () => {
    expect(judgeLostTransfer(ours, 'none', lost)).toEqual({ kind: 'ours' })
  })

  it('is checked every hour while it is pending', () => {
    const hour = 3_600_000
    expect(judge(own)).toMatchObject({
      kind: 'pending',
      afterMs: hour,
      data: {
        presence: 'foreign',
        transfer: { status: 'pending', direction: 'in', actsAt: '2027-01-06T12:00:01.000Z' },
      },
    })
    expect(judge({ ...own, acDate: new Date('2027-01-01T00:00:00Z') })).toMatchObject({ afterMs: hour })
  })

  it.each(['clientRejected', 'clientCancelled', 'serverCancelled'])('failed when it is %s', (trStatus) => {
    expect(judge({ ...own, trStatus })).toMatchObject({ kind: 'refused', data: { transfer: { status: trStatus } } })
  })

  it('is waited for when it was approved and info does not show us as sponsor yet', () => {
    expect(judge({ ...own, trStatus: 'serverApproved' })).toMatchObject({ kind: 'unknown' })
  })

  it('is sent again when the registry shows no transfer of ours', () => {
    expect(judge('none')).toMatchObject({ kind: 'send again' })
    expect(judge({ ...own, trStatus: 'clientRejected', reDate: new Date('2026-06-01T00:00:00Z') })).toMatchObject({
      kind: 'send again',
    })
    expect(judge({ ...own, reID: 'another' })).toMatchObject({ kind: 'send again' })
  })

  it('is refused when it was pending and is not any more', () => {
    expect(judge('none', pending)).toMatchObject({ kind: 'refused', reason: { code: 2301 } })
  })

  it('is refused for a free name', () => {
    expect(judgeLostTransfer('missing', 'none', lost)).toMatchObject({ reason: { refusal: 'domain_free' } })
  })
})

describe('a sent answer to a transfer', () => {
  const state = (trStatus: string): TransferState => ({
    trStatus,
    reID: 'rival',
    reDate: new Date('2027-01-01T10:00:00Z'),
    acID: 'nameyard',
    acDate: new Date('2027-01-01T12:00:00Z'),
  })

  it.each([
    ['approve', 'clientApproved'],
    ['approve', 'serverApproved'],
    ['reject', 'clientRejected'],
    ['cancel', 'clientCancelled'],
  ] as const)('%s was given when the transfer is %s', (answer, trStatus) => {
    expect(judgeLostTransferAnswer(answer, ours, state(trStatus), lost)).toMatchObject({
      kind: 'done',
      data: { transfer: { status: trStatus, direction: 'out' } },
    })
  })

  it('is refused when the transfer ended otherwise', () => {
    expect(judgeLostTransferAnswer('reject', theirs, state('serverApproved'), lost)).toMatchObject({
      kind: 'refused',
      reason: { refusal: 'transfer_not_pending', code: 2301 },
      data: { presence: 'foreign' },
    })
    expect(judgeLostTransferAnswer('reject', ours, 'none', lost)).toMatchObject({ kind: 'refused' })
  })

  it('succeeded when the registry confirmed it and does not show the transfer any more', () => {
    expect(judgeLostTransferAnswer('approve', 'foreign', 'none', answered)).toMatchObject({ kind: 'done' })
    expect(judgeLostTransferAnswer('cancel', theirs, 'none', answered)).toMatchObject({ kind: 'done' })
  })

  it('was an approval when another registrar sponsors the domain', () => {
    expect(judgeLostTransferAnswer('approve', 'foreign', 'none', lost)).toMatchObject({
      kind: 'done',
      data: { presence: 'foreign' },
    })
    expect(judgeLostTransferAnswer('cancel', 'foreign', 'none', lost)).toMatchObject({ kind: 'refused' })
  })

  it('is sent again while the transfer is pending and the answer was lost', () => {
    expect(judgeLostTransferAnswer('approve', ours, state('pending'), lost)).toMatchObject({ kind: 'send again' })
    expect(judgeLostTransferAnswer('approve', ours, state('pending'), answered).kind).toBe('unknown')
  })
})

describe('a restore', () => {
  const restore = { request: lost, report: lost, wantsReport: true }

  it.each([
    ['is requested in the redemption period', inGrace('redemptionPeriod'), 'request'],
    ['is requested when the registry returns no RGP statuses', inGrace(), 'request'],
    ['is reported when the registry waits for it', inGrace('pendingRestore'), 'report'],
    ['is done when the domain is registered', ours, 'done'],
    ['is refused after the redemption period', inGrace('pendingDelete'), 'refused'],
    ['is refused when the domain was purged', 'missing', 'refused'],
  ] as const)('%s', (_what, seen, kind) => expect(restoreStep(seen, restore).kind).toBe(kind))

  it('is not requested twice after 1000', () => {
    expect(restoreStep(inGrace('redemptionPeriod'), { ...restore, request: answered }).kind).toBe('unknown')
    expect(restoreStep(inGrace('pendingRestore'), { ...restore, report: answered }).kind).toBe('unknown')
  })

  it('is waited for when it needs no report', () => {
    expect(restoreStep(inGrace('pendingRestore'), { ...restore, wantsReport: false }).kind).toBe('pending')
  })
})

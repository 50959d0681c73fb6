import type { RegisteredDomain } from '@nameyard/epp/domain/info'
import { judgeLostCreate, type LostCreate } from './lost-create'

const lost: LostCreate = {
  clientId: 'nameyard',
  sentAt: new Date('2027-01-01T12:00:00Z'),
  code: null,
  absences: 0,
  pausesMs: [5_000, 60_000],
  pendingResult: null,
}
const ours = {
  name: 'example.com',
  roid: 'D1-SANDBOX',
  clID: 'nameyard',
  crDate: new Date('2027-01-01T12:00:01Z'),
  statuses: ['ok'],
} as unknown as RegisteredDomain

describe('a create with a lost answer', () => {
  it('succeeded when the domain is ours and new', () => {
    expect(judgeLostCreate(ours, lost)).toEqual({ kind: 'done', data: ours })
  })

  it('succeeded when only the clocks differ', () => {
    const early = { ...ours, crDate: new Date('2027-01-01T11:56:00Z') }
    expect(judgeLostCreate(early, lost).kind).toBe('done')
  })

  it('is refused when we sponsored the domain before', () => {
    const old = { ...ours, crDate: new Date('2026-06-01T00:00:00Z') }
    expect(judgeLostCreate(old, lost)).toMatchObject({ kind: 'refused', reason: { code: 2302 } })
  })

  it('is refused when another registrar sponsors the domain', () => {
    expect(judgeLostCreate({ ...ours, clID: 'rival' }, lost)).toMatchObject({ kind: 'refused' })
    expect(judgeLostCreate('foreign', lost)).toMatchObject({ kind: 'refused', reason: { refusal: 'domain_not_free' } })
  })

  it('is sent again only after the name was missing in every check', () => {
    expect(judgeLostCreate('missing', lost)).toMatchObject({ kind: 'unknown', afterMs: 5_000, absences: 1 })
    expect(judgeLostCreate('missing', { ...lost, absences: 1 })).toMatchObject({ kind: 'unknown', afterMs: 60_000 })
    expect(judgeLostCreate('missing', { ...lost, absences: 2 })).toEqual({ kind: 'send again' })
  })

  it('stays pending while the registry processes it', () => {
    expect(judgeLostCreate('missing', { ...lost, code: 1001 })).toMatchObject({ kind: 'pending' })
    const thinking = { ...ours, statuses: ['pendingCreate'] } as unknown as RegisteredDomain
    expect(judgeLostCreate(thinking, { ...lost, code: 1001 })).toMatchObject({ kind: 'pending' })
  })

  it('is refused after a negative panData, unless the registry shows our domain', () => {
    const ended = { ...lost, code: 1001, pendingResult: false }
    expect(judgeLostCreate('missing', ended)).toMatchObject({
      kind: 'refused',
      reason: { refusal: 'registry_refused' },
    })
    expect(judgeLostCreate(ours, ended)).toEqual({ kind: 'done', data: ours })
  })

  it('is never sent again after 1000', () => {
    const answered = { ...lost, code: 1000, absences: 7 }
    expect(judgeLostCreate('missing', answered)).toMatchObject({ kind: 'unknown', afterMs: 60_000, absences: 8 })
    expect(judgeLostCreate(ours, answered)).toEqual({ kind: 'done', data: ours })
  })
})

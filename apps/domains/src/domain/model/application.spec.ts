import { applicationOf, type Launch } from './application'

const phases = [
  { name: 'sunrise', phase: 'sunrise' as const },
  { name: 'claims', phase: 'claims' as const },
]
const launch = (launchPhase: string, status: Launch['status'] = 'PRE'): Launch => ({
  status,
  launchPhases: phases,
  launchPhase,
})
const smd = Buffer.from('<smd/>').toString('base64')

describe('an order in a launch', () => {
  it.each([
    ['says in which phase', {}, launch('sunrise'), { refused: 'application_mode_missing', phase: 'sunrise' }],
    ['names one there is', { mode: 'noon' }, launch('sunrise'), { refused: 'application_mode_wrong', mode: 'noon' }],
    ['names the one there is now', { mode: 'claims' }, launch('sunrise'), { refused: 'application_mode_closed' }],
    ['brings a mark in sunrise', { mode: 'sunrise' }, launch('sunrise'), { refused: 'signed_mark_missing' }],
    [
      'brings one that is one',
      { mode: 'sunrise', smd: '<smd/>' },
      launch('sunrise'),
      { refused: 'signed_mark_invalid' },
    ],
    ['waits until it opens', {}, launch(''), { refused: 'tld_not_open' }],
    ['comes before it is over', { mode: 'sunrise' }, launch('', 'ACT'), { refused: 'preregistration_closed' }],
    [
      'is of an extension that has one',
      { mode: 'sunrise' },
      { status: 'ACT' as const, launchPhases: [], launchPhase: '' },
      { refused: 'preregistration_closed' },
    ],
  ])('%s', (_name, order, rules, expected) => {
    expect(applicationOf(order, rules)).toMatchObject(expected)
  })

  it('is kept with its mark as registries take it', () => {
    const file = `Marks: x\n-----BEGIN ENCODED SMD-----\n${smd.slice(0, 4)}\n${smd.slice(4)}\n-----END ENCODED SMD-----\n`
    expect(applicationOf({ mode: 'Sunrise', smd: file }, launch('sunrise'))).toEqual({ mode: 'sunrise', smd })
  })

  it('needs not say so where everybody may order', () => {
    expect(applicationOf({ noticeId: 'n' }, launch('claims'))).toEqual({ mode: 'claims', noticeId: 'n' })
    expect(applicationOf({}, launch('', 'ACT'))).toBeNull()
  })
})

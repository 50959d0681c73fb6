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

describe('an order in a launch phase', () => {
  it.each([
    [
      'refuses an order without a phase',
      {},
      launch('sunrise'),
      { refused: 'application_mode_missing', phase: 'sunrise' },
    ],
    [
      'refuses an unknown phase',
      { mode: 'noon' },
      launch('sunrise'),
      { refused: 'application_mode_wrong', mode: 'noon' },
    ],
    [
      'refuses a phase that is not the present one',
      { mode: 'claims' },
      launch('sunrise'),
      { refused: 'application_mode_closed' },
    ],
    [
      'refuses an order without a mark in sunrise',
      { mode: 'sunrise' },
      launch('sunrise'),
      { refused: 'signed_mark_missing' },
    ],
    [
      'refuses an invalid mark in sunrise',
      { mode: 'sunrise', smd: '<smd/>' },
      launch('sunrise'),
      { refused: 'signed_mark_invalid' },
    ],
    ['refuses an order between two phases', {}, launch(''), { refused: 'tld_not_open' }],
    [
      'refuses a launch phase of an extension that is open to everyone',
      { mode: 'sunrise' },
      launch('', 'ACT'),
      { refused: 'preregistration_closed' },
    ],
    [
      'refuses a launch phase of an extension without a launch',
      { mode: 'sunrise' },
      { status: 'ACT' as const, launchPhases: [], launchPhase: '' },
      { refused: 'preregistration_closed' },
    ],
  ])('%s', (_name, order, rules, expected) => {
    expect(applicationOf(order, rules)).toMatchObject(expected)
  })

  it('stores the signed mark in the form that registries accept', () => {
    const file = `Marks: x\n-----BEGIN ENCODED SMD-----\n${smd.slice(0, 4)}\n${smd.slice(4)}\n-----END ENCODED SMD-----\n`
    expect(applicationOf({ mode: 'Sunrise', smd: file }, launch('sunrise'))).toEqual({ mode: 'sunrise', smd })
  })

  it('may leave out a phase that is open to everyone', () => {
    expect(applicationOf({ noticeId: 'n' }, launch('claims'))).toEqual({ mode: 'claims', noticeId: 'n' })
    expect(applicationOf({}, launch('', 'ACT'))).toBeNull()
  })
})

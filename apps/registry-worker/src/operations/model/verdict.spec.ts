import { backoffMs, verdictOfRefusal } from './verdict'

const first = { answeredSo: 1, attempts: 1 }

describe('verdictOfRefusal', () => {
  it.each([
    [2302, 'refused', 'domain_not_free'],
    [2306, 'refused', 'registry_refused'],
    [2202, 'refused', 'authcode_invalid'],
    [2300, 'refused', 'transfer_running'],
    [2301, 'refused', 'transfer_not_pending'],
    [2303, 'refused', 'domain_not_found'],
    [2304, 'refused', 'domain_status_prohibits'],
    [2305, 'refused', 'registry_refused'],
    [2001, 'failed', 'internal_error'],
    [2307, 'failed', 'internal_error'],
    [2400, 'retry', 'registry_unavailable'],
    [2502, 'retry', 'registry_unavailable'],
  ] as const)('%i leads to %s as %s', (code, kind, refusal) => {
    expect(verdictOfRefusal(code, 'text', first)).toMatchObject({ kind, reason: { code, refusal, text: 'text' } })
  })

  it('fails after five failures of the registry', () => {
    expect(verdictOfRefusal(2400, 'text', { answeredSo: 4, attempts: 4 }).kind).toBe('retry')
    expect(verdictOfRefusal(2400, 'text', { answeredSo: 5, attempts: 5 }).kind).toBe('failed')
  })

  it('does not count failed connections as failures of the registry', () => {
    expect(verdictOfRefusal(2400, 'text', { answeredSo: 1, attempts: 40 }).kind).toBe('retry')
  })

  it('retries once after 2002', () => {
    expect(verdictOfRefusal(2002, 'text', { answeredSo: 1, attempts: 1 }).kind).toBe('retry')
    expect(verdictOfRefusal(2002, 'text', { answeredSo: 2, attempts: 2 })).toMatchObject({
      kind: 'failed',
      reason: { refusal: 'registry_unavailable' },
    })
  })

  it('retries any number of times after 2502', () => {
    expect(verdictOfRefusal(2502, 'text', { answeredSo: 50, attempts: 50 }).kind).toBe('retry')
  })
})

describe('backoffMs', () => {
  it('doubles from one second to half an hour', () => {
    expect([0, 1, 2, 11, 99].map((failures) => backoffMs(failures, 1))).toEqual([
      1_000, 2_000, 4_000, 1_800_000, 1_800_000,
    ])
  })

  it('is at least half of the pause', () => {
    expect(backoffMs(3, 0)).toBe(4_000)
  })
})

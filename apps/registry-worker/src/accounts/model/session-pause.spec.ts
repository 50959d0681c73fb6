import { sessionPauseMs } from './session-pause'

describe('sessionPauseMs', () => {
  it('doubles from half a minute to ten minutes', () => {
    expect([0, 1, 2, 3, 4, 5, 99].map((times) => sessionPauseMs(times, 30_000))).toEqual([
      30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000,
    ])
  })
})

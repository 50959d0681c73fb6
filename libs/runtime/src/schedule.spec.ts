import { Schedule } from './schedule'

const at = (day: number) => new Date(Date.UTC(2027, 0, day))

describe('a schedule', () => {
  it('returns the earliest due instant of its works, or undefined if none waits', async () => {
    const schedule = new Schedule()
    expect(await schedule.nextDue()).toBeUndefined()
    for (const due of [at(3), undefined, at(2)]) {
      schedule.add({ nextDue: () => Promise.resolve(due), runDue: () => Promise.resolve() })
    }
    expect(await schedule.nextDue()).toEqual(at(2))
  })

  it('runs the due work of all its works', async () => {
    const schedule = new Schedule()
    const done: number[] = []
    for (const number of [1, 2]) {
      schedule.add({ nextDue: () => Promise.resolve(undefined), runDue: () => Promise.resolve(done.push(number)) })
    }
    await schedule.runDue()
    expect(done).toEqual([1, 2])
  })
})

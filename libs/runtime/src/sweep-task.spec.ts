import { Schedule } from './schedule'
import { Sweep } from './sweep'
import { SweepTask } from './sweep-task'

class Task extends SweepTask {
  done = 0

  constructor(schedule?: Schedule) {
    super({ name: 'test', everyMs: 5, ...(schedule && { schedule }) })
  }

  protected async sweep(): Promise<void> {
    this.done += 1
  }

  protected override nextDue(): Promise<Date> {
    return Promise.resolve(new Date(7))
  }
}

describe('a sweep task', () => {
  it('sweeps at regular intervals from the start of the service to its end', async () => {
    const task = new Task()
    await task.onApplicationBootstrap()
    while (task.done < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    await task.onModuleDestroy()
    const { done } = task
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(task.done).toBe(done)
  })

  it('answers a call during a sweep by the next sweep, because the running one may have read its work before', async () => {
    const found: string[][] = []
    const work = ['first']
    let release = () => {}
    const sweep = new Sweep(
      async () => {
        const read = work.splice(0)
        await new Promise<void>((resolve) => (release = resolve))
        found.push(read)
      },
      { warn: () => undefined },
    )
    const first = sweep.run()
    work.push('second')
    const others = [sweep.run(), sweep.run()]
    release()
    await first
    expect(found).toEqual([['first']])
    release()
    await Promise.all(others)
    expect(found).toEqual([['first'], ['second']])
    await sweep.stop()
  })

  it('is part of the given schedule, which knows its due instant and runs it', async () => {
    const schedule = new Schedule()
    const task = new Task(schedule)
    await task.onApplicationBootstrap()
    expect(await schedule.nextDue()).toEqual(new Date(7))
    const { done } = task
    await schedule.runDue()
    expect(task.done).toBeGreaterThan(done)
    await task.onModuleDestroy()
  })
})

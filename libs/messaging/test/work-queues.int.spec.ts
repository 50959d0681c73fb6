import { randomUUID } from 'node:crypto'
import { namedBrokers, testBroker, type TestBroker } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import { Connection } from '../src/connection'
import { WorkQueues } from '../src/work-queues'

describe.each(namedBrokers())('queues of work on %s', (_, url) => {
  let broker: TestBroker
  const connections: Connection[] = []

  beforeAll(async () => void (broker = await testBroker(url)))
  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()))
    await broker?.drop()
  })

  const member = async () => {
    const connection = new Connection(broker.url, 'registry-worker')
    connections.push(connection)
    const queues = new WorkQueues(connection)
    await connection.start()
    return queues
  }
  /** A consumer whose work ends when the test says so. */
  const worker = () => {
    const begun: string[] = []
    const ends = new Map<string, (error?: Error) => void>()
    const work = (id: string) => {
      begun.push(id)
      return new Promise<void>((resolve, reject) => ends.set(id, (error) => (error ? reject(error) : resolve())))
    }
    return { begun, ends, work }
  }
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID())

  it('deliver as many at a time as the consumer takes, and keep the others', async () => {
    const [one, two] = [await member(), await member()]
    const given = ids(4)
    expect(await one.announce(given.map((id) => ({ key: 'busy', id })))).toEqual([])
    expect(await two.depth('busy')).toBe(4)
    const { begun, ends, work } = worker()
    await two.consume('busy', 3, work)
    await eventually(() => begun.length === 3, 'three deliveries')
    expect(await one.depth('busy')).toBe(1)
    ends.get(begun[0]!)!()
    await eventually(() => begun.length === 4, 'the fourth delivery')
    expect([...begun].sort()).toEqual([...given].sort())
    for (const end of ends.values()) end()
    await eventually(async () => (await one.depth('busy')) === 0, 'an empty queue')
  })

  it('have a prefetch for each queue', async () => {
    const queues = await member()
    const [few, many] = [worker(), worker()]
    await queues.consume('few', 1, few.work)
    await queues.consume('many', 5, many.work)
    await queues.announce(ids(5).flatMap((id) => [{ key: 'few', id }, { key: 'many', id: randomUUID() }])) // prettier-ignore
    await eventually(() => many.begun.length === 5, 'five deliveries')
    expect(few.begun).toHaveLength(1)
  })

  it('give work that was rejected, or that nobody consumes any more, to another consumer', async () => {
    const [one, two] = [await member(), await member()]
    const [first, second] = [worker(), worker()]
    await one.consume('moving', 1, first.work)
    const [id, later] = ids(2)
    await one.announce([{ key: 'moving', id: id! }])
    await eventually(() => first.begun.length === 1, 'the first delivery')
    await one.stop('moving')
    await two.consume('moving', 2, second.work)
    await two.announce([{ key: 'moving', id: later! }])
    await eventually(() => second.begun.includes(later!), 'the delivery to the other one')
    first.ends.get(id!)!(new Error('not here'))
    await eventually(() => second.begun.includes(id!), 'the second delivery')
    expect(first.begun).toEqual([id])
  })

  it('say what the broker has not confirmed', async () => {
    const queues = new WorkQueues(new Connection(broker.url, 'registry-worker'))
    expect(queues.isOpen).toBe(false)
    const row = { key: 'closed', id: randomUUID() }
    expect(await queues.announce([row])).toEqual([row])
    expect(await queues.depth('closed')).toBeUndefined()
  })
})

import { Metrics } from './metrics'

let metrics: Metrics
beforeEach(() => (metrics = new Metrics('sample')))

/** The lines of the metrics with this name. */
const printed = async (name: string) =>
  (await metrics.print()).split('\n').filter((line) => new RegExp(`^(# \\w+ )?${name}`).test(line))

test('gauges are printed in the text format of Prometheus with the value of now', async () => {
  let length = 2
  metrics.add({ name: 'sample_queue_length', help: 'Things that wait.', read: async () => length })
  length = 3
  expect(await printed('sample_queue_length')).toEqual([
    '# HELP sample_queue_length Things that wait.',
    '# TYPE sample_queue_length gauge',
    'sample_queue_length 3',
  ])
})

test('a gauge with labels shows only the labels of its last reading', async () => {
  let samples = [
    { labels: { account: 'one' }, value: 1 },
    { labels: { account: 'two' }, value: 2 },
  ]
  metrics.add({ name: 'sample_waiting', help: 'Things that wait.', labels: ['account'], read: async () => samples })
  expect((await printed('sample_waiting')).slice(2)).toEqual([
    'sample_waiting{account="one"} 1',
    'sample_waiting{account="two"} 2',
  ])
  samples = samples.slice(1)
  expect((await printed('sample_waiting')).slice(2)).toEqual(['sample_waiting{account="two"} 2'])
})

test('a gauge that hangs or fails is NaN, is counted, and the others are printed', async () => {
  let readings = 0
  const hang = () => new Promise<number>(() => readings++)
  metrics.add({ name: 'sample_hanging', help: 'Does not end.', read: hang })
  metrics.add({ name: 'sample_failing', help: 'Fails.', read: () => Promise.reject(new Error('no database')) })
  metrics.add({ name: 'sample_fine', help: 'Is fine.', read: () => 4 })
  await metrics.print()
  expect(await metrics.print()).toMatch(/\nsample_hanging Nan\n.*\nsample_failing Nan\n.*\nsample_fine 4\n/s)
  expect(await printed('nameyard_unread_gauges_total')).toContain(
    'nameyard_unread_gauges_total{gauge="sample_hanging"} 2',
  )
  expect(readings).toBe(1)
})

test('a figure about connections is read before the gauges that take connections', async () => {
  let taken = 0
  const take = async () => ++taken
  metrics.add({ name: 'sample_rows', help: 'Rows.', read: take })
  metrics.add({ name: 'sample_connections', help: 'Connections in use.', isFirst: true, read: () => taken })
  metrics.add({ name: 'sample_more_rows', help: 'More rows.', read: take })
  expect(await printed('sample_connections')).toContain('sample_connections 0')
})

test('two services of one process have metrics of the same name', async () => {
  const name = 'sample_requests_total'
  const other = new Metrics('other')
  metrics.counter({ name, help: 'Requests.', labels: ['service'] }).inc({ service: 'sample' }, 2)
  other.counter({ name, help: 'Requests.', labels: ['service'] }).inc({ service: 'other' })
  expect(await printed(name)).toContain(`${name}{service="sample"} 2`)
  expect(await other.print()).toContain(`${name}{service="other"} 1`)
})

test('the metrics of the process are those of Node', async () => {
  metrics.addProcess()
  expect(await printed('nodejs_eventloop_lag_seconds ')).toHaveLength(3)
})

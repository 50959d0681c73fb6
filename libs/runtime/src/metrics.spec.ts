import { Metrics } from './metrics'

it('prints each metric with its current value', async () => {
  let length = 2
  const metrics = new Metrics()
  metrics.add({ name: 'sample_queue_length', help: 'Things that wait.', read: async () => length })
  metrics.add({ name: 'sample_age_seconds', help: 'Age of the oldest.', read: async () => 1.5 })
  length = 3
  expect(await metrics.print()).toBe(
    '# HELP sample_queue_length Things that wait.\n# TYPE sample_queue_length gauge\nsample_queue_length 3\n' +
      '# HELP sample_age_seconds Age of the oldest.\n# TYPE sample_age_seconds gauge\nsample_age_seconds 1.5\n',
  )
})

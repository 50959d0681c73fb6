import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOfMetrics } from '@nameyard/testing/promtool'
import { assistant } from '../test/assistant'
import { openHealth, ToolMetrics } from './metrics'

const fine = { code: 0, data: { id: 7 }, desc: '', maintenance: false, warnings: [] }
const refusal = { code: 320, data: null, desc: 'No such domain.', maintenance: false, warnings: [] }

const answers: readonly (readonly [string, number, object, string])[] = [
  ['a call that is carried out', 200, fine, 'ok'],
  ['a call that the service refuses', 404, refusal, 'refused'],
  ['a call that fails in the service', 500, { ...refusal, desc: 'Internal error.' }, 'error'],
]

test.each(answers)('%s is counted by tool and outcome', async (_, status, body, outcome) => {
  const { mcp, metrics } = await assistant(['domains.get'], () => ({ status, body }))
  await mcp.callTool({ name: 'domains_get', arguments: { id: 7 } })
  expect(await metrics.registry.metrics()).toContain(
    `mcp_tool_seconds_count{tool="domains_get",outcome="${outcome}"} 1`,
  )
})

test('invalid arguments are refused calls, and unknown tools are not counted', async () => {
  const { mcp, metrics } = await assistant(['domains.get'])
  await mcp.callTool({ name: 'domains_get', arguments: {} })
  await expect(mcp.callTool({ name: 'made_up', arguments: {} })).rejects.toThrow('There is no tool made_up.')
  const printed = await metrics.registry.metrics()
  expect(printed).toContain('mcp_tool_seconds_count{tool="domains_get",outcome="refused"} 1')
  expect(printed).not.toContain('made_up')
})

test('a scraper can read the metrics, and the guide lists those of the assistant server', async () => {
  const metrics = new ToolMetrics()
  metrics.start('domains_get')('ok')
  const { port, close } = await openHealth({ host: '127.0.0.1', port: 0 }, metrics)
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(answer.headers.get('content-type')).toContain('version=0.0.4')
    const text = await answer.text()
    expect(text).toContain('process_cpu_seconds_total')
    expect(faultsOfMetrics(text)).toBe('')
    const guide = readFileSync(join(__dirname, '../../../docs/metrics.md'), 'utf8')
    const own = [...text.matchAll(/^# HELP (mcp_\w+)/gm)].map(([, name]) => name)
    expect([...guide.matchAll(/^\| `(mcp_\w+)`/gm)].map(([, name]) => name)).toEqual(own)
    for (const path of ['healthz', 'readyz']) expect((await fetch(`http://127.0.0.1:${port}/${path}`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404)
  } finally {
    await close()
  }
})

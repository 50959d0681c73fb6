import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Series } from '../report/figures.mjs'
import { formatted, pageOf, resultsIn } from '../report/page.mjs'
import { plotOf } from '../report/plots.mjs'

const docs = resolve(__dirname, '../../../docs')

it('renders docs/performance.md and its plots from the results beside it', async () => {
  const { page, plots } = pageOf(resultsIn(join(docs, 'performance/results.json')))
  const file = join(docs, 'performance.md')
  expect(readFileSync(file, 'utf8')).toBe(await formatted(file, page))
  const drawn = readdirSync(join(docs, 'performance')).filter((name) => name.endsWith('.svg'))
  expect(drawn.sort()).toEqual([...plots.keys()].sort())
  for (const [name, plot] of plots) expect(readFileSync(join(docs, 'performance', name), 'utf8')).toBe(plot)
})

const part = {
  title: 'Reads',
  notes: ['`bare` checks nothing.'],
  run: { date: '2026-11-28', rounds: 1 },
  figures: [
    { name: 'by id', unit: 'ms', samples: { platform: [2], bare: [1] }, targets: [{ against: 'bare', atMost: 3 }] },
    ...[10, 30].map((ms) => ({
      name: `{"limit":${ms}}`,
      unit: 'ms',
      group: 'pages',
      samples: { platform: [ms] },
      targets: [{ atMost: 20 }],
    })),
  ],
  series: [
    {
      name: 'throughput',
      title: 'Reads < writes',
      x: { label: 'connections', isLogarithmic: true },
      y: { label: 'requests/s' },
      lines: [{ name: 'platform', points: [[1, 10, 9, 11], [100, 40, 30, 50]] }], // prettier-ignore
    },
  ],
}

it('shows the run, the verdicts, the figures, and of a group how many meet their target and the slowest', () => {
  const { page, plots } = pageOf({ parts: { read: part } })
  expect(page).toContain('Of 3 targets, 2 are met and 1 are missed; 0 were not measured.')
  expect(page).toContain('`npm run bench read`. date 2026-11-28, rounds 1.')
  expect(page).toContain('| by id  | <= 3 x bare | 2.00 x | met by 33.3 % |')
  expect(page).toContain('| pages | <= 20 ms | 1 of 2 | 20.0 ms | 30.0 ms | `{"limit":30}` |')
  expect(page).toContain('![Reads < writes](performance/read-throughput.svg)')
  expect([...plots.keys()]).toEqual(['read-throughput.svg'])
})

it('draws lines with ranges over a logarithmic axis, in colours for light and dark', () => {
  const plot = plotOf(part.series[0]!)
  expect(plot).toContain('aria-label="Reads &lt; writes"')
  expect(plot).toContain('@media (prefers-color-scheme:dark)')
  expect(plot).toContain('points="72,239.2 736,92.8"')
  expect(plot).toContain('<line stroke="#0072b2" x1="736" x2="736" y1="141.6" y2="44"/>')
  expect(plot).not.toMatch(/NaN|Infinity|undefined/)
})

it('draws bars as stacks of their parts', () => {
  const bars: NonNullable<Series['bars']> = [
    { name: 'platform', parts: { gateway: 30, customers: 20 } },
    { name: 'bare', parts: { bare: 25 } },
  ]
  const plot = plotOf({ name: 'cpu', title: 'CPU time', y: { label: 'microseconds' }, bars })
  expect(plot.match(/<rect/g)).toHaveLength(6)
  expect(plot).toContain('>50</text>')
  expect(plot).not.toMatch(/NaN|Infinity|undefined/)
})

const costs = (name: string, parts: Record<string, number>) => ({
  name,
  title: name,
  y: { label: 'microseconds' },
  bars: [{ name: 'platform', parts }],
})
const bytes = (name: string, size: number) => ({ name, unit: 'bytes', samples: { platform: [size] } })
const measured = {
  read: {
    ...part,
    figures: [bytes('read by id', 1000), bytes('list of 100', 50_000)],
    series: [
      costs('cpu', { gateway: 1000, customers: 500, PostgreSQL: 250 }),
      costs('list-cpu', { gateway: 2000, customers: 2000, PostgreSQL: 4000 }),
    ],
  },
  latency: { ...part, figures: [], series: [costs('login-cpu', { customers: 50_000 })] },
  write: { ...part, figures: [], series: [costs('cpu', { gateway: 1000, customers: 1000, PostgreSQL: 2000 })] },
  order: {
    ...part,
    figures: [],
    series: [costs('cpu', { gateway: 4000, domains: 10_000, PostgreSQL: 6000, 'sandbox-registry': 90_000 })],
  },
  start: {
    ...part,
    figures: [{ name: 'memory of the process gateway at rest', unit: 'MB', samples: { platform: [90] } }],
    series: [],
  },
}

it('ends with the arithmetic of a large installation from the measured costs', () => {
  const { page } = pageOf({ parts: measured })
  const rows = page.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' '))
  // 800 reads x 1.75 ms, 150 lists x 8 ms, 10 orders x 20 ms without the work of the registry.
  expect(rows).toContain('| read by id | 800 | 1.75 ms | 1.40 |')
  expect(rows).toContain('| list of 100 | 150 | 8.00 ms | 1.20 |')
  expect(rows).toContain('| order of a domain | 10.0 | 20.0 ms | 0.20 |')
  // 0.8 + 0.3 + 0.04 + 0.04 cores of gateways, at half of their time: three processes.
  expect(rows).toContain('| gateway | 1.18 | 3 | 1 | 0.09 GB |')
  expect(page).not.toContain('| sandbox-registry')
  // 800 x 1,000 + 150 x 50,000 bytes.
  expect(page).toContain('66.4 Mbit/s')
  // PostgreSQL: 0.2 + 0.6 + 0.08 + 0.06 busy cores for a thousand requests a second, of 32.
  expect(page).toContain('It is busy with 0.94 cores here')
  expect(page).toContain('about 34,000 requests a second')
})

it('leaves the arithmetic out while one of its costs is not measured', () => {
  expect(pageOf({ parts: { ...measured, order: part } }).page).not.toContain('A large installation')
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { runCommand } from '@nameyard/admin/command-line'
import { checks } from '@nameyard/admin/status/checks'
import { faultsOfRules } from '@nameyard/testing/promtool'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly runbook: string }
}

const root = join(__dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const rules = (parse(read('deploy/observability/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules: some }) => some,
)
const runbook = read('docs/runbook.md')

/** The metrics of the guide, which a test compares with the running platform. */
const guide = [...read('docs/metrics.md').matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name!)

/** Metrics that a text names, without the endings of histograms. */
const metricsIn = (text: string) =>
  [...text.matchAll(/\b(?:gateway|nameyard|customers|dns|domains|events|orders|registry)_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )

test('each alert is raised by its metrics, and none by a platform without a problem', () => {
  expect(faultsOfRules(join(root, 'deploy/observability/alerts.test.yml'))).toBe('')
})

test('each alert has its section in the runbook, and each section its alert', () => {
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name!)
  expect(sections.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
  for (const { alert, annotations } of rules) expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
})

test.each(checks.map((check) => [check.metric, check] as const))(
  'admin status has the limit of the alert: %s',
  (metric, { most, least, alert }) => {
    const { expr } = rules.find((rule) => rule.alert === alert)!
    expect(expr).toContain(metric)
    const isExact = most !== undefined && least !== undefined
    expect(expr).toContain(isExact ? `!= ${most}` : least === undefined ? `> ${most}` : `< ${least}`)
  },
)

test('the metrics that the runbook names exist', () => {
  for (const name of metricsIn(runbook)) expect(guide).toContain(name)
})

const commands = new Set([...runbook.matchAll(/`admin ((?:[a-z][a-z-]+ ?)+)/g)].map(([, words]) => words!.trim()))
test.each([...commands])('the command `admin %s` of the runbook exists', async (words) => {
  const lines: string[] = []
  await runCommand([...words.split(' '), '--help'], {}, (line) => lines.push(line))
  expect(lines.join('\n')).toContain(`Usage: admin ${words} `)
})

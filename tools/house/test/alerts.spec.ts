import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { runCommand } from '@nameyard/admin/command-line'
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

/** The labels of each metric, from the guide, which a test compares with the running platform. */
const guide = new Map(
  [...read('docs/metrics.md').matchAll(/^\| `(\w+)` +\| ([^|]*)\|/gm)].map(([, name, labels]) => [
    name!,
    [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
  ]),
)

/** Metrics in the text of an expression, without the endings of histograms. Prometheus makes `up` itself. */
const metricsIn = (text: string) =>
  [...text.matchAll(/\b(?:gateway|nameyard|customers|dns|domains|orders|registry)_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )

test('each alert is raised by its metrics, and none by a platform without a problem', () => {
  expect(faultsOfRules(join(root, 'deploy/observability/alerts.test.yml'))).toBe('')
})

test.each(rules.map((rule) => [rule.alert, rule] as const))('%s names metrics and labels that exist', (_, { expr }) => {
  for (const name of metricsIn(expr)) expect([...guide.keys()]).toContain(name)
  const known = new Set(['__name__', 'job', 'instance', ...metricsIn(expr).flatMap((name) => guide.get(name) ?? [])])
  const matched = [...expr.matchAll(/(\w+) *(?:=~?|!=|!~) *"/g)].map(([, label]) => label!)
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels]) => labels!.split(/, */))
  for (const label of [...matched, ...grouped]) expect([...known]).toContain(label)
})

test('each alert has its section in the runbook, and each section its alert', () => {
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name!)
  expect(sections.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
  for (const { alert, annotations } of rules) expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
})

test('the metrics that the runbook names exist', () => {
  for (const name of metricsIn(runbook)) expect([...guide.keys()]).toContain(name)
})

const commands = new Set([...runbook.matchAll(/`admin ((?:[a-z][a-z-]+ ?)+)/g)].map(([, words]) => words!.trim()))
test.each([...commands])('the command `admin %s` of the runbook exists', async (words) => {
  const lines: string[] = []
  await runCommand([...words.split(' '), '--help'], {}, (line) => lines.push(line))
  expect(lines.join('\n')).toContain(`Usage: admin ${words} `)
})

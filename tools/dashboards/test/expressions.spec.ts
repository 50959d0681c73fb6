import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import { Metrics } from '@nameyard/runtime/metrics'

const root = join(__dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Metrics that no dashboard shows, each with the reason. */
const forExperts: Readonly<Record<string, string>> = {
  nameyard_config_info: 'says how a service is set up, which does not change while it runs',
}

/** The labels of each metric. The guide lists what the running platform prints (apps/e2e/test/metrics.spec.ts). */
const listed = new Map(
  [...read('docs/metrics.md').matchAll(/^\| `(\w+)` +\| ([^|]*)\|/gm)].map(([, name, labels]) => [
    name!,
    [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
  ]),
)

/** Metrics that Prometheus makes itself. */
const ofPrometheus: readonly [string, string[]][] = [
  ['up', []],
  ['ALERTS', ['alertname', 'alertstate', 'severity']],
]

async function ofProcess(): Promise<[string, string[]][]> {
  const metrics = new Metrics('one')
  metrics.addProcess()
  return (await metrics.values()).map(({ name }) => [name, []])
}

const dashboards = readdirSync(join(root, 'deploy/observability/dashboards')).map((file) => ({
  file,
  text: read(`deploy/observability/dashboards/${file}`),
}))

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}

const ofDashboards = dashboards.flatMap(({ file, text }) =>
  (JSON.parse(text) as { panels: Panel[] }).panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ place: `${file}, ${title}`, expression: expr })),
  ),
)

interface Rule {
  readonly alert: string
  readonly expr: string
}

const ofRules = (
  parse(read('deploy/observability/alerts.yml')) as { groups: readonly { readonly rules: readonly Rule[] }[] }
).groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ place: alert, expression: expr })))

/** What an expression names. `$__rate_interval` is a variable of Grafana, and no PromQL. */
function namesIn(expression: string) {
  const text = expression.replaceAll('$__rate_interval', '5m')
  const found = { errors: [] as string[], metrics: [] as string[], labels: [] as string[] }
  const nodeText = ({ from, to }: { from: number; to: number }) => text.slice(from, to)
  parser.parse(text).iterate({
    enter({ type, node }) {
      if (type.isError) found.errors.push(`at ${node.from}: ${text.slice(node.from)}`)
      if (type.name === 'VectorSelector') {
        const name = node.getChild('Identifier')
        if (name) found.metrics.push(nodeText(name))
      }
      if (type.name === 'LabelName') found.labels.push(nodeText(node))
    },
  })
  // `{__name__=~"a|b"}` names metrics too.
  for (const [, names] of text.matchAll(/__name__=~?"([^"]*)"/g)) found.metrics.push(...names!.split('|'))
  return { ...found, metrics: found.metrics.map((name) => baseOf(name)) }
}

const baseOf = (name: string) => (listed.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''))

/** Labels that Prometheus adds, and the one of the buckets of histograms. */
const everywhere = ['__name__', 'job', 'instance', 'le']

const known = ofProcess().then((some) => new Map([...some, ...ofPrometheus, ...listed]))

/** Gauges about the database: every replica of a service answers the same value. */
const repeated = new Set(
  [...listed.keys()].filter((name) =>
    /_dead_letters$|^nameyard_(outbox|queue)_|^(domains|dns|orders)_|^registry_(?!answer|session)/.test(name),
  ),
)

const summedIn = (expression: string) =>
  [...expression.matchAll(/\bsum\s*(?:by\s*\([^)]*\)\s*)?\(\s*(?:rate\()?(\w+)/g)].map(([, name]) => name!)

async function faultsOf(expression: string): Promise<string[]> {
  const { errors, metrics, labels } = namesIn(expression)
  const all = await known
  const mayBe = new Set([...everywhere, ...metrics.flatMap((name) => all.get(name) ?? [])])
  return [
    ...errors.map((error) => `syntax ${error}`),
    ...metrics.filter((name) => !all.has(name)).map((name) => `unknown metric ${name}`),
    ...labels.filter((label) => !mayBe.has(label)).map((label) => `unknown label ${label}`),
    ...summedIn(expression)
      .filter((name) => repeated.has(name))
      .map((name) => `${name} is summed, although replicas repeat it: take its maximum`),
  ]
}

test.each([...ofRules, ...ofDashboards].map(({ place, expression }) => [place, expression] as const))(
  '%s: metrics and labels of the expression exist',
  async (_, expression) => {
    expect(namesIn(expression).metrics).not.toEqual([])
    expect(await faultsOf(expression)).toEqual([])
  },
)

test.each([
  ['sum(rate(gateway_request_seconds_count[5m])', /^syntax /],
  ['max(dns_unpublished_zone)', /^unknown metric dns_unpublished_zone$/],
  ['max({__name__=~"dns_dead_letters|dns_live_letters"})', /^unknown metric dns_live_letters$/],
  ['sum by (operations) (rate(gateway_request_seconds_count[5m]))', /^unknown label operations$/],
  ['gateway_request_seconds_count{result="error"}', /^unknown label result$/],
  ['sum(dns_unpublished_zones)', /^dns_unpublished_zones is summed/],
  ['dns_waiting_zones / on (zone) dns_waiting_zones', /^unknown label zone$/],
])('a fault of an expression is found: %s', async (expression, fault) => {
  expect(await faultsOf(expression)).toEqual(expect.arrayContaining([expect.stringMatching(fault)]))
})

test('each metric is in a dashboard, or in the list for experts with a reason', () => {
  const shown = new Set(ofDashboards.flatMap(({ expression }) => namesIn(expression).metrics))
  expect([...listed.keys()].filter((name) => !shown.has(name)).toSorted()).toEqual(Object.keys(forExperts).toSorted())
})

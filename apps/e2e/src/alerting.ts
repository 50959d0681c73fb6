import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { temporaryFolder } from './platform'
import { root } from './run'

/** Debian's names of the programs. */
const PROGRAMS = ['prometheus', 'prometheus-alertmanager']

/**
 * Whether Prometheus and Alertmanager are installed. Where they are not, a line on standard error says that nothing is
 * tested. `REQUIRE_PROMTOOL` makes that an error.
 */
export function hasAlerting(): boolean {
  const missing = PROGRAMS.filter((program) => spawnSync(program, ['--version']).error)
  if (missing.length === 0) return true
  const what = `no ${missing.join(' and ')} here (Debian packages of these names)`
  if (process.env.REQUIRE_PROMTOOL) throw new Error(what)
  process.stderr.write(`SKIPPED: ${what}; no alert is raised by a real fault\n`)
  return false
}

/** Prometheus with the shipped rules, Alertmanager, and a receiver of notifications. */
export interface Alerting {
  /** The notifications so far, oldest first: an alert by its name, once for each notification. */
  readonly notified: readonly string[]
  /** The alerts that fire now, by name. */
  firing(): Promise<string[]>
  /** Resolves when Prometheus has scraped every process and evaluated every rule, several times from now on. */
  evaluated(): Promise<void>
  close(): Promise<void>
}

/**
 * The shipped rules in a world in which a minute takes two seconds. The limit of an age is shorter only where `limits`
 * names it: a busy machine would exceed the others without a fault. Rules that say that a machine is busy are left out.
 */
function quickRules(limits: Readonly<Record<string, string>>): string {
  let rules = readFileSync(join(root, 'deploy/observability/alerts.yml'), 'utf8')
  for (const busy of ['DatabaseConnectionsExhausted', 'MetricsUnread'])
    rules = rules.replace(new RegExp(`^ {6}- alert: ${busy}\\n(?: {8}.*\\n)+`, 'm'), '')
  const seconds = (minutes: string) => `${Number(minutes) * 2}s`
  rules = rules.replaceAll(/\bfor: (\d+)m\b/g, (_, minutes: string) => `for: ${seconds(minutes)}`)
  rules = rules.replaceAll(/\[(\d+)m\]/g, (_, minutes: string) => `[${seconds(minutes)}]`)
  for (const [shipped, short] of Object.entries(limits)) {
    if (!rules.includes(shipped)) throw new Error(`no rule has ${shipped}`)
    rules = rules.replace(shipped, short)
  }
  return rules
}

export async function startAlerting(
  targets: Readonly<Record<string, number>>,
  limits: Readonly<Record<string, string>>,
): Promise<Alerting> {
  const folder = temporaryFolder()
  const [prometheusPort, managerPort] = await Promise.all([freePort(), freePort()])
  const notified: string[] = []
  const receiver = createServer(async (request, response) => {
    const { alerts } = JSON.parse(await text(request)) as { alerts: { labels: { alertname: string } }[] }
    for (const name of new Set(alerts.map(({ labels }) => labels.alertname))) notified.push(name)
    response.end()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  file('alerts.yml', quickRules(limits))
  const config = {
    global: { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${managerPort}`] }] }] },
    scrape_configs: [
      {
        job_name: 'nameyard',
        static_configs: Object.entries(targets).map(([instance, port]) => ({
          targets: [`127.0.0.1:${port}`],
          labels: { instance },
        })),
      },
    ],
  }
  const route = {
    receiver: 'hook',
    group_by: ['alertname'],
    group_wait: '0s',
    group_interval: '1s',
    repeat_interval: '1h',
  }
  const receivers = [{ name: 'hook', webhook_configs: [{ url: hook, send_resolved: false }] }]
  const [prometheus, manager] = [
    start('prometheus', [
      // JSON is YAML.
      `--config.file=${file('prometheus.yml', JSON.stringify(config))}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${prometheusPort}`,
      '--log.level=error',
    ]),
    start('prometheus-alertmanager', [
      `--config.file=${file('alertmanager.yml', JSON.stringify({ route, receivers }))}`,
      `--storage.path=${join(folder, 'manager')}`,
      `--web.listen-address=127.0.0.1:${managerPort}`,
      '--cluster.listen-address=',
      '--log.level=error',
    ]),
  ]
  const ask = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/${path}`)
    return ((await response.json()) as { data: Data }).data
  }
  const value = async (query: string) => {
    const { result } = await ask<{ result: { value: [number, string] }[] }>(`query?query=${encodeURIComponent(query)}`)
    return Number(result[0]?.value[1])
  }
  await eventually(async () => (await fetch(`http://127.0.0.1:${managerPort}/-/ready`)).ok, 'a ready Alertmanager')
  return {
    notified,
    async firing() {
      const { alerts } = await ask<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts')
      return [...new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname))]
    },
    async evaluated() {
      const all = Object.keys(targets).length
      await eventually(async () => (await value('sum(up{job="nameyard"})')) === all, 'an answer of every process')
      // The rules with the longest `for` need ten seconds of evaluations before they can fire.
      const since = await value('vector(time())')
      await eventually(async () => {
        const { groups } = await ask<{ groups: { rules: Evaluated[] }[] }>('rules')
        const rules = groups.flatMap((group) => group.rules)
        expect(rules.flatMap(({ lastError }) => lastError ?? [])).toEqual([])
        return rules.every(({ lastEvaluation }) => Date.parse(lastEvaluation) / 1_000 > since + 12)
      }, 'evaluations of every rule')
    },
    async close() {
      await Promise.all([prometheus, manager].map(stop))
      await new Promise((resolve) => receiver.close(resolve))
    },
  }
}

interface Evaluated {
  readonly lastError?: string
  readonly lastEvaluation: string
}

const start = (program: string, args: readonly string[]) =>
  spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

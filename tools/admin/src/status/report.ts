import type { ServiceName } from '@nameyard/contracts/operation'
import { table, type Answer } from '../terminal'
import type { BackupState } from './backups'
import { checks, isWell, type Figure } from './checks'

/** The answer of a service; undefined if it did not answer in time. */
export interface ServiceState {
  readonly service: ServiceName
  readonly answer?: { readonly version: string; readonly missing: string | null; readonly gauges: readonly Figure[] }
}

/** The state of a health listener (`/readyz`). */
export interface ListenerState {
  readonly url: string
  /** What it lacks; undefined if it is ready. */
  readonly missing?: string
  /** The figures of a process that is not behind the broker. */
  readonly gauges?: readonly Figure[]
}

interface Problem {
  readonly service: string
  readonly what: string
  readonly next: string
}

const section = (alert: string) => `docs/runbook.md#${alert.toLowerCase()}`

/** Compares the figures of the services with their limits: one screen, with the next step for each problem. */
export function reportOf(
  states: readonly ServiceState[],
  listeners: readonly ListenerState[],
  backups: readonly BackupState[] = [],
): Answer {
  const problems = [
    ...states.flatMap(problemsOf),
    ...listeners.flatMap(problemOf),
    ...backups.flatMap(({ what, problem }) =>
      problem === undefined ? [] : [{ service: what, what: problem, next: 'see docs/operate/back-up.md' }],
    ),
  ]
  const services = [
    ...states.map(({ service, answer }) => [service, readiness(answer), answer?.version ?? '']),
    ...listeners.map(({ url, missing }) => [url, missing ?? 'ready', '']),
  ]
  const figures = figuresOf(states)
  return {
    facts: {
      isWell: problems.length === 0,
      services: states.map(({ service, answer }) => ({ service, state: readiness(answer), version: answer?.version })),
      listeners: listeners.map(({ url, missing }) => ({ url, state: missing ?? 'ready' })),
      backups: backups.map(({ what, state, ageSeconds }) => ({ what, state, ageSeconds })),
      problems,
      figures,
    },
    lines: [
      ...table(['service', 'state', 'version'], services),
      '',
      ...table(
        ['figure', 'value'],
        figures.map(({ what, value }) => [what, value]),
      ),
      '',
      ...table(
        ['backup', 'last success'],
        backups.map(({ what, state }) => [what, state]),
      ),
      '',
      ...(problems.length === 0
        ? ['All is well.']
        : problems.flatMap(({ service, what, next }) => [`NOT WELL  ${service}: ${what}`, `          ${next}`])),
    ],
    ...(problems.length > 0 && { failure: `Not well: ${problems.length} of the checks.` }),
  }
}

const readiness = (answer: ServiceState['answer']) =>
  answer === undefined ? 'no answer' : answer.missing === null ? 'ready' : `lacks: ${answer.missing}`

function problemsOf({ service, answer }: ServiceState): Problem[] {
  if (!answer) return [{ service, what: 'does not answer', next: `see ${section('ServiceDown')}` }]
  const missing =
    answer.missing === null
      ? []
      : [
          {
            service,
            what: `lacks the ${answer.missing}`,
            next: `see the log of ${service}, and ${section('ServiceDown')}`,
          },
        ]
  return [...missing, ...problemsOfFigures(service, answer.gauges)]
}

function problemsOfFigures(service: string, gauges: readonly Figure[]): Problem[] {
  return gauges.flatMap(({ name, labels, value }) => {
    const check = checks.find(({ metric }) => metric === name)
    if (value === null) return [{ service, what: `${name} cannot be read`, next: `see ${section('MetricsUnread')}` }]
    if (!check || isWell(check, value)) return []
    const command = check.command === undefined ? '' : `npm run admin -- ${check.command}; `
    return [{ service, what: check.says(value, labels), next: `${command}${section(check.alert)}` }]
  })
}

function problemOf({ url, missing, gauges = [] }: ListenerState): Problem[] {
  const found = missing === undefined ? [] : [{ service: url, what: missing, next: `see ${section('ServiceDown')}` }]
  return [...found, ...problemsOfFigures(url, gauges)]
}

/** Figures without a limit, so that a reader sees what is going on. */
function figuresOf(states: readonly ServiceState[]): { what: string; value: string }[] {
  const all = states.flatMap(({ answer }) => answer?.gauges ?? [])
  const shown: readonly (readonly [metric: string, what: (labels: Figure['labels']) => string])[] = [
    ['nameyard_outbox_messages', ({ service }) => `messages in the outbox of ${service}`],
    ['nameyard_queue_messages', ({ queue }) => `messages in ${queue}`],
    ['registry_operations', ({ account, state }) => `operations at ${account}, ${state}`],
    ['registry_sessions', ({ account, state }) => `sessions of one worker at ${account}, ${state}`],
    ['registry_balance', ({ account, currency }) => `balance at ${account}, ${currency}`],
    ['registry_crowded_accounts', () => 'accounts whose registry refused one more session'],
    ['domains_drifted', () => 'domains that differ from their registry'],
    ['dns_unpublished_zones', () => 'zones that are not published'],
    ['dns_waiting_zones', ({ server, age }) => `zones that wait for ${server}, age: ${age}`],
    ['orders_certificates_waiting', ({ work }) => `certificate orders, ${work}`],
  ]
  return shown.flatMap(([metric, what]) =>
    all
      .filter(({ name, value }) => name === metric && value !== null && value !== 0)
      .map(({ labels, value }) => ({ what: what(labels), value: String(value) })),
  )
}

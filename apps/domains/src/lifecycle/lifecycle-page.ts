import {
  deleteStatus,
  effects,
  guardNames,
  lifecycleEvents,
  phases,
  transitions,
  visibleStatus,
} from './model/lifecycle'
import { operationsByPhase, permissions, type PhasedOperation } from './model/permissions'
import { timerKinds } from './model/timers'

/** The lifecycle of a domain as a page of the documentation, printed from the tables that decide it. */
export function lifecyclePage(): string {
  const operations = Object.keys(operationsByPhase) as PhasedOperation[]
  return `${[
    '# The lifecycle of a domain',
    'Printed from the code by `npm run golden`; do not edit.',
    'A domain begins with its order and changes its phase by the events below, and by nothing else. An event without a transition changes nothing: it is stored as a `lifecycle_violation`, with the domain as the platform has it and as the registry shows it, for an operator to look at. Resellers see the status, which depends on the phase alone. EPP statuses and grace periods of the registry are stored beside the phase and never mixed with it.',
    '## Phases',
    table(
      ['Phase', 'Status', 'Delete status'],
      phases.map((phase) => [code(phase), visibleStatus[phase], deleteStatus[phase]]),
    ),
    'Purged and transferred domains and hidden failed orders are read with `is_deleted`. The removal reason says why the domain ended: `transferred`, `expired`, `owner`, `registry` or `policy`. A failed order does not reserve the name: another account may order it, and the next order of the same account replaces it.',
    '## Transitions',
    'For one phase and event, the first line whose guard holds applies. The number is that of the rule. Payment depends on the outcome of the operation, not on the phase: the price of a completed operation is captured, any other reservation is released. A deletion is not refunded, not even within the add grace period in which the registry refunds it, because the create was completed. Where a registry renews by itself, the year paid in advance is refunded when the domain is deleted or transferred away before the registry has renewed it.',
    table(
      ['#', 'From', 'Event', 'Guard', 'To', 'Effect'],
      transitions.map(({ row, from, on, when, to, effect }) => [
        String(row),
        from === 'none' ? '' : code(from),
        code(on),
        when ?? '',
        code(to),
        effect ?? '',
      ]),
    ),
    '### Events',
    table(
      ['Event', 'What happened'],
      Object.entries(lifecycleEvents).map(([event, words]) => [code(event), words]),
    ),
    '### Guards',
    table(
      ['Guard', 'Holds when'],
      Object.entries(guardNames).map(([guard, words]) => [guard, words]),
    ),
    '### Effects',
    table(
      ['Effect', 'What it does in the same transaction'],
      Object.entries(effects).map(([word, words]) => [word, words]),
    ),
    '## Timers',
    'All instants are UTC. A timer fires at or after its instant, never before. A timer that fires late or twice has no further effect. The numbers of days are rules of the extension: see `GET /v1/tlds`.',
    table(
      ['Timer', 'Phases', 'Due', 'Does'],
      Object.entries(timerKinds).map(([kind, timer]) => [
        code(kind),
        timer.phases.map(code).join(', '),
        timer.due,
        timer.does,
      ]),
    ),
    '## Operations by phase',
    'What an operation of the API does in each phase. Refusals have their names: see [errors](errors.md).',
    ...operations.map((operation) =>
      [`### ${operation}`, table(['Phases', 'What it does'], byDecision(operation))].join('\n\n'),
    ),
    '### Words of the tables above',
    table(
      ['Word', 'Meaning'],
      Object.entries(permissions).map(([word, words]) => [word, words]),
    ),
  ].join('\n\n')}\n`
}

function byDecision(operation: PhasedOperation): string[][] {
  const decisions = operationsByPhase[operation]
  const words = phases.map((phase) => {
    const decision = decisions[phase]
    return typeof decision === 'string' ? decision : `no: ${code(decision.refused)}`
  })
  return [...new Set(words)].map((word) => [
    phases
      .filter((_, index) => words[index] === word)
      .map(code)
      .join(', '),
    word,
  ])
}

const code = (word: string) => `\`${word}\``

function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

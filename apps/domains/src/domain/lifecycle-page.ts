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

/** The life of a domain as a page of the documentation, printed from the tables that decide it. */
export function lifecyclePage(): string {
  const operations = Object.keys(operationsByPhase) as PhasedOperation[]
  return `${[
    '# The life of a domain',
    'Printed from the code by `npm run golden`; do not edit.',
    "A name begins with its order and moves from phase to phase by the events below, and by nothing else. An event that a phase has no place for changes nothing: it is kept as a `lifecycle_violation` with the domain as we had it and as the registry showed it, and a person must look. Resellers see the status; it is a function of the phase alone. The registry's own view, EPP statuses and grace periods, is the registry's and never mixed with these phases.",
    '## Phases',
    table(
      ['Phase', 'Status', 'Delete status'],
      phases.map((phase) => [code(phase), visibleStatus[phase], deleteStatus[phase]]),
    ),
    'Gone and left domains and hidden failed orders are read with `is_deleted`. Why a name left is kept with it: `transferred`, `expired`, `owner`, `registry` or `policy`. A failed order does not keep the name: another account may order it, and the same account’s next order takes its place.',
    '## Transitions',
    'Of the lines of one phase and event the first whose guard holds is taken. The number is that of the rule. Money follows the outcome of the operation and not the phase: what was done is captured, what was not is released. A deletion gives nothing back, not even within the add grace in which a registry refunds it: the create was done. Where a registry renews by itself, the year that was paid ahead of that is given back when the domain is deleted or leaves before the registry has renewed it.',
    table(
      ['#', 'From', 'Event', 'Guard', 'To', 'Follows'],
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
    '### What follows',
    table(
      ['Word', 'What is done in the same transaction'],
      Object.entries(effects).map(([word, words]) => [word, words]),
    ),
    '## Timers',
    'All instants are UTC. A timer fires at or after its instant and never before; one that comes late or twice finds that nothing is due any more. Days are rules of the extension, see `GET /v1/tlds`.',
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
    'What an operation of the API does in each phase. A refusal is given by its name, see [errors](errors.md).',
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

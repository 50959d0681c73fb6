import { guards } from './guards'
import { lifecycleEvents, phases, transitions, visibleStatus, deleteStatus, type Phase } from './lifecycle'
import { operationsByPhase } from './permissions'
import { timerKinds } from './timers'

/**
 * The faults of the tables: a phase that no transition leads to, an event or guard without a transition, a phase without a
 * status, an operation without a decision. The service does not start with a fault.
 */
export function lifecycleFaults(): readonly string[] {
  const reached = new Set<Phase>(transitions.flatMap(({ from, to }) => (from === 'none' ? [to] : [])))
  for (const phase of reached) for (const { from, to } of transitions) if (from === phase) reached.add(to)
  const events = new Set<string>(transitions.map(({ on }) => on))
  const used = new Set<string | undefined>(transitions.map(({ when }) => when))
  const { 'zone-cleanup': _, ...moving } = timerKinds
  const timed = new Set<Phase>(Object.values(moving).flatMap((kind): readonly Phase[] => kind.phases))
  return [
    ...phases.filter((phase) => !reached.has(phase)).map((phase) => `nothing leads to ${phase}`),
    ...phases.filter((phase) => !visibleStatus[phase] || !deleteStatus[phase]).map((phase) => `${phase} has no status`),
    ...phases
      .filter((phase) => timed.has(phase) && !transitions.some(({ from, to }) => from === phase && to !== phase))
      .map((phase) => `nothing leads out of ${phase}`),
    ...Object.keys(lifecycleEvents).flatMap((event) => (events.has(event) ? [] : [`${event} has no transition`])),
    ...Object.keys(guards).flatMap((guard) => (used.has(guard) ? [] : [`no transition asks whether it ${guard}`])),
    ...Object.entries(operationsByPhase).flatMap(([operation, decisions]) =>
      phases.filter((phase) => !decisions[phase]).map((phase) => `${operation} is not decided in ${phase}`),
    ),
  ]
}

/**
 * The life of a domain as a table: which phase follows which event. Nothing else moves a domain. Phases that the
 * platform cannot reach yet are not in it.
 */

/** Every phase, in the order of a life. */
export const phases = ['create.queued', 'active', 'failed'] as const
export type Phase = (typeof phases)[number]

/** What can happen to a domain. */
export const lifecycleEvents = ['registry.done', 'registry.refused', 'registry.failed'] as const
export type LifecycleEvent = (typeof lifecycleEvents)[number]

/** The phase that follows an event; an event without an entry is a defect in that phase. */
export const transitions = {
  'create.queued': { 'registry.done': 'active', 'registry.refused': 'failed', 'registry.failed': 'failed' },
  active: {},
  failed: {},
} as const satisfies Record<Phase, Partial<Record<LifecycleEvent, Phase>>>

/** The phase a name starts in. */
export const firstPhase: Phase = 'create.queued'

/** What resellers see; a pure function of the phase. */
export const visibleStatus = {
  'create.queued': 'REQ',
  active: 'ACT',
  failed: 'FAI',
} as const satisfies Record<Phase, string>

/** The phase that follows, or undefined when the event has no place in this phase. */
export function next(phase: Phase, happened: LifecycleEvent): Phase | undefined {
  return (transitions[phase] as Partial<Record<LifecycleEvent, Phase>>)[happened]
}

import { firstPhase, lifecycleEvents, phases, transitions, visibleStatus, type Phase } from './lifecycle'

describe('the life of a domain', () => {
  it('reaches every phase from the first', () => {
    const reached = new Set<Phase>([firstPhase])
    for (const phase of reached) for (const after of Object.values(transitions[phase])) reached.add(after)
    expect([...reached].sort()).toEqual([...phases].sort())
  })

  it('uses every event', () => {
    const used = new Set(phases.flatMap((phase) => Object.keys(transitions[phase])))
    expect([...used].sort()).toEqual([...lifecycleEvents].sort())
  })

  it('shows a status in every phase', () => {
    expect(Object.keys(visibleStatus).sort()).toEqual([...phases].sort())
  })
})

import { decodeAvailability, type Availability } from '../availability'
import { objectCommand, type Command } from '../command'
import { label, listOf } from '../constraints'
import { DOMAIN } from '../namespaces'
import { elementsOf } from '../xml'

const domain = elementsOf(DOMAIN)

/** Checks which names can be created (RFC 5731 section 3.1.1). Names are A-labels; registries limit their number. */
export function checkDomain(names: readonly string[]): Command<Availability[]> {
  const payload = domain(
    'check',
    listOf('name', names).map((name) => domain('name', label('name', name))),
  )
  return objectCommand('domain', 'check', payload, (answer) => decodeAvailability(answer, DOMAIN, 'name'))
}

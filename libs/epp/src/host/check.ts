import { decodeAvailability, type Availability } from '../availability'
import { objectCommand, type Command } from '../command'
import { label, listOf } from '../constraints'
import { HOST } from '../namespaces'
import { elementsOf } from '../xml'

const host = elementsOf(HOST)

/** Checks which host objects can be created (RFC 5732 section 3.1.1). */
export function checkHost(names: readonly string[]): Command<Availability[]> {
  const payload = host(
    'check',
    listOf('name', names).map((name) => host('name', label('name', name))),
  )
  return objectCommand('host', 'check', payload, (answer) => decodeAvailability(answer, HOST, 'name'))
}

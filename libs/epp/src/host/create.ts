import { dataOf } from '../answer'
import { objectCommand, type Command } from '../command'
import { label } from '../constraints'
import { HOST } from '../namespaces'
import { elementsOf } from '../xml'
import { encodeAddress } from './address'

const host = elementsOf(HOST)

export interface CreatedHost {
  readonly name: string
  readonly crDate: Date
}

/**
 * Creates a host object (RFC 5732 section 3.2.1). Only a host below a domain of this registry has addresses; we must
 * sponsor that domain.
 */
export function createHost(name: string, addresses: readonly string[] = []): Command<CreatedHost> {
  const payload = host('create', [
    host('name', label('name', name)),
    ...addresses.map((address) => encodeAddress(HOST, 'addr', address)),
  ])
  return objectCommand('host', 'create', payload, (answer) => {
    const creData = dataOf(answer, HOST, 'creData')
    return { name: creData.token('name'), crDate: creData.date('crDate') }
  })
}

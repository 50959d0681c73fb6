import { noData, objectCommand, type Command } from '../command'
import { label } from '../constraints'
import { HOST } from '../namespaces'
import { elementsOf } from '../xml'

const host = elementsOf(HOST)

/** Deletes a host object (RFC 5732 section 3.2.2). Refused with 2305 while a domain is delegated to it. */
export function deleteHost(name: string): Command<undefined> {
  return objectCommand('host', 'delete', host('delete', [host('name', label('name', name))]), noData)
}

import { noData, objectCommand, type Command } from '../command'
import { label } from '../constraints'
import { DOMAIN } from '../namespaces'
import { elementsOf } from '../xml'

const domain = elementsOf(DOMAIN)

/**
 * Deletes a domain (RFC 5731 section 3.2.2). Refused with 2305 while other domains are delegated to hosts below the name.
 * Takes effect at once, or (1001) at the end of the registry's grace periods (RFC 3915).
 */
export function deleteDomain(name: string): Command<undefined> {
  return objectCommand('domain', 'delete', domain('delete', [domain('name', label('name', name))]), noData)
}

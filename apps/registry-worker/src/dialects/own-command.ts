import { noData, type Command } from '@nameyard/epp/command'
import { label } from '@nameyard/epp/constraints'
import { DOMAIN, EPP } from '@nameyard/epp/namespaces'
import { elementsOf, type XmlElement } from '@nameyard/epp/xml'

/**
 * A command in a namespace of the registry, outside of `<command>` (RFC 5730 section 2.7.1) and built like it: the verb, its
 * extensions, the clTRID.
 */
export function ownCommand(
  ns: string,
  { name, verb, extension = [] }: Pick<Command<unknown>, 'name' | 'verb' | 'extension'>,
): Command<undefined> {
  const own = elementsOf(ns)
  const envelope = (clTRID: string) =>
    elementsOf(EPP)('extension', [
      own('command', [verb, extension.length > 0 ? own('extension', extension) : undefined, own('clTRID', clTRID)]),
    ])
  return { name, verb, envelope, decode: noData }
}

/** A verb of the registry's own on a domain, with an element of the domain mapping in it. */
export function domainVerb(
  ns: string,
  { local, op, name, rest = [] }: { local: string; op?: string; name: string; rest?: readonly XmlElement[] },
): XmlElement {
  const domain = elementsOf(DOMAIN)
  return elementsOf(ns)(local, [domain(local, [domain('name', label('name', name)), ...rest])], { op })
}

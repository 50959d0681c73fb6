import { COMMON_ENDPOINT } from '../../model/endpoint'
import { Refusal } from '../../model/result'
import type { CommandContext } from '../../protocol/command'
import type { CommandRequest } from '../../protocol/request'
import { extensionNamespaces } from '../../xml/namespaces'
import type { Element } from '../../xml/read'

/**
 * Refuses what the profile of a domain's TLD does not support: names of other profiles at a profile's own endpoint (2306,
 * 2303), a renew command where the registry renews by itself (2101), extensions (2103), empty containers (2003). `ofDialect`
 * are further extensions that it supports.
 */
export async function refuseAgainstProfile(
  request: CommandRequest,
  { policy, rulesOf }: Pick<CommandContext, 'policy' | 'rulesOf'>,
  ofDialect: readonly string[] = [],
): Promise<void> {
  const { name, payload, objects, extensions } = request
  const [object] = objects
  // A check may have names of several TLDs, and answers each by its own rules.
  const isOfDomain = name.startsWith('domain:') && name !== 'domain:check' && object !== undefined
  const rules = isOfDomain ? await rulesOf(object) : undefined
  if (policy.refusesEmptyContainers || rules?.emptyContainers === 'refused') {
    refuseEmptyContainers([payload, ...extensions.values()])
  }
  if (!rules) return
  if (policy.endpoint !== COMMON_ENDPOINT && policy.endpoint !== rules.profile) {
    const offender = { ns: payload.ns, local: 'name', text: object ?? '' }
    if (name === 'domain:create') throw new Refusal(2306, 'this registry does not serve the name', offender)
    throw new Refusal(2303, 'the domain does not exist', offender)
  }
  if (name === 'domain:renew' && rules.renewal === 'none') throw new Refusal(2101, 'the registry renews by itself')
  const known = [...rules.extensions.map((extension) => extensionNamespaces[extension]), ...ofDialect]
  for (const extension of extensions.values()) {
    if (!known.includes(extension.ns)) {
      throw new Refusal(2103, 'the TLD does not support the extension', { ...extension, text: '' })
    }
  }
}

function refuseEmptyContainers(elements: readonly Element[]): void {
  const isRestore = elements.some((element) => element.children.some(({ local }) => local === 'restore'))
  const empty = elements
    .flatMap(({ children }) => children)
    .find((child) => ['add', 'rem', 'chg'].includes(child.local) && child.children.length === 0)
  // RFC 3915 section 4.2.5 has a restore carry an empty <chg>.
  if (empty && !isRestore) throw new Refusal(2003, `<${empty.local}> is empty`, { ...empty, text: '' })
}

import { label } from '../constraints'
import { ElementReader } from '../element-reader'
import { encodeAddress } from '../host/address'
import { DOMAIN } from '../namespaces'
import { elementsOf, unlessEmpty, type XmlElement } from '../xml'

const domain = elementsOf(DOMAIN)

/** How a registry stores nameservers: as host objects, or as attributes of each domain (RFC 5731 section 1.1). */
export type NameserverForm = 'hostObj' | 'hostAttr'

/** The delegation of a domain. A registry accepts one form and refuses the other. */
export interface Nameservers {
  readonly form: NameserverForm
  readonly hosts: readonly {
    readonly name: string
    /** Glue. Written only in the form `hostAttr`: a host object gets its addresses in its own create. */
    readonly addresses: readonly string[]
  }[]
}

/** The `ns` element, or undefined for a domain without delegation. */
export function encodeNameservers({ form, hosts }: Nameservers): XmlElement | undefined {
  return unlessEmpty(
    domain(
      'ns',
      hosts.map(({ name, addresses }) =>
        form === 'hostObj'
          ? domain('hostObj', label('hostObj', name))
          : domain('hostAttr', [
              domain('hostName', label('hostName', name)),
              ...addresses.map((address) => encodeAddress(DOMAIN, 'hostAddr', address)),
            ]),
      ),
    ),
  )
}

/** The delegation in an `infData`, in the registry's form. */
export function decodeNameservers(infData: ElementReader): Nameservers | undefined {
  const element = infData.find('ns')
  if (!element) return undefined
  const ns = new ElementReader(element)
  const attributes = ns.all('hostAttr').map((hostAttr) => new ElementReader(hostAttr))
  if (attributes.length === 0)
    return { form: 'hostObj', hosts: ns.tokens('hostObj').map((name) => ({ name, addresses: [] })) }
  return {
    form: 'hostAttr',
    hosts: attributes.map((host) => ({ name: host.token('hostName'), addresses: host.tokens('hostAddr') })),
  }
}

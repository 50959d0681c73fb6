import { feeVersions } from '@nameyard/epp/extensions/fee/versions'
import { CHARGE, FEE, MAINTENANCE, UNHANDLED_NAMESPACES } from '@nameyard/epp/namespaces'
import type { WantedServices } from '@nameyard/epp/session/login'
import type { Dialect, RegistryTld } from '../dialects/dialect'

/** What a session for these TLDs asks of the greeting. */
export function servicesOf(dialect: Dialect, tlds: readonly RegistryTld[]): WantedServices {
  const named = new Set(tlds.flatMap(({ extensions }) => [...extensions]))
  return {
    objURIs: dialect.objectURIs(tlds),
    // Registries offer maintenances as an object or as an extension.
    optionalObjURIs: [MAINTENANCE],
    // Charges are not among the common extensions, but a record that comes later may name them.
    extURIs: [
      ...named,
      CHARGE,
      ...(named.has(FEE) ? feeVersions : []),
      MAINTENANCE,
      UNHANDLED_NAMESPACES,
      ...dialect.uses,
    ],
    requiredExtURIs: dialect.needs,
    alternatives: [feeVersions],
  }
}

import type { RegistryWorkerConfig } from '../config'
import type { Dialects } from '../dialects/dialects'
import type { Registry, RriAccount } from './registry'
import { genericTerms } from './rules'

/** The extensions that the sandbox registry serves by RRI. */
const SERVED = ['de']
/** Our RegAccId at the sandbox registry. */
const REG_ACC = 'DENIC-1000001'

/** The account at the endpoint of the sandbox registry for RRI; none when it has no such endpoint. */
export function sandboxRri(
  { REGISTRY_SANDBOX_RRI_PORT: port }: RegistryWorkerConfig,
  { connection, listNames: _none, ...common }: Registry,
  dialects: Dialects,
): readonly RriAccount[] {
  if (port === undefined) return []
  const { host, timeouts, tls } = connection
  const { ca, servername } = tls
  // Rules of EPP have no meaning here: those of a generic TLD stand in their place.
  const terms = { ...genericTerms, dialect: dialects.find('plain')! }
  return [
    {
      ...common,
      account: 'sandbox-rri',
      driver: 'rri',
      tlds: new Map(SERVED.map((name) => [name, terms])),
      registrarId: REG_ACC,
      user: `${REG_ACC}-RRI`,
      connection: {
        host,
        port,
        timeouts,
        tls: { ...(ca !== undefined && { ca }), ...(servername !== undefined && { servername }) },
      },
      checkBatch: 1,
    },
  ]
}

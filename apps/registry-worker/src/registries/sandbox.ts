import { readFileSync } from 'node:fs'
import {
  ALLOCATION_TOKEN,
  CHANGE_POLL,
  CONTACT,
  DOMAIN,
  FEE,
  HOST,
  IDN,
  LAUNCH,
  LOGIN_SECURITY,
  RGP,
  SECDNS,
} from '@nameyard/epp/namespaces'
import type { RegistryWorkerConfig } from '../config'
import { objectsOf } from './accounts-file'
import { asynchronous, cctldInstant, cctldPending, cctldRenewed, gtld, strict, thin } from './profiles'
import type { Registry, RegistryTld } from './registry'

/** The TLDs of the sandbox, by profile. */
const tlds: readonly (readonly [RegistryTld, readonly string[]])[] = [
  [gtld, ['com', 'net', 'org', 'info', 'sandbox', 'launch']],
  [thin, ['thin']],
  [cctldInstant, ['be', 'de']],
  [cctldRenewed, ['nl', 'eu']],
  [cctldPending, ['fr', 'uk']],
  [strict, ['strict']],
  [asynchronous, ['async']],
]

/** Limits at the endpoint of a profile that differ from the common endpoint. */
const endpoints: Readonly<Partial<Record<string, Pick<Registry, 'sessions' | 'rates' | 'penalties'>>>> = {
  strict: { sessions: 1, rates: [{ count: 100, perMs: 60_000 }], penalties: [{ pauseMs: 1_000 }] },
}

/**
 * The sandbox registry: serves every TLD until an operator adds an account at a real registry. A profile with its own
 * endpoint is an account of its own, like a separate registry. None in an installation without `SANDBOX=true`.
 */
export function sandboxes(config: RegistryWorkerConfig): readonly Registry[] {
  if (!config.SANDBOX) return []
  const common = sandbox(config)
  const own = Object.entries(config.REGISTRY_SANDBOX_PROFILE_PORTS).map(([profile, port]): Registry => {
    const served = new Map([...common.tlds].filter(([, tld]) => tld.profile === profile))
    const [tld] = served.values()
    const extURIs = [...tld!.extensions]
    const connection = { ...common.connection, port, objURIs: objectsOf([tld!]), extURIs }
    return { ...common, ...endpoints[profile], account: `sandbox-${profile}`, tlds: served, connection }
  })
  return [common, ...own]
}

function sandbox(config: RegistryWorkerConfig): Registry {
  const { REGISTRY_SANDBOX_COMMANDS_PER_SECOND: perSecond, REGISTRY_SANDBOX_PENALTY_MS: penaltyMs } = config
  return {
    account: 'sandbox',
    tlds: new Map(tlds.flatMap(([profile, names]) => names.map((name) => [name, profile] as const))),
    connection: {
      host: config.REGISTRY_SANDBOX_HOST,
      port: config.REGISTRY_SANDBOX_PORT,
      tls: {
        ca: readFileSync(config.REGISTRY_SANDBOX_CA_FILE!, 'utf8'),
        ...(config.REGISTRY_SANDBOX_CERTIFICATE_FILE !== undefined && {
          cert: readFileSync(config.REGISTRY_SANDBOX_CERTIFICATE_FILE, 'utf8'),
        }),
        ...(config.REGISTRY_SANDBOX_KEY_FILE !== undefined && {
          key: readFileSync(config.REGISTRY_SANDBOX_KEY_FILE, 'utf8'),
        }),
        ...(config.REGISTRY_SANDBOX_SERVERNAME !== undefined && { servername: config.REGISTRY_SANDBOX_SERVERNAME }),
      },
      clientId: config.REGISTRY_SANDBOX_CLIENT_ID,
      password: config.REGISTRY_SANDBOX_PASSWORD!,
      objURIs: [DOMAIN, CONTACT, HOST],
      extURIs: [RGP, SECDNS, FEE, LAUNCH, IDN, LOGIN_SECURITY, ALLOCATION_TOKEN, CHANGE_POLL],
      timeouts: { connectMs: config.REGISTRY_CONNECT_MS, answerMs: config.REGISTRY_ANSWER_MS },
    },
    ...(config.REGISTRY_SANDBOX_NEXT_PASSWORD !== undefined && { nextPassword: config.REGISTRY_SANDBOX_NEXT_PASSWORD }),
    sessions: config.REGISTRY_SANDBOX_SESSIONS,
    keepaliveMs: config.REGISTRY_KEEPALIVE_MS,
    lifetimeMs: config.REGISTRY_SESSION_LIFETIME_MS,
    pollMs: config.REGISTRY_POLL_MS,
    checkBatch: 20,
    rates: perSecond === undefined ? [] : [{ count: perSecond, perMs: 1_000 }],
    penalties: penaltyMs === undefined ? [] : [{ pauseMs: penaltyMs }],
  }
}

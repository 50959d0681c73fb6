import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { RegistryWorkerConfig } from '../config'
import type { Dialect } from '../dialects/dialect'
import type { Dialects } from '../dialects/dialects'
import type { Registry, RriAccount } from './registry'
import { genericTerms, termsOf } from './rules'
import { profiles } from './sandbox-profiles'
import { sandboxRri } from './sandbox-rri'
import { servicesOf } from './services'

/** Limits at the endpoint of a profile that differ from the common endpoint. */
const endpoints: Readonly<Partial<Record<string, Pick<Registry, 'sessions' | 'rates' | 'penalties'>>>> = {
  strict: { sessions: 1, rates: [{ count: 100, perMs: 60_000 }], penalties: [{ pauseMs: 1_000 }] },
}

/**
 * The sandbox registry: serves every TLD until an operator adds an account at a real registry. A profile with its own
 * endpoint is an account of its own, like a separate registry. None in an installation without `SANDBOX=true`.
 */
export function sandboxes(config: RegistryWorkerConfig, dialects: Dialects): readonly (Registry | RriAccount)[] {
  if (!config.SANDBOX) return []
  const common = sandbox(config, dialects)
  const own = Object.entries(config.REGISTRY_SANDBOX_PROFILE_PORTS).map(([profile, port]): Registry => {
    const served = new Map(profiles[profile]!.tlds.map((name) => [name, common.tlds.get(name)!]))
    const connection = { ...common.connection, port, ...servicesOf(dialectOf(profile, dialects), [...served.values()]) }
    return { ...common, ...endpoints[profile], account: `sandbox-${profile}`, tlds: served, connection }
  })
  return [common, ...own, ...sandboxRri(config, common, dialects)]
}

function sandbox(config: RegistryWorkerConfig, dialects: Dialects): Registry {
  const plain = dialects.find('plain')!
  const services = servicesOf(plain, [{ ...genericTerms, dialect: plain }])
  const { REGISTRY_SANDBOX_COMMANDS_PER_SECOND: perSecond, REGISTRY_SANDBOX_PENALTY_MS: penaltyMs } = config
  const { REGISTRY_SANDBOX_PASSWORD: current, REGISTRY_SANDBOX_NEXT_PASSWORD: next } = config
  const passwords = { current: current!, ...(next !== undefined && { next }) }
  return {
    account: 'sandbox',
    driver: 'epp',
    dialects: dialects.all,
    rules: {},
    tlds: new Map(
      Object.entries(profiles).flatMap(([profile, { tlds, rules = {} }]) =>
        tlds.map(
          (name) => [name, { ...genericTerms, ...termsOf(rules), dialect: dialectOf(profile, dialects) }] as const,
        ),
      ),
    ),
    registrarId: config.REGISTRY_SANDBOX_CLIENT_ID,
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
      ...services,
      // The sandbox registry offers what every dialect needs.
      extURIs: [...services.extURIs, ...dialects.all.flatMap(({ needs, uses }) => [...needs, ...uses])],
      timeouts: { connectMs: config.REGISTRY_CONNECT_MS, answerMs: config.REGISTRY_ANSWER_MS },
    },
    passwords: () => passwords,
    sessions: config.REGISTRY_SANDBOX_SESSIONS,
    keepaliveMs: config.REGISTRY_KEEPALIVE_MS,
    lifetimeMs: config.REGISTRY_SESSION_LIFETIME_MS,
    pollMs: config.REGISTRY_POLL_MS,
    checkBatch: 20,
    isTestEnvironment: true,
    listNames: (after, limit) => sponsoredNames(config, after, limit),
    rates: perSecond === undefined ? [] : [{ count: perSecond, perMs: 1_000 }],
    penalties: penaltyMs === undefined ? [] : [{ pauseMs: penaltyMs }],
  }
}

const listed = z.object({ names: z.array(z.string()) })

/** A page of our names at the sandbox registry, through its control port. */
async function sponsoredNames(
  { REGISTRY_SANDBOX_CONTROL_URL: control, REGISTRY_SANDBOX_CLIENT_ID: sponsor }: RegistryWorkerConfig,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const query = new URLSearchParams({ sponsor, after, limit: String(limit) })
  const response = await fetch(new URL(`/domains?${query}`, control))
  if (!response.ok) throw new Error(`the sandbox registry answered ${response.status} to a request for our names`)
  return listed.parse(await response.json()).names
}

function dialectOf(profile: string, dialects: Dialects): Dialect {
  return dialects.find(profiles[profile]!.dialect ?? 'plain')!
}

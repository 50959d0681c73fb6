import { createPublicKey } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { ApplicationName } from './applications'
import type { Certificates } from './certificates'
import type { Secrets } from './secrets'

/** Ports on this machine. */
export interface Ports {
  readonly https: number
  readonly dns: number
  readonly epp: number
  /** Port of the sandbox registry for RRI, the protocol of .de. */
  readonly rri: number
  /** Control port of the sandbox registry. */
  readonly control: number
}

/** The servers, ports, folders and secrets of a platform. */
export interface Place {
  readonly databaseUrl: string
  readonly amqpUrl: string
  readonly ports: Ports
  readonly certificates: Certificates
  readonly secrets: Secrets
  /** Folder for mails when no mail server is set. */
  readonly mails: string
  /** Whether the sandbox registry runs and serves the extensions without an account; true unless set. */
  readonly hasSandbox?: boolean
  /** The applications to start; by default all. The others of the platform run elsewhere. */
  readonly only?: readonly ApplicationName[]
  /** Whether the platform's clock can be advanced (docs/sandbox-clock.md). */
  readonly hasSandboxClock?: boolean
  /** Added to a refusal for lack of credit: how to top up a platform on a developer's machine. */
  readonly topUpHint?: string
  /** Settings of single applications that override the derived ones. */
  readonly overrides?: Partial<Record<ApplicationName, Environment>>
}

export type Environment = Readonly<Record<string, string>>

/** Whether an application is started: the sandbox registry may not be part of a platform, and others may run elsewhere. */
export function isRun(
  application: ApplicationName,
  { hasSandbox = true, only }: Pick<Place, 'hasSandbox' | 'only'>,
): boolean {
  return (hasSandbox || application !== 'sandbox-registry') && (only?.includes(application) ?? true)
}

/** Derives the settings of every application as environment variables. */
export function settingsOf(place: Place) {
  const {
    databaseUrl,
    amqpUrl,
    ports,
    certificates,
    secrets,
    mails,
    hasSandbox = true,
    hasSandboxClock = false,
    topUpHint = '',
    overrides = {},
  } = place
  const everywhere: Environment = { SANDBOX: String(hasSandbox), SANDBOX_CLOCK: String(hasSandboxClock) }
  const service = {
    DATABASE_URL: databaseUrl,
    AMQP_URL: amqpUrl,
    ACTOR_KEYS: createPublicKey(secrets.actorKey).export({ type: 'spki', format: 'pem' }).toString(),
    DATABASE_POOL: '4',
    LOG_LEVEL: 'info',
    // Programs of a developer: webhooks, and files that prove the control of a name.
    EGRESS_ALLOW: 'localhost,127.0.0.0/8,::1',
  }
  const settings: Record<ApplicationName, Environment> = {
    'sandbox-registry': {
      ...service,
      SANDBOX_EPP_PORT: String(ports.epp),
      SANDBOX_RRI_PORT: String(ports.rri),
      SANDBOX_CONTROL_PORT: String(ports.control),
      SANDBOX_TLS_CERTIFICATE: certificates.certificate,
      SANDBOX_TLS_KEY: certificates.key,
      SANDBOX_NAMEYARD_PASSWORD: secrets.registryPassword,
      SANDBOX_NAMEYARD_CERTIFICATE_FILE: certificates.registrarCertificate,
      SANDBOX_RIVAL_PASSWORD: secrets.rivalPassword,
    },
    customers: {
      ...service,
      MAIL_FOLDER: mails,
      AUDIT_FOLDER: join(dirname(mails), 'audit'),
      PUBLIC_URL: `https://localhost:${ports.https}`,
      LINK_SECRET: secrets.linkSecret,
      ACTOR_SIGNING_KEY: secrets.actorKey,
      FACTOR_SECRET: secrets.factorSecret,
      PASSKEY_RP_ID: 'localhost',
      PASSKEY_ORIGINS: `https://localhost:${ports.https}`,
    },
    events: { ...service, WEBHOOK_SECRET: secrets.webhookSecret },
    // No registry delegates the zones of this platform, so DNS look-ups go to its own name server.
    orders: {
      ...service,
      PROOF_RESOLVERS: `127.0.0.1:${ports.dns}`,
      CA_KEY_SECRET: secrets.authoritySecret,
      PUBLIC_URL: `https://localhost:${ports.https}`,
    },
    'registry-worker': {
      ...service,
      ...(hasSandbox && {
        REGISTRY_SANDBOX_PORT: String(ports.epp),
        REGISTRY_SANDBOX_RRI_PORT: String(ports.rri),
        REGISTRY_SANDBOX_CONTROL_URL: `http://127.0.0.1:${ports.control}`,
        REGISTRY_SANDBOX_CA_FILE: certificates.authority,
        REGISTRY_SANDBOX_PASSWORD: secrets.registryPassword,
        REGISTRY_SANDBOX_CERTIFICATE_FILE: certificates.registrarCertificate,
        REGISTRY_SANDBOX_KEY_FILE: certificates.registrarKey,
      }),
      AUTH_CODE_SECRET: secrets.authCodeSecret,
    },
    domains: { ...service, AUTH_CODE_SECRET: secrets.authCodeSecret },
    dns: {
      ...service,
      DNS_PORT: String(ports.dns),
      ...(hasSandbox && { DELEGATION_SANDBOX_URL: `http://127.0.0.1:${ports.control}` }),
      PUBLIC_URL: `https://localhost:${ports.https}`,
    },
    gateway: {
      AMQP_URL: amqpUrl,
      LOG_LEVEL: 'info',
      GATEWAY_HTTPS_PORT: String(ports.https),
      GATEWAY_TLS_CERTIFICATE: certificates.certificate,
      GATEWAY_TLS_KEY: certificates.key,
      GATEWAY_REPEAT_SECRET: secrets.repeatSecret,
      GATEWAY_TOP_UP_HINT: topUpHint,
      PUBLIC_URL: `https://localhost:${ports.https}`,
    },
  }
  const names = Object.keys(settings) as ApplicationName[]
  return Object.fromEntries(
    names.map((name) => [name, { ...everywhere, ...settings[name], ...overrides[name] }]),
  ) as typeof settings
}

import { z } from 'zod'
import { authCodeSecrets } from '@nameyard/runtime/auth-code-cipher'
import { serviceConfig } from '@nameyard/runtime/load-config'
import { retentionSettings } from '@nameyard/runtime/retention-settings'
import { profileName } from './registries/sandbox-profiles'
import { registryWorkerRetention } from './retention'

const milliseconds = z.coerce.number().int().min(1).max(3_600_000)

/** Settings of the registry worker. Secrets and certificates of a registry account begin with its name. */
export const configSchema = serviceConfig
  .extend({
    /**
     * Secrets that encrypt auth codes, separated by commas, newest first: the first one encrypts, all of them decrypt. The same
     * in every worker and domains service; 32 characters each at least.
     */
    AUTH_CODE_SECRET: authCodeSecrets,
    /** Days for which rows stay: docs/retention.md. */
    ...retentionSettings(registryWorkerRetention.rules),
    REGISTRY_SANDBOX_HOST: z.string().default('127.0.0.1'),
    REGISTRY_SANDBOX_PORT: z.coerce.number().int().min(1).max(65535).default(7000),
    /** Control port of the sandbox registry, whose clock is advanced with the platform's. */
    REGISTRY_SANDBOX_CONTROL_URL: z.url().default('http://127.0.0.1:7001'),
    /** PEM file of the authority that signed the registry's certificate. */
    REGISTRY_SANDBOX_CA_FILE: z.string().optional(),
    /** Name in the registry's certificate, when it is not the host. */
    REGISTRY_SANDBOX_SERVERNAME: z.string().optional(),
    /** Our identifier at the registry (clID). */
    REGISTRY_SANDBOX_CLIENT_ID: z.string().min(3).max(16).default('nameyard'),
    /** 6 to 16 characters, more when the registry supports RFC 8807. */
    REGISTRY_SANDBOX_PASSWORD: z.string().min(6).optional(),
    /** The new password for `registry rotate-password`. Both stay set until the rotation is done. */
    REGISTRY_SANDBOX_NEXT_PASSWORD: z.string().min(6).optional(),
    /** PEM files of our client certificate and its key, when the registry requires one. */
    REGISTRY_SANDBOX_CERTIFICATE_FILE: z.string().optional(),
    REGISTRY_SANDBOX_KEY_FILE: z.string().optional(),
    /** Most sessions of the account, in all replicas together. */
    REGISTRY_SANDBOX_SESSIONS: z.coerce.number().int().min(1).max(64).default(4),
    /** Most commands in any second, in all sessions of all replicas together. Unset: no limit. */
    REGISTRY_SANDBOX_COMMANDS_PER_SECOND: z.coerce.number().int().min(1).optional(),
    /** How long a session pauses after a refusal; milliseconds. */
    REGISTRY_SANDBOX_PENALTY_MS: milliseconds.optional(),
    /**
     * Endpoints of the sandbox registry that serve one profile each: `strict:7012`. Operations of the profile's TLDs are sent
     * there, with an account and limits of its own.
     */
    REGISTRY_SANDBOX_PROFILE_PORTS: z
      .string()
      .default('')
      .transform((list): unknown =>
        Object.fromEntries(list.split(',').flatMap((e) => (e === '' ? [] : [e.split(':')]))),
      )
      .pipe(z.record(profileName, z.coerce.number().int().min(1).max(65535))),
    /** Port of the sandbox registry for RRI, DENIC's protocol: .de runs there. Unset: the sandbox serves no .de. */
    REGISTRY_SANDBOX_RRI_PORT: z.coerce.number().int().min(1).max(65535).optional(),
    /**
     * The accounts whose operations and message queues this worker serves, separated by commas. Unset: all. Each account needs
     * a worker that serves it.
     */
    REGISTRY_ACCOUNTS: z
      .string()
      .min(1)
      .transform((list) => list.split(',').map((account) => account.trim()))
      .optional(),
    /** JSON file of the accounts at real registries (README); their extensions run there and not at the sandbox. */
    REGISTRY_ACCOUNTS_FILE: z.string().optional(),
    /**
     * Folder for the archive of the journal, outside the database: registrations, renewals and transfers, a CSV file for each
     * day, which `portfolio recover --journal` reads after a backup was restored. Unset: no archive.
     */
    JOURNAL_FOLDER: z.string().min(1).optional(),
    /** How long one answer of a registry may take; milliseconds. */
    REGISTRY_ANSWER_MS: milliseconds.default(15_000),
    /** How long TCP and TLS may take together; milliseconds. */
    REGISTRY_CONNECT_MS: milliseconds.default(5_000),
    /**
     * How long the leases of a worker's number and session slots last after their last renewal. The worker stops using them
     * before that time is over; other workers may take them afterwards. Milliseconds.
     */
    REGISTRY_LEASE_MS: z.coerce.number().int().min(500).max(300_000).default(10_000),
    /** How often an idle session is kept alive; milliseconds. */
    REGISTRY_KEEPALIVE_MS: milliseconds.default(60_000),
    /** After how long a session is replaced by a new one, before the registry ends it; milliseconds. */
    REGISTRY_SESSION_LIFETIME_MS: z.coerce
      .number()
      .int()
      .min(1)
      .max(7 * 86_400_000)
      .default(12 * 3_600_000),
    /** How often an empty message queue is polled; milliseconds. */
    REGISTRY_POLL_MS: milliseconds.default(60_000),
    /** How long no session is opened after 2502; doubled with each repetition, up to twenty times as long; milliseconds. */
    REGISTRY_CROWDED_PAUSE_MS: milliseconds.default(30_000),
    /** How long paid commands of an account wait after 2104, unless an operator resumes it before; milliseconds. */
    REGISTRY_MONEY_PAUSE_MS: milliseconds.default(15 * 60_000),
    /**
     * When a create was lost and the registry does not have the object: pauses before each further check. After the last one
     * the command is sent again. Milliseconds, separated by commas.
     */
    REGISTRY_ABSENCE_PAUSES_MS: z
      .string()
      .default('5000,60000')
      .transform((list) => list.split(',').map(Number))
      .pipe(z.array(z.number().int().min(0)).min(1)),
  })
  .superRefine((config, context) => {
    const refuse = (name: keyof typeof config, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (config.SANDBOX) {
      for (const name of ['REGISTRY_SANDBOX_CA_FILE', 'REGISTRY_SANDBOX_PASSWORD'] as const)
        if (config[name] === undefined) refuse(name, 'is required when SANDBOX is true')
    } else if (config.SANDBOX_CLOCK) refuse('SANDBOX_CLOCK', 'needs SANDBOX=true: no real registry follows the clock')
  })
export type RegistryWorkerConfig = z.output<typeof configSchema>

/** Injection token of the settings. */
export const REGISTRY_WORKER_CONFIG = Symbol('settings of the registry worker')

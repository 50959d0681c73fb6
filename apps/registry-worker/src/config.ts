import { serviceConfig } from '@nameyard/runtime/load-config'
import { z } from 'zod'
import { profileName } from './registries/accounts-file'

const milliseconds = z.coerce.number().int().min(1).max(3_600_000)

/** Settings of the registry worker. Secrets and certificates of a registry account begin with its name. */
export const configSchema = serviceConfig.extend({
  REGISTRY_SANDBOX_HOST: z.string().default('127.0.0.1'),
  REGISTRY_SANDBOX_PORT: z.coerce.number().int().min(1).max(65535).default(7000),
  /** Control port of the sandbox registry, whose clock is moved with the platform's. */
  REGISTRY_SANDBOX_CONTROL_URL: z.url().default('http://127.0.0.1:7001'),
  /** PEM file of the authority that signed the registry's certificate. */
  REGISTRY_SANDBOX_CA_FILE: z.string(),
  /** Name in the registry's certificate, when it is not the host. */
  REGISTRY_SANDBOX_SERVERNAME: z.string().optional(),
  /** Our identifier at the registry (clID). */
  REGISTRY_SANDBOX_CLIENT_ID: z.string().min(3).max(16).default('nameyard'),
  /** 6 to 16 characters, or longer where the registry has RFC 8807. */
  REGISTRY_SANDBOX_PASSWORD: z.string().min(6),
  /** What `registry rotate-password` brings into use. Both stay set until the rotation is done. */
  REGISTRY_SANDBOX_NEXT_PASSWORD: z.string().min(6).optional(),
  /** PEM files of the certificate we show the registry and of its key, where it wants one. */
  REGISTRY_SANDBOX_CERTIFICATE_FILE: z.string().optional(),
  REGISTRY_SANDBOX_KEY_FILE: z.string().optional(),
  /** Sessions of the account at most, all replicas together. */
  REGISTRY_SANDBOX_SESSIONS: z.coerce.number().int().min(1).max(64).default(4),
  /** Commands in any second at most, all sessions of all replicas together; unlimited unless set. */
  REGISTRY_SANDBOX_COMMANDS_PER_SECOND: z.coerce.number().int().min(1).optional(),
  /** How long a session keeps still after a refusal; milliseconds. */
  REGISTRY_SANDBOX_PENALTY_MS: milliseconds.optional(),
  /**
   * Doors of the sandbox registry that serve one profile each: `strict:7012`. What runs in the profile is sent there, as
   * an account of its own with the limits of that door.
   */
  REGISTRY_SANDBOX_PROFILE_PORTS: z
    .string()
    .default('')
    .transform((list): unknown => Object.fromEntries(list.split(',').flatMap((e) => (e === '' ? [] : [e.split(':')]))))
    .pipe(z.record(profileName, z.coerce.number().int().min(1).max(65535))),
  /** JSON file of the accounts at real registries (README); their extensions run there and not at the sandbox. */
  REGISTRY_ACCOUNTS_FILE: z.string().optional(),
  /** How long one answer of a registry may take; milliseconds. */
  REGISTRY_ANSWER_MS: milliseconds.default(15_000),
  /** How long TCP and TLS may take together; milliseconds. */
  REGISTRY_CONNECT_MS: milliseconds.default(5_000),
  /**
   * How long a worker holds its number and its session slots after it last proved to the database that it has them. It
   * stops by itself before that time is over; other workers take its slots after it. Milliseconds.
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
  /** How often an empty message queue is looked into; milliseconds. */
  REGISTRY_POLL_MS: milliseconds.default(60_000),
  /** How long no session is opened after a registry had too many; doubles in a row, up to twenty times; milliseconds. */
  REGISTRY_CROWDED_PAUSE_MS: milliseconds.default(30_000),
  /** How long paid commands of an account wait after 2104, unless an operator resumes it before; milliseconds. */
  REGISTRY_MONEY_PAUSE_MS: milliseconds.default(15 * 60_000),
  /**
   * When a command was lost and the registry does not know its object: how long to wait before each further question.
   * After the last the command is sent again; milliseconds, separated by commas.
   */
  REGISTRY_ABSENCE_PAUSES_MS: z
    .string()
    .default('5000,60000')
    .transform((list) => list.split(',').map(Number))
    .pipe(z.array(z.number().int().min(0)).min(1)),
})
export type RegistryWorkerConfig = z.output<typeof configSchema>

/** Where providers find the settings. */
export const REGISTRY_WORKER_CONFIG = Symbol('settings of the registry worker')

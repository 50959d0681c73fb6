import { z } from 'zod'
import { authCodeSecrets } from '@nameyard/runtime/auth-code-cipher'
import { serviceConfig } from '@nameyard/runtime/load-config'
import { retentionSettings } from '@nameyard/runtime/retention-settings'
import { domainsRetention } from './retention'

/** Settings of the domains service. */
export const configSchema = serviceConfig.extend({
  /**
   * Secrets that encrypt auth codes, separated by commas, newest first: the first one encrypts, all of them decrypt. The same
   * in every domains service and worker; 32 characters each at least.
   */
  AUTH_CODE_SECRET: authCodeSecrets,
  /** Days for which rows stay: docs/retention.md. */
  ...retentionSettings(domainsRetention.rules),
  /** How long an order waits for the registry before the reply is `REQ`; milliseconds. */
  SETTLEMENT_WAIT_MS: z.coerce.number().int().min(0).max(60_000).default(3_000),
  /**
   * Days within which each domain is compared with its registry again, at a time of its own. Sooner where something hints that
   * it has changed. 1 suits an installation that has accounts without a message queue (`pollSeconds: null`).
   */
  DOMAIN_LOOK_DAYS: z.coerce.number().int().min(1).max(365).default(28),
  /** Nameservers that lapsed domains are delegated to, comma-separated. Without any, lapsed domains get clientHold. */
  PARKING_NAMESERVERS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((each) => (each.trim() === '' ? [] : [{ name: each.trim() }]))),
})
export type DomainsConfig = z.output<typeof configSchema>

/** Injection token of the settings. */
export const DOMAINS_CONFIG = Symbol('settings of the domains service')

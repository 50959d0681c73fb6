import { z } from 'zod'
import { internalOperation } from '../operation'
import { contactSnapshot } from './contact-snapshot'
import { delegation, securedBy } from './submit-operation'

/** Names per request. */
export const MOST_DOMAINS_READ = 50

/** A contact object at a registry (RFC 5733), as far as the platform keeps its data. Texts are empty where it has none. */
export const registeredContact = contactSnapshot
  .omit({ handle: true, citizenship: true, disclosure: true, facts: true })
  .extend({
    id: z.string(),
    street: z.array(z.string()),
    /** What the registry does not keep of a contact: it says nothing about that. */
    unkept: z.array(z.enum(['name', 'stateOrProvince', 'fax'])).optional(),
  })
export type RegisteredContact = z.output<typeof registeredContact>

/** A domain that we sponsor, with what a row of the platform needs (RFC 5731, RFC 3915, RFC 5910). */
export const registeredDomain = z.object({
  roid: z.string(),
  createdAt: z.iso.datetime().optional(),
  expiresAt: z.iso.datetime().optional(),
  transferredAt: z.iso.datetime().optional(),
  updatedAt: z.iso.datetime().optional(),
  statuses: z.array(z.string()),
  graceStatuses: z.array(z.string()),
  /** With the addresses of hosts below the domain, of each kind the first. */
  nameservers: z.array(delegation),
  zoneKeys: securedBy,
  /** Sealed; absent when the registry does not show it. */
  authInfo: z.string().optional(),
  /** Identifiers of contacts. Of several contacts of a role, the first. */
  registrant: z.string().optional(),
  contacts: z.object({ admin: z.string(), tech: z.string(), billing: z.string() }).partial(),
  /** Whether an upstream registrar renews the domain by itself. It must be off: this platform decides about renewals. */
  autorenew: z.enum(['on', 'off', 'default']).optional(),
})
export type RegisteredDomain = z.output<typeof registeredDomain>

/**
 * Reads domains of an account at its registry (info of EPP or RRI), or at its upstream registrar (its list of domains), with
 * their contacts and hosts. Changes nothing. Returns the
 * results in the order of the names.
 */
export const readDomains = internalOperation({
  id: 'registry.read-domains',
  service: 'registry-worker',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'Read domains at their registry',
  body: z.object({
    account: z.string(),
    /** In lower case and A-labels. */
    names: z.array(z.string()).min(1).max(MOST_DOMAINS_READ),
  }),
  result: z.object({
    domains: z.array(
      z.object({
        name: z.string(),
        /**
         * `elsewhere`: this account does not serve the extension, or another account of ours has the name; `unreadable`: the registry did not answer, or refused
         * the query with the text of `reason`.
         */
        presence: z.enum(['ours', 'foreign', 'missing', 'elsewhere', 'unreadable']),
        reason: z.string().optional(),
        domain: registeredDomain.optional(),
      }),
    ),
    /** The contacts of these domains. A contact that the registry does not show is left out. */
    contacts: z.array(registeredContact),
  }),
  errors: ['registry_account_not_found'],
})

import { z } from 'zod'
import { internalOperation } from '../operation'
import { idempotency, registryAccountName, registryAccountState } from './registry-account'

/** Shows an account at a registry: its state, and its settings without passwords and keys. */
export const showRegistryAccount = internalOperation({
  id: 'registry.show-account',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'read',
  summary: 'Show a registry account with its settings',
  body: z.object({ account: registryAccountName }),
  result: registryAccountState.extend({
    /** What it speaks: `epp`, `rri` for DENIC, or `upstream` for the API of a registrar. */
    driver: z.string(),
    /** Settings of an account that speaks EPP. */
    settings: z
      .object({
        host: z.string(),
        port: z.int(),
        environment: z.enum(['test', 'production']),
        /** Our address to connect from; absent: the machine chooses. */
        localAddress: z.string().optional(),
        /** Name in the registry's certificate, when it is not the host. */
        servername: z.string().optional(),
        clientId: z.string(),
        /** Our client certificate: its subject, and until when it is valid. */
        certificate: z.object({ subject: z.string(), validUntil: z.iso.datetime() }).optional(),
        /** Whether the settings have a next password for `rotate-password`. */
        hasNextPassword: z.boolean(),
        maxSessions: z.int(),
        keepaliveSeconds: z.number(),
        lifetimeSeconds: z.number(),
        /** Absent when the registry has no message queue. */
        pollSeconds: z.number().optional(),
        /** Whether the queue has a session of its own, or is polled in those of operations. */
        pollSession: z.enum(['dedicated', 'pooled']),
        checkNames: z.int(),
        /** Namespaces of the object mappings that a session needs. */
        objects: z.array(z.string()),
        /** Namespaces of the EPP extensions that a session uses when the registry offers them. */
        eppExtensions: z.array(z.string()),
      })
      .optional(),
    /** Settings of an account at DENIC. */
    rri: z
      .object({
        host: z.string(),
        port: z.int(),
        /** Name in the registry's certificate, when it is not the host. */
        servername: z.string().optional(),
        registrarId: z.string(),
        user: z.string(),
        maxSessions: z.int(),
        /** After how long the registry ends an idle session. */
        idleSeconds: z.number(),
        /** Absent when the message queue is never read. */
        pollSeconds: z.number().optional(),
        /** Templates of addresses for questions about a domain, and for reports of abuse. */
        generalRequest: z.string().optional(),
        abuseContact: z.string().optional(),
      })
      .optional(),
    /** Settings of an account at an upstream registrar. */
    upstream: z
      .object({
        baseUrl: z.string(),
        maxRequests: z.int(),
        answerSeconds: z.number(),
        /** Absent when its domains are never compared. */
        pollSeconds: z.number().optional(),
        checkNames: z.int(),
        /** Whether idempotency keys are relied on: only when the settings say so and a test has proved it. */
        idempotency,
      })
      .optional(),
    /** Sessions of all replicas at this moment. */
    sessions: z.int(),
    /** The last message of its queue. */
    lastMessageAt: z.iso.datetime().optional(),
  }),
  errors: ['registry_account_not_found'],
})

import { z } from 'zod'
import { internalOperation } from '../operation'
import { suffix } from '../primitives/suffix'
import { contactSnapshot } from './contact-snapshot'
import { registryAccountName } from './registry-account'

/** A command and its answer, as the registry's desk wants to see them: secrets are masked. */
const frame = z.object({
  /** The identifier at login of the registrar that sent or received it (clID). */
  registrar: z.string(),
  direction: z.enum(['sent', 'received']),
  xml: z.string(),
})

/**
 * Runs the usual acceptance test of a registry with an account in its test environment: each command with its effect, and
 * each usual refusal, in the dialect of the account. Registers, changes and deletes names there. Refused for an account whose
 * settings do not say `"environment": "test"`, unless the operator says that it is one.
 */
export const certifyRegistryAccount = internalOperation({
  id: 'registry.certify-account',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'write',
  summary: "Run a registry's acceptance test in its test environment",
  body: z.object({
    account: registryAccountName,
    /** The extension below which names are registered; absent: the first one of the account. */
    extension: suffix.optional(),
    /** An account of another registrar at the same registry, for transfers and for refusals to registrars that are not the sponsor. */
    secondAccount: registryAccountName.optional(),
    /** Whether the operator says that both accounts are in a test environment. */
    isTestEnvironment: z.boolean().default(false),
    /** Data of the registrant and the other contacts, where the registry does not take any person; the rest is made up. */
    registrant: contactSnapshot.partial().optional(),
    /** Years of the registration. */
    years: z.int().min(1).max(10).default(1),
    /**
     * A domain of the account and its auth code, to transfer to the second account: where the registry tells the code to the
     * registrant only. Absent: the domain that the test registers.
     */
    transfer: z.object({ domain: z.string().min(3).max(253), authCode: z.string().min(1).max(255) }).optional(),
  }),
  result: z.object({
    account: z.string(),
    dialect: z.string(),
    extension: z.string(),
    /** Passed: no step failed. Steps that the registry or the input does not allow are skipped. */
    verdict: z.enum(['passed', 'failed']),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime(),
    steps: z.array(
      z.object({
        name: z.string(),
        verdict: z.enum(['passed', 'failed', 'skipped']),
        /** What the registry answered, what is wrong, or why the step was skipped. */
        text: z.string(),
        /** Result code of its last answer. */
        code: z.int().optional(),
        frames: z.array(frame),
      }),
    ),
    /** Objects that the test could not delete. */
    left: z.array(z.string()),
  }),
  errors: ['registry_account_not_found'],
})

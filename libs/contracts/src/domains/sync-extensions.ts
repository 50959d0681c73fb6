import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'
import { suffix } from '../primitives/suffix'

/** A top-level domain of the root zone, with what public lists say of it. */
export const listedExtension = z.object({
  suffix,
  /** Host of its RDAP server (RFC 9224). */
  rdapHost: z.string().max(255).optional(),
  /** Who runs it by the list of ICANN, which has generic extensions alone. */
  registry: z.string().max(200).optional(),
  /** Whether it was delegated in ICANN's programme of 2012; absent when no list says so. */
  isNewGtld: z.boolean().optional(),
})
export type ListedExtension = z.output<typeof listedExtension>

/**
 * Compares the catalogue with public lists: adds extensions that it does not have, and gives generic ones the rules of their
 * back-ends. Records that an operator confirmed, retired or gave an account stay as they are. With `apply: false` nothing is
 * changed.
 */
export const syncExtensions = internalOperation({
  id: 'extensions.sync',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Compare the catalogue of extensions with public lists',
  body: z.object({
    operator: operatorName,
    listed: z.array(listedExtension).min(1).max(500),
    apply: z.boolean(),
  }),
  result: z.object({
    changes: z.array(
      z.object({
        suffix: z.string(),
        isNew: z.boolean(),
        /** Name of its back-end; absent when it is not known. */
        backEnd: z.string().optional(),
        /** The fields that change; empty for a new extension. */
        fields: z.array(z.string()),
      }),
    ),
    /** The extensions of the catalogue that are in use or confirmed: they stay. */
    kept: z.int(),
  }),
  errors: [],
})

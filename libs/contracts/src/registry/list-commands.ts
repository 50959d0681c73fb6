import { z } from 'zod'
import { internalOperation } from '../operation'

/** Lists the commands that only the registry of an extension has, each with the JSON Schema of what it needs. */
export const listRegistryCommands = internalOperation({
  id: 'registry.list-commands',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'read',
  summary: 'List the commands that only the registry of an extension has',
  body: z.object({
    /** Without a leading dot. */
    extension: z.string().trim().toLowerCase().min(1).max(255),
  }),
  result: z.object({
    account: z.string(),
    commands: z.array(z.object({ command: z.string(), data: z.record(z.string(), z.json()) })),
  }),
  errors: ['tld_not_found'],
})

import type { BriefTool } from '@nameyard/contracts/tool'

/** Names of the tools that reach the operations which `tools/list` leaves out. */
export const SEARCH = 'operations_search'
export const DESCRIBE = 'operations_describe'
export const CALL = 'operations_call'

/** Tools of one page of a search. */
export const FOUND_PER_PAGE = 20

/** Tools that one call describes at most: the longest descriptions have 4,000 tokens each. */
export const DESCRIBED_AT_ONCE = 5

const safe = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

const search: BriefTool = {
  name: SEARCH,
  title: 'Search all tools',
  description: `Search all tools of this server by words; the list of tools has only those used most. Returns names, titles and annotations, ${FOUND_PER_PAGE} at a time. Free of charge.`,
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', maxLength: 200, description: 'Words such as "renew certificate"; all tools if absent.' },
      cursor: { type: 'string', description: 'next_cursor of the page before.' },
    },
  },
  annotations: safe,
}

const describe: BriefTool = {
  name: DESCRIBE,
  title: 'Describe tools',
  description:
    'Read the whole description of tools and of their arguments, before a call with operations_call, or where the list of tools shortens an argument. Free of charge.',
  inputSchema: {
    type: 'object',
    properties: {
      names: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        maxItems: DESCRIBED_AT_ONCE,
        description: `Names of tools, such as zones_import; ${DESCRIBED_AT_ONCE} at most.`,
      },
      with_answer: { type: 'boolean', default: false, description: 'Also describe the answers, which can be long.' },
    },
    required: ['names'],
  },
  annotations: safe,
}

/** Its annotations are the strictest of all operations that it reaches; `operations_describe` shows those of each. */
const call = (isReadOnly: boolean): BriefTool => ({
  name: CALL,
  title: 'Call any tool',
  description:
    'Call a tool that the list of tools does not have. It does the same, costs the same and is refused as if it was called by its name: read its description first, and ask the user where that says so.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Name of the tool, such as zones_import.' },
      arguments: { type: 'object', description: 'Its arguments, as operations_describe shows them.' },
    },
    required: ['name'],
  },
  annotations: isReadOnly
    ? safe
    : { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
})

/** The tools that find, describe and call all others. */
export function finders(isReadOnly: boolean): readonly BriefTool[] {
  return [search, describe, call(isReadOnly)]
}

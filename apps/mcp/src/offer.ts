import type { RoutedOperation } from '@nameyard/contracts/operations'
import { briefToolOf, toolOf, toolOperations, type BriefTool, type Tool } from '@nameyard/contracts/tool'
import { offeredIn, type Description } from '@nameyard/sdk/client'
import { finders } from './finders'
import type { Profile } from './profiles'

/** An operation that an assistant can call, and its tool in full and in short. */
export interface Offered {
  readonly operation: RoutedOperation
  readonly tool: Tool
  readonly brief: BriefTool
}

/** What a service offers to the assistants of a profile. */
export interface Offer {
  readonly profile: Profile
  readonly description: Description
  /** The operations by the names of their tools, in the order of their paths. */
  readonly byName: ReadonlyMap<string, Offered>
  /** The pages of `tools/list`; the tools that find and call the others come first. */
  readonly pages: readonly (readonly BriefTool[])[]
}

/** Characters of a page of `tools/list`: at most 9,500 tokens of four characters, and 8,700 as o200k_base counts them. */
const PAGE_CHARACTERS = 38_000

const known = toolOperations.map((operation) => ({
  operation,
  tool: toolOf(operation),
  brief: briefToolOf(operation),
}))

/** The names of the tools of all operations, whether a service offers them or not. */
export const toolNames: ReadonlySet<string> = new Set(known.map(({ tool }) => tool.name))

/** Returns what a service offers in a profile: the operations that it describes and the profile allows. */
export function offerOf(description: Description, profile: Profile): Offer {
  const offered = offeredIn(description)
  const allowed = known.filter(({ operation }) => offered.has(operation.id) && profile.allows(operation))
  const listed = allowed.filter(({ operation }) => profile.lists(operation)).map(({ brief }) => brief)
  const isReadOnly = allowed.every(({ operation }) => operation.effect === 'read')
  return {
    profile,
    description,
    byName: new Map(allowed.map((each) => [each.tool.name, each])),
    pages: pagesOf([...finders(isReadOnly), ...listed]),
  }
}

function pagesOf(tools: readonly BriefTool[]): BriefTool[][] {
  const pages: BriefTool[][] = [[]]
  let characters = 0
  for (const tool of tools) {
    const size = JSON.stringify(tool).length
    if (characters > 0 && characters + size > PAGE_CHARACTERS) {
      pages.push([])
      characters = 0
    }
    pages.at(-1)!.push(tool)
    characters += size
  }
  return pages
}

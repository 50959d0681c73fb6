import { Refusal } from '../model/result'
import type { ObjectContext } from '../protocol/command'
import { empty, token, unexpected } from '../xml/fields'
import { ALLOCATION_TOKEN } from '../xml/namespaces'
import { element, type Markup } from '../xml/write'
import { findTokens } from './allocation-token.store'

/** Returns the names that the command's token opens; undefined when there is no token (RFC 8495 section 2.1). */
export async function openedByToken(
  { db, extensions }: Pick<ObjectContext, 'db' | 'extensions'>,
  names: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  const extension = extensions.get(ALLOCATION_TOKEN)
  if (!extension) return undefined
  if (extension.local !== 'allocationToken') throw unexpected(extension, '<allocationToken> is expected')
  const given = token(extension, [1, 255])
  const tokens = await findTokens(db, names)
  return new Set(names.filter((name) => tokens.get(name) === given))
}

/**
 * The token of a domain, for an info that requests it (RFC 8495 section 3.1.2). Only the sponsor may read it (2201); 2303
 * when the domain has none.
 */
export async function showToken(
  { db, extensions }: Pick<ObjectContext, 'db' | 'extensions'>,
  { name, isSponsor }: { readonly name: string; readonly isSponsor: boolean },
): Promise<Markup | undefined> {
  const extension = extensions.get(ALLOCATION_TOKEN)
  if (!extension) return undefined
  if (extension.local !== 'info') throw unexpected(extension, 'an info is extended by <allocationToken:info>')
  empty(extension)
  if (!isSponsor) throw new Refusal(2201, 'the token is for the sponsor')
  const found = (await findTokens(db, [name])).get(name)
  if (found === undefined) throw new Refusal(2303, 'the domain has no token')
  return element('allocationToken:allocationToken', { 'xmlns:allocationToken': ALLOCATION_TOKEN }, found)
}

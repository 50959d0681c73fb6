import { raw, sql, statement } from '@nameyard/persistence/statement'

/** Rows of one statement: it locks them for some milliseconds. */
export const ERASED_AT_ONCE = 1000

interface OfContact {
  readonly contactId: number
}

/** Replaces a deleted person in the history of zones, some rows at a time. */
export const eraseFromChanges = statement<OfContact & { readonly deletedName: string }, { version: string }>(
  'privacy.erase-from-changes',
  ({ contactId, deletedName }) => sql`
    update zone_change set username = ${deletedName} where (zone_id, version) in (
      select zone_id, version from zone_change
      where contact_id = ${contactId} and username is not null and username <> ${deletedName}
      limit ${raw(String(ERASED_AT_ONCE))} for update) returning version`,
)

/** Deletes the links of a deleted person, which open nothing any more. */
export const deleteLinks = statement<OfContact>(
  'privacy.delete-links',
  ({ contactId }) => sql`delete from zone_link where contact_id = ${contactId}`,
)

/** Most changes in the export of a person; the newest ones. */
const CHANGES = 10_000

/** The newest changes of zones that a person made. */
export const changesOfContact = statement<OfContact, { change: object }>(
  'privacy.zone-changes-of-contact',
  ({ contactId }) => sql`
    with changes as (
      select zone_id, version, changed_at, source from zone_change
      where contact_id = ${contactId} and username is not null order by changed_at desc limit ${raw(String(CHANGES))})
    select json_build_object('zone', z.name, 'version', c.version, 'at', c.changed_at, 'source', c.source) as change
    from changes c join zone z on z.id = c.zone_id order by c.changed_at desc`,
)

/** The links to zones that a person made. */
export const linksOfContact = statement<OfContact, { link: object }>(
  'privacy.links-of-contact',
  ({ contactId }) => sql`
    select json_build_object('zone', z.name, 'created_at', l.created_at, 'expires_at', l.expires_at) as link
    from zone_link l join zone z on z.id = l.zone_id where l.contact_id = ${contactId} order by l.created_at`,
)

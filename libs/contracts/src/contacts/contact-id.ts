import { resourceId } from '../primitives/scalars'

/** Number of a contact, in paths. */
export const contactId = resourceId.describe('Number of the contact, as returned by contacts.list.')

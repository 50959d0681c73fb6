import { resourceId } from '../primitives/scalars'

/** Number of a contact, as paths name it. */
export const contactId = resourceId.describe('Number of the contact, as contacts.list answers it.')

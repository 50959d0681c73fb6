/** The roles of people: administrator, technical, billing, read-only. Values of the wire. */
export const everyRole = ['admin', 'tech', 'billing', 'readonly'] as const

/** The role of a contact. */
export type Role = (typeof everyRole)[number]

/**
 * An operation that is for administrators only, in every account: it manages people, keys or their rights, or returns all
 * that is known about a person.
 */
export const administrators = ['admin'] as const satisfies readonly Role[]

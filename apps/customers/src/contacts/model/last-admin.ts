interface Person {
  readonly id: number
  readonly role: string
  readonly is_active: boolean
}

/** Returns whether this person is the only administrator who can log in. */
export function isLastAdmin(person: Person, people: readonly Person[]): boolean {
  const isAdmin = ({ role, is_active }: Person) => role === 'admin' && is_active
  return isAdmin(person) && !people.some((other) => other.id !== person.id && isAdmin(other))
}

interface Person {
  readonly id: number
  readonly role: string
  readonly is_active: boolean
}

/** Whether an account would have no administrator who can log in without this one. */
export function isLastAdmin(person: Person, people: readonly Person[]): boolean {
  const isAdmin = ({ role, is_active }: Person) => role === 'admin' && is_active
  return isAdmin(person) && !people.some((other) => other.id !== person.id && isAdmin(other))
}

interface Person {
  readonly id: number
  readonly role: string
  readonly is_active: boolean
  readonly api_access_enabled: boolean
}

/** Whether a person is an administrator of the account. */
export function isAdmin({ role, is_active }: Person): boolean {
  return role === 'admin' && is_active
}

/** Whether a person can manage the people of the account: an administrator who may use the API. */
export function managesPeople(person: Person): boolean {
  return isAdmin(person) && person.api_access_enabled
}

/** Returns whether this person is the only one of whom something is true. */
export function isLast(person: Person, people: readonly Person[], isTrueOf: (person: Person) => boolean): boolean {
  return isTrueOf(person) && !people.some((other) => other.id !== person.id && isTrueOf(other))
}

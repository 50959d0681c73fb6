/** Fewest characters (NIST SP 800-63B section 3.1.1.2) and the most that hashing is worth. */
const LENGTH = { min: 8, max: 1024 } as const

/**
 * What is wrong with a password, or nothing. Length counts, and not being what everybody would try first; kinds of
 * characters are not asked for (NIST SP 800-63B section 3.1.1.2).
 */
export function passwordProblem(
  password: string,
  owner: { readonly username: string; readonly email: string },
): string | undefined {
  const letters = [...password]
  if (letters.length < LENGTH.min) return `must have at least ${LENGTH.min} characters`
  if (letters.length > LENGTH.max) return `must have at most ${LENGTH.max} characters`
  if (new Set(letters).size < 3) return 'must not repeat one or two characters'
  const folded = password.toLowerCase()
  if (folded === owner.username.toLowerCase()) return 'must not be the username'
  if (folded === owner.email.toLowerCase()) return 'must not be the e-mail address'
  return undefined
}

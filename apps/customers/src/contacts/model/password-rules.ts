import { isCommonPassword, isDerivedFrom } from './guessable'

/** A maximum that limits the cost of hashing. NIST SP 800-63B-4 section 3.1.1.2 requires at least 64. */
const MOST_CHARACTERS = 1024

/** The name of the product; a password must not be made of it. */
const PRODUCT = 'Nameyard'

/** The rule that a password breaks, and the sentence about it. */
export interface PasswordProblem {
  readonly rule: 'too short' | 'too long' | 'repetitive' | 'common' | 'own name'
  /** Continues "password …". It says what to do. */
  readonly problem: string
  /** The characters that a password needs at least. */
  readonly least: number
}

/** The owner of a password. Its names are the first guesses of an attacker. */
export interface PasswordOwner {
  readonly username: string
  readonly email: string
  /** Names of companies: of the person, and of the account. */
  readonly companies?: readonly string[]
}

/**
 * Returns the problem of a password; undefined when it is accepted. The rules are those of NIST SP 800-63B-4 section
 * 3.1.1.2: a minimum length, no common password, no name of the owner or of the product, and no required kinds of
 * characters.
 */
export function passwordProblem(
  password: string,
  { username, email, companies = [] }: PasswordOwner,
  minLength: number,
): PasswordProblem | undefined {
  const broken = (rule: PasswordProblem['rule'], problem: string) => ({ rule, problem, least: minLength })
  const length = [...password].length
  if (length < minLength) return broken('too short', `must have at least ${minLength} characters; use several words`)
  if (length > MOST_CHARACTERS) return broken('too long', `must have at most ${MOST_CHARACTERS} characters`)
  if (new Set(password).size < 3) {
    return broken('repetitive', 'must not repeat one or two characters; use several words')
  }
  if (isCommonPassword(password)) return broken('common', 'is a common password; use several unrelated words')
  const names = [username, email, ...email.split('@'), ...companies, PRODUCT]
  if (isDerivedFrom(password, names)) {
    return broken('own name', 'is a name of yours, your company or the product; use other words')
  }
  return undefined
}

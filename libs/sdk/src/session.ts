import type { Right } from '@nameyard/contracts/operation'

/** A token that the caller manages, or the credentials of a contact. */
export type Credentials =
  | { readonly token: string; readonly username?: never; readonly password?: never; readonly scope?: never }
  | {
      readonly username: string
      readonly password: string
      /** Rights of the token: `['read']` only reads, `['read', 'write']` spends no money and sees no auth codes. All by default. */
      readonly scope?: readonly Right[]
      readonly token?: never
    }

/**
 * The token of a client. It logs in when the first call needs a token, once for all waiting calls. A refused token is
 * discarded, unless another call has already replaced it.
 */
export function session(
  credentials: { token?: string; username?: string; password?: string; scope?: readonly Right[] },
  login: (credentials: { username: string; password: string; scope?: readonly Right[] }) => Promise<string>,
) {
  let token: Promise<string> | undefined

  return {
    get(): Promise<string> | undefined {
      if (credentials.token !== undefined) return Promise.resolve(credentials.token)
      if (!token) {
        const { username, password, scope } = credentials
        if (username === undefined || password === undefined) return undefined
        const attempt = login({ username, password, ...(scope && { scope }) })
        token = attempt
        // The next call tries again after a failed login.
        attempt.catch(() => token === attempt && (token = undefined))
      }
      return token
    },

    /** Whether the refused token can be replaced. */
    async renewable(refused: string): Promise<boolean> {
      if (credentials.token !== undefined) return false
      if (token && (await token) === refused) token = undefined
      return true
    },
  }
}

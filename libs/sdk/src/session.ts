import type { Effect } from '@nameyard/contracts/operation'

/** Who calls: a token that somebody else keeps, or the credentials of a contact to log in with. */
export type Credentials =
  | { readonly token: string; readonly username?: never; readonly password?: never; readonly scope?: never }
  | {
      readonly username: string
      readonly password: string
      /** What the token may do: `['read']` looks only, `['read', 'write']` spends nothing. Everything by default. */
      readonly scope?: readonly Effect[]
      readonly token?: never
    }

/**
 * The token of a client. It logs in when the first call needs it, once for all calls that wait; a token that was
 * refused is forgotten, unless another call has replaced it already.
 */
export function session(
  credentials: { token?: string; username?: string; password?: string; scope?: readonly Effect[] },
  login: (credentials: { username: string; password: string; scope?: readonly Effect[] }) => Promise<string>,
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
        // A login that failed is tried anew by the next call.
        attempt.catch(() => token === attempt && (token = undefined))
      }
      return token
    },

    /** Whether another token can be had in place of the refused one. */
    async renewable(refused: string): Promise<boolean> {
      if (credentials.token !== undefined) return false
      if (token && (await token) === refused) token = undefined
      return true
    },
  }
}

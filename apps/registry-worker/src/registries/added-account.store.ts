import { sql, statement } from '@nameyard/persistence/statement'

/** An account that an operator has added while the workers ran. */
export interface AddedAccount {
  readonly account: string
  /** Its settings without secrets: these are files. */
  readonly settings: unknown
}

export const addedAccounts = statement<void, AddedAccount>(
  'added-accounts.all',
  () => sql`select account, settings from added_account order by added_at, account`,
)

/** `settings` is JSON. Returns nothing when an account of that name was added before. */
export const addAccount = statement<
  { readonly account: string; readonly settings: string; readonly now: Date },
  { readonly account: string }
>(
  'added-accounts.add',
  ({ account, settings, now }) => sql`
    insert into added_account (account, settings, added_at) values (${account}, ${settings}, ${now})
    on conflict do nothing returning account`,
)
